import { describe, expect, test } from "bun:test";
import type { Decision, PermissionMode } from "../../src/protocol/approval.ts";
import type { Access } from "../../src/protocol/tool-result.ts";
import { createPolicy } from "../../src/permissions/policy.ts";

const place = { root: "/repo", home: "/home/u" };

type Options = { mode?: PermissionMode; allow?: string[]; deny?: string[]; ownFolders?: string[] };

function decide(access: Access | Access[], { mode = "ask", ...more }: Options = {}): Decision {
  const accesses = Array.isArray(access) ? access : [access];
  return createPolicy({ ...place, mode, ...more }).decide({ tool: "any", accesses });
}

const bash = (command: string) => ({
  tool: "bash",
  accesses: [{ type: "execute", command, cwd: "/repo" }] as const,
});
const run = (command: string, options?: Options) =>
  decide({ type: "execute", command, cwd: "/repo" }, options);
const read = (path: string, options?: Options) => decide({ type: "read", path }, options);
const write = (path: string, options?: Options) => decide({ type: "write", path }, options);

describe("reading", () => {
  test("inside the project runs, in every mode", () => {
    for (const mode of ["ask", "accept-edits", "plan", "auto"] as const) {
      expect(read("/repo/src/a.ts", { mode }).verdict).toBe("allow");
      expect(read("/repo", { mode }).verdict).toBe("allow");
    }
  });

  test.each([["/etc/hosts"], ["/repo-evil/x"], ["/"], ["/home/u/notes.md"]])(
    "%s outside of it asks",
    (path) => {
      const decision = read(path);
      expect(decision.verdict).toBe("ask");
      expect(decision.reasons).toEqual([`it reads outside the project: ${path}`]);
    },
  );

  test.each([
    [".env"],
    [".ENV.local"],
    ["config/.env.production"],
    ["id_rsa"],
    ["certs/server.pem"],
    [".npmrc"],
    ["terraform.tfstate"],
    [".git/config"],
    [".git/modules/sub/config"],
  ])("%s asks although it is inside", (name) => {
    expect(read(`/repo/${name}`)).toMatchObject({ verdict: "ask", remember: `read(${name})` });
    expect(read(`/repo/${name}`, { allow: ["read", "read(**)"] }).verdict).toBe("ask");
    expect(read(`/repo/${name}`, { allow: [`read(${name})`] }).verdict).toBe("allow");
  });

  test.each([[".env.example"], ["id_rsa.pub"], ["environment.ts"], ["keys.ts"]])(
    "%s is an ordinary file",
    (name) => {
      expect(read(`/repo/${name}`).verdict).toBe("allow");
    },
  );

  test.each([
    ["/home/u/.ssh/id_rsa"],
    ["/home/u/.aws/credentials"],
    ["/proc/1/environ"],
    ["/home/u/.bash_history"],
  ])("%s is asked whatever the rules say, and nothing is offered", (path) => {
    const decision = read(path, { allow: ["read", `read(${path})`], mode: "auto" });
    expect(decision).toMatchObject({ verdict: "ask" });
    expect(decision).not.toHaveProperty("remember");
    expect(decision).toMatchObject({
      hint: "No flag allows this; start rein in a terminal, where it can ask you.",
    });
  });

  test("rein's own files are asked about wherever the user keeps them, whatever the rules say", () => {
    const options: Options = {
      mode: "auto",
      allow: ["read", "edit", "read(**)", "edit(**)", "bash(cp:*)"],
      ownFolders: ["/repo/config/rein"],
    };
    for (const path of [
      "/repo/config/rein/settings.json",
      "/repo/config/rein",
      "/repo/Config/REIN/state.json",
    ]) {
      expect(read(path, options).verdict).toBe("ask");
      expect(write(path, options).verdict).toBe("ask");
    }
    expect(run("cp a.json config/rein/settings.json", options).verdict).toBe("ask");
    expect(run("cat config/rein/settings.json", options).verdict).toBe("ask");
    expect(read("/repo/config/reindeer", options).verdict).toBe("allow");
  });

  test("a rule can forbid what would run", () => {
    expect(read("/repo/Private/A", { deny: ["read(pRivate)"] }).verdict).toBe("deny");
    expect(read("/repo/private/a", { deny: ["read(private)"], allow: ["read"] })).toEqual({
      verdict: "deny",
      reasons: ["the rule read(private) forbids it"],
    });
  });
});

describe("writing", () => {
  test("asks, and says how to do without", () => {
    expect(write("/repo/src/a.ts")).toEqual({
      verdict: "ask",
      reasons: ["it changes src/a.ts"],
      remember: "edit(src/a.ts)",
      hint: "To allow it: --allow 'edit(src/a.ts)' or --permission-mode accept-edits.",
    });
  });

  test("inside the project runs in accept-edits and auto, and by rule", () => {
    expect(write("/repo/src/a.ts", { mode: "accept-edits" }).verdict).toBe("allow");
    expect(write("/repo/src/a.ts", { mode: "auto" }).verdict).toBe("allow");
    expect(write("/repo/src/a.ts", { allow: ["edit(src/**)"] }).verdict).toBe("allow");
    expect(write("/repo/src/a.ts", { allow: ["write(src/**)"] }).verdict).toBe("allow");
  });

  test("outside asks in every mode, unless a rule says otherwise", () => {
    for (const mode of ["ask", "accept-edits", "auto"] as const) {
      expect(write("/home/u/notes.md", { mode }).verdict).toBe("ask");
      expect(write("/repo-evil/a.ts", { mode }).verdict).toBe("ask");
    }
    expect(write("/home/u/notes.md", { allow: ["edit(~/notes.md)"] }).verdict).toBe("allow");
  });

  test("is denied in plan mode, whatever the rules say", () => {
    const decision = write("/repo/a.ts", { mode: "plan", allow: ["edit"] });
    expect(decision.verdict).toBe("deny");
    expect(decision.reasons[0]).toStartWith("plan mode:");
  });

  test.each([
    [".git/hooks/pre-commit"],
    [".GIT/config"],
    ["sub/.git/config"],
    [".git"],
    [".gitmodules"],
    [".rein/settings.json"],
    [".vscode/tasks.json"],
    [".envrc"],
    [".husky/pre-commit"],
    [".mcp.json"],
    [".claude/settings.json"],
    ["x.code-workspace"],
    [".g\u200Cit/config"],
    [".\uFF47it/config"],
  ])("%s is asked whatever the mode and the rules say", (name) => {
    const decision = write(`/repo/${name}`, { mode: "auto", allow: ["edit", "edit(**)", `edit(${name})`] });
    expect(decision.verdict).toBe("ask");
    expect(decision).not.toHaveProperty("remember");
  });

  test.each([
    ["/home/u/.bashrc"],
    ["/etc/cron.d/x"],
    ["/usr/local/bin/x"],
    ["/home/u/.config/systemd/user/x.service"],
  ])("%s outside the project too", (path) => {
    expect(write(path, { mode: "auto", allow: ["edit", `edit(${path})`] }).verdict).toBe("ask");
  });

  test("a project in a system folder is a project all the same", () => {
    const policy = createPolicy({ root: "/usr/src/app", home: "/root", mode: "accept-edits" });
    const accesses = [{ type: "write", path: "/usr/src/app/a.ts" }] as const;
    expect(policy.decide({ tool: "write_file", accesses }).verdict).toBe("allow");
  });

  test("a file whose name would mean more as a rule is not offered", () => {
    for (const name of ["a*b.ts", "[id].tsx", "~/x", "a\nb"]) {
      expect(write(`/repo/${name}`)).not.toHaveProperty("remember");
    }
  });
});

describe("commands", () => {
  test("ask, with the rule that would be kept", () => {
    expect(run("npm test")).toEqual({
      verdict: "ask",
      reasons: ["it runs a command"],
      remember: "bash(npm test)",
      hint: "To allow it: --allow 'bash(npm test)'.",
    });
  });

  test("a hint is quoted for the shell", () => {
    expect(run("echo 'it is'")).toMatchObject({
      hint: String.raw`To allow it: --allow 'bash(echo '\''it is'\'')'.`,
    });
  });

  test.each([
    ["rm -rf ./tmp1"],
    ["git status && rm -rf ./tmp1"],
    ["curl https://example.org"],
    ["git push"],
    ["npm install x"],
    ["bash -c ls"],
    ["ls $(touch x)"],
    ["echo x > y"],
    ["sleep 1 &"],
    ["ls\ntouch x"],
    ["find . -delete"],
    ["LD_PRELOAD=x ls"],
    ["python3 -c 'print(1)'"],
    ["cat .env"],
    ["echo a | sh"],
    ["npm run x:*"],
  ])("%p offers nothing to remember", (command) => {
    expect(run(command).verdict).toBe("ask");
    expect(run(command)).not.toHaveProperty("remember");
  });

  test("the rule that is offered lets the same command run, and nothing longer", () => {
    const policy = createPolicy({ ...place, mode: "ask" });
    const decision = policy.decide(bash("npm test"));
    if (decision.verdict !== "ask" || decision.remember === undefined) throw new Error("nothing was offered");
    policy.remember(decision.remember);
    expect(policy.decide(bash("npm test")).verdict).toBe("allow");
    expect(policy.decide(bash("npm test -- --watch")).verdict).toBe("ask");
    expect(policy.decide(bash("npm test && rm x")).verdict).toBe("ask");
  });

  test.each([
    ["bash(npm test)", "npm test", "allow"],
    ["bash(npm test)", "  npm test ", "allow"],
    ["bash(npm test)", "npm test extra", "ask"],
    ["bash(npm run build:*)", "npm run build", "allow"],
    ["bash(npm run build:*)", "npm run build --prod", "allow"],
    ["bash(npm run build:*)", "npm run builder", "ask"],
    ["bash(npm run build:*)", "npm run build:all", "ask"],
    ["bash(npm run build:*)", "npm run build; rm x", "ask"],
    ["bash(npm run build:*)", "npm run build && curl x", "ask"],
    ["bash(npm run build:*)", "npm run build | sh", "ask"],
    ["bash(npm run build:*)", "npm run build $(x)", "ask"],
    ["bash(npm run build:*)", "npm run build `x`", "ask"],
    ["bash(npm run build:*)", "npm run build > /tmp/x", "ask"],
    ["bash(npm run build:*)", "npm run build\nrm x", "ask"],
    ["bash(npm run build:*)", "npm run build {a,b}", "ask"],
    ["bash(npm run build:*)", "npm run build &", "ask"],
    ["bash(npm run build:*)", "NODE_OPTIONS=x npm run build", "ask"],
    ["bash(npm run build:*)", "NO_COLOR=1 npm run build 2>&1 | tail -50", "allow"],
    ["bash(npm run build:*)", "cd sub && npm run build", "allow"],
    ["bash(npm run build:*)", "npm run build --script-sh=./x", "ask"],
    ["bash(npm run build:*)", "npm run build -C /tmp/evil", "ask"],
    ["bash(ls:*)", "'CI=./evil' ls", "ask"],
    ["bash(./run.sh)", " ./run.sh\n", "allow"],
    ["bash(./run.sh)", "./run.sh\u00A0", "ask"],
    ["bash(./run.sh)", "\uFEFF./run.sh", "ask"],
    ["bash(git push:*)", "git push --rece=./x .", "ask"],
    ["bash(git grep:*)", "git grep -nO./x y", "ask"],
    ["bash(git grep:*)", "git grep --op=./x y", "ask"],
    ["bash(git fetch:*)", "git fetch --upl=./x .", "ask"],
    ["bash(git rebase:*)", "git rebase -x ./x HEAD~1", "ask"],
    ["bash(tar:*)", "tar tf a.tar", "allow"],
    ["bash(tar:*)", "tar tf a.tar --use=./x", "ask"],
    ["bash(tar:*)", "tar xIf ./x a.tar", "ask"],
    ["bash(tar:*)", "tar xf a.tar --checkpoint=1 --checkpoint-=exec=./x", "ask"],
    ["bash(make:*)", "echo x | make -f -", "ask"],
    ["bash(npm run build:*)", "cd /tmp/evil && npm run build", "ask"],
    ["bash(git diff:*)", "git diff -- 'a b.txt'", "allow"],
    ["bash(git diff:*)", "git diff --output=x", "ask"],
    ["bash(git diff:*)", "git diff --ext-diff", "ask"],
    ["bash(git diff:*)", "git -C /tmp diff", "ask"],
    ["bash(find:*)", "find . -exec rm {} +", "ask"],
    ["bash(find:*)", "find . -delete", "ask"],
    ["bash(cat:*)", "cat .env", "ask"],
    ["bash(cp:*)", "cp evil.json .rein/settings.json", "ask"],
    ["bash(git push:*)", "git push origin feature", "allow"],
    ["bash(git push:*)", "git push --force", "ask"],
    ["bash(rm:*)", "rm old.txt", "allow"],
    ["bash(rm:*)", "rm -rf /", "ask"],
    ["bash(rm:*)", "rm -rf .", "ask"],
    ["bash", "make -j4 > log.txt", "allow"],
    ["bash", "for f in *; do echo $f; done", "allow"],
    ["bash", "sudo make install", "ask"],
    ["bash", "true && env sudo make", "ask"],
    ["bash", "x=$(sudo id)", "ask"],
    ["bash", 'rm -rf "$HOME"', "ask"],
    ["bash(sudo make install)", "sudo make install", "ask"],
  ] as const)("the rule %s and %p: %s", (rule, command, verdict) => {
    expect(run(command, { allow: [rule] }).verdict).toBe(verdict);
  });

  test("a pipe of allowed commands needs no question", () => {
    expect(
      run("cat a | grep x | sort -u", { allow: ["bash(cat:*)", "bash(grep:*)", "bash(sort:*)"] }).verdict,
    ).toBe("allow");
  });

  test.each([
    ["bash(git push:*)", "git push", "deny"],
    ["bash(git push:*)", "git status && git push --force", "deny"],
    ["bash(git push:*)", "git -C sub --no-pager push", "deny"],
    ["bash(git push:*)", "x=1; $(git push)", "deny"],
    ["bash(git push:*)", "git pushx", "allow"],
    ["bash(rm:*)", "ls | xargs rm", "deny"],
    ["bash(rm:*)", "find . -exec rm {} +", "deny"],
    ["bash(rm:*)", "env FOO=1 rm x", "deny"],
    ["bash(rm:*)", "/bin/rm x", "deny"],
    ["bash(rm:*)", "bash -c 'rm x'", "deny"],
    ["bash(rm:*)", "echo 'rm x'", "allow"],
    ["bash(rm:*)", "rmdir x", "allow"],
    ["bash(rm:*)", "$(printf r)m x", "ask"],
    ["bash(rm:*)", "trap 'rm x' EXIT", "deny"],
    ["bash(rm:*)", "echo cm0geA== | base64 -d | sh", "ask"],
    ["bash(npm publish)", "npm publish", "deny"],
    ["bash", "ls", "deny"],
  ] as const)("forbidden by %s, %p: %s", (rule, command, verdict) => {
    expect(run(command, { deny: [rule], allow: ["bash"] }).verdict).toBe(verdict);
  });

  test("are denied in plan mode", () => {
    expect(run("ls", { mode: "plan", allow: ["bash"] })).toEqual({
      verdict: "deny",
      reasons: ["plan mode: only reading is possible, and this runs a command"],
    });
  });

  test("accept-edits accepts edits, not commands", () => {
    expect(run("ls", { mode: "accept-edits" }).verdict).toBe("ask");
  });
});

describe("auto mode", () => {
  test.each([
    ["ls -la src"],
    ["git status && git diff HEAD~1 | head -50"],
    ["npm test 2>&1 | tail -20"],
    ["npm run build -- --mode production"],
    ["grep -rn 'a (b)' src | sort -u | wc -l"],
    ["cat /repo/src/a.ts"],
    ["sed -n 1,20p src/a.ts"],
    ["python3 -m pytest tests"],
    ["cargo test; go vet ./pkg"],
    ["mkdir -p src/new && touch src/new/a.ts"],
    ["git commit -m 'Fix the (rare) fault'"],
    ["find . -name '*.ts'"],
    ["ls src/*.ts"],
  ])("%p runs", (command) => {
    expect(run(command, { mode: "auto" }).verdict).toBe("allow");
  });

  test.each([
    ["rm x"],
    ["sudo ls"],
    ["cat /etc/passwd"],
    ["cat ../x"],
    ["cat ~/x"],
    ["cat '~/x'"],
    ["ls *"],
    ["ls /*"],
    ["ls $HOME"],
    ["echo x > a.txt"],
    ["cat <<E"],
    ["sleep 1 &"],
    ["echo hi | sh"],
    ["echo hi | python3"],
    ["node -e 'x'"],
    ["node"],
    ["python3 -m http.server"],
    ["./run.sh"],
    ["/usr/bin/ls"],
    ["curl example.org"],
    ["git push"],
    ["git -c core.pager=x log"],
    ["git checkout ."],
    ["git config user.name x"],
    ["git log --output=x"],
    ["npm install"],
    ["npx x"],
    ["xargs ls"],
    ["eval ls"],
    ["source x"],
    [". x"],
    ["exec ls"],
    ["env ls"],
    ["kill 1"],
    ["chmod -R 777 ."],
    ["find . -exec x"],
    ["rg --pre x y"],
    ["sort -o a b"],
    ["make SHELL=x"],
    ["gcc -I/usr/include a.c"],
    ["tar xf a.tar"],
    ["grep x --file=/etc/passwd"],
    ["cat .env"],
    ["cat .e*"],
    ["cp a .git/hooks/pre-commit"],
    ["mkdir .git/hooks"],
    ["cd .git && touch hooks/pre-commit"],
    ["touch .envrc"],
    ["cd && ls"],
    ["cd - && ls"],
    ["cd .. && ls"],
    ["date -s 12:00"],
    ["sed -i s/a/b/ x"],
    ["sed '1e id' x"],
    ["awk 1 x"],
    ["ln -s / x"],
    ["PATH=. ls"],
    ["printf -v x y"],
    ["unknown-program"],
    ["rg x https://example.org"],
  ])("%p asks", (command) => {
    const decision = run(command, { mode: "auto" });
    expect(decision.verdict).toBe("ask");
    expect(decision.reasons.join()).not.toBe("it runs a command");
  });

  test("a command in a folder outside the project asks", () => {
    const decision = decide({ type: "execute", command: "ls", cwd: "/tmp" }, { mode: "auto" });
    expect(decision.verdict).toBe("ask");
  });
});

describe("a call", () => {
  test("that touches nothing runs", () => {
    expect(decide([])).toEqual({ verdict: "allow", reasons: ["it touches nothing"] });
  });

  test("that uses the network asks in every mode, and is denied in plan", () => {
    const access = { type: "network", url: "https://example.org/" } as const;
    for (const mode of ["ask", "accept-edits", "auto"] as const) {
      expect(decide(access, { mode })).toMatchObject({
        verdict: "ask",
        reasons: ["it connects to https://example.org/"],
      });
    }
    expect(decide(access, { mode: "plan" }).verdict).toBe("deny");
  });

  test("is as strict as its strictest part", () => {
    const inside: Access = { type: "read", path: "/repo/a" };
    const outside: Access = { type: "read", path: "/x/a" };
    const edit: Access = { type: "write", path: "/repo/a" };
    expect(decide([inside, outside])).toMatchObject({
      verdict: "ask",
      reasons: ["it reads outside the project: /x/a"],
    });
    expect(decide([inside, outside, edit], { mode: "plan" }).verdict).toBe("deny");
    expect(decide([outside, edit])).not.toHaveProperty("remember");
    expect(decide([outside, edit])).toMatchObject({
      hint: "To allow it: --allow 'read(/x/a)' --allow 'edit(a)'.",
    });
  });
});

describe("the policy", () => {
  test("changes its mode", () => {
    const policy = createPolicy({ ...place, mode: "ask" });
    const request = { tool: "edit_file", accesses: [{ type: "write", path: "/repo/a" }] } as const;
    expect(policy.decide(request).verdict).toBe("ask");
    policy.setMode("accept-edits");
    expect(policy.mode).toBe("accept-edits");
    expect(policy.decide(request).verdict).toBe("allow");
    policy.setMode("plan");
    expect(policy.decide(request).verdict).toBe("deny");
  });

  test("names a rule that it cannot read", () => {
    expect(() => createPolicy({ ...place, mode: "ask", allow: ["bahs(ls)"] })).toThrow("bahs(ls)");
  });

  test("keeps secrets and forbidden files out of searches", () => {
    const policy = createPolicy({ ...place, mode: "ask", deny: ["read(private/**)"] });
    expect(policy.hidesFromSearch("/repo/.env")).toBe(true);
    expect(policy.hidesFromSearch("/repo/private/a.txt")).toBe(true);
    expect(policy.hidesFromSearch("/repo/src/a.ts")).toBe(false);
  });
});
