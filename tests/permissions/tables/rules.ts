/** Rules, and what they cover. */

export type RuleCase = {
  readonly rule: string;
  /** Commands that it lets run, or keeps from running. */
  readonly covers: readonly string[];
  /** Commands that it has nothing to do with. */
  readonly not: readonly string[];
  /** Of a rule that forbids: commands of which nobody can tell, so that they are asked about. */
  readonly unclear?: readonly string[];
};

export const allowing: readonly RuleCase[] = [
  {
    rule: "bash(npm test)",
    covers: [
      "npm test",
      "  npm   test ",
      "'npm' test",
      "npm test | tail -3",
      "cd src && npm test",
      "npm test && git status",
    ],
    not: [
      "npm test -- --watch",
      "npm tests",
      "npm test; rm garden.md",
      "npm test > out.txt",
      "npm test $(plant)",
      "PATH=. npm test",
      "sudo npm test",
      "./npm test",
      "npm test &",
      "cd .. && npm test",
      "npm\u00A0test",
    ],
  },
  {
    rule: "bash(npm run:*)",
    covers: ["npm run", "npm run build", "npm run build -- --fast", "ls; npm run a && npm run b"],
    not: [
      "npm runs",
      "npm install",
      "npm --prefix /x run a",
      "npm run a; plant",
      "npm run $(plant)",
      "npm run a > ~/x",
      "npm run a <(plant)",
    ],
  },
  {
    rule: "bash(git push origin main)",
    covers: ["git push origin main"],
    not: [
      "git push origin main --force",
      "git push origin",
      "git push origin main:other",
      "git push origin +main",
      "git -C .. push origin main",
    ],
  },
  {
    rule: "bash(python3 tools/plan.py:*)",
    covers: [
      "python3 tools/plan.py",
      "python3 tools/plan.py --year 3",
      "for y in 1 2; do python3 tools/plan.py $y; done",
    ],
    not: [
      "python3 tools/plan.pyc",
      "python3 -c 'x'",
      "cat x | python3",
      "python3 ./tools/plan.py",
      "for f in tools/plan.py x.py; do python3 $f; done",
    ],
  },
  {
    rule: "bash(grep:*)",
    covers: ["grep -rn rose .. | wc -l"],
    not: ["egrep rose garden.md | plant", "grep rose ~/.ssh/id_rsa", "grep x .env"],
  },
  {
    rule: "bash(sed:*)",
    covers: ["sed -n 2p /home/u/letters.txt"],
    not: ["sed -i s/a/b/ garden.md", "sed '1e ls' garden.md", "sed 'w out' garden.md"],
  },
  {
    rule: "bash(find:*)",
    covers: ["find /tmp -name x"],
    not: ["find . -delete", "find . -exec rm {} +", "find . -fprint out"],
  },
];

export const forbidding: readonly RuleCase[] = [
  {
    rule: "bash(git push:*)",
    covers: [
      "git push",
      "git push --dry-run",
      "cd src && git push",
      "git -C src push",
      "git --no-pager push",
      "/usr/bin/git push",
      "'git' \"push\"",
      "env A=1 git push",
      "timeout 9 git push",
      "bash -c 'git push'",
      "ls; (git push)",
      "echo $(git push)",
      "if ls; then git push; fi",
      "nohup git push",
      "find . -exec git push \\;",
      "for x in push; do git $x; done",
      "for x in pull push; do git $x; done",
    ],
    not: ["git status", "git pull", "echo 'git push'", "git log --grep push"],
    unclear: ["git $WHAT", "$GIT push", 'eval "$X"', "cat x | sh", "source tools/grow.sh"],
  },
  {
    rule: "bash(rm:*)",
    covers: ["rm x", "ls | xargs rm", "\\rm x", "command rm x", "find . -exec rm {} +"],
    not: ["ls", "git rm x"],
  },
  { rule: "bash(npm publish)", covers: ["npm publish", "npm   publish"], not: ["npm test", "npm pub"] },
  { rule: "bash", covers: ["ls", "npm test"], not: [] },
];
