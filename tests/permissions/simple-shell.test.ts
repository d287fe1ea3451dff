import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { readSimpleShell } from "../../src/permissions/simple-shell.ts";

function wordsOf(command: string): string[][] | string {
  const reading = readSimpleShell(command);
  if (!reading.understood) return reading.because;
  return reading.commands.map(({ words }) => words.map(({ text }) => text));
}

describe("reading simple shell commands", () => {
  test.each([
    ["npm test", [["npm", "test"]]],
    ["  git   diff\tHEAD  ", [["git", "diff", "HEAD"]]],
    ["a && b || c; d | e", [["a"], ["b"], ["c"], ["d"], ["e"]]],
    [`echo 'a; rm b' "c | d"`, [["echo", "a; rm b", "c | d"]]],
    [`"r"m x`, [["rm", "x"]]],
    [
      "npm test 2>&1 | tail -5",
      [
        ["npm", "test"],
        ["tail", "-5"],
      ],
    ],
    ["ls > /dev/null 2>/dev/null;", [["ls"]]],
    ["NO_COLOR=1 npm test", [["npm", "test"]]],
    ["NO_COLOR='1 2' npm test", [["npm", "test"]]],
    ["'CI=./evil' ls", [["CI=./evil", "ls"]]],
    ['C"I"=1 ls', [["CI=1", "ls"]]],
    ['CI"="1 ls', [["CI=1", "ls"]]],
    ["git show HEAD~1:a.ts", [["git", "show", "HEAD~1:a.ts"]]],
  ])("%s", (command, expected) => {
    expect(wordsOf(command)).toEqual(expected);
  });

  test.each([
    ["ls\nrm x", "several lines"],
    ["echo $HOME", "variables"],
    ["echo '$(x)'", "variables"],
    ["echo `id`", "variables"],
    ["echo x > a.txt", "redirection"],
    ["echo x >> a.txt", "redirection"],
    ["cat < a.txt", "redirection"],
    ["cat <<E", "redirection"],
    ["echo a2>/dev/null", "redirection"],
    ["sleep 1 &", "background"],
    ["a |& b", "shell syntax"],
    ["(ls)", "shell syntax"],
    ["{ ls; }", "shell syntax"],
    ["{touch,x}", "shell syntax"],
    ["ls [ab]", "shell syntax"],
    ["! ls", "shell syntax"],
    ["ls # comment", "shell syntax"],
    ["echo a\\ b", "backslash"],
    ['echo "a\\"b"', "backslash"],
    ["echo 'a", "not closed"],
    ["if true; then ls; fi", "shell syntax"],
    ["time ls", "shell syntax"],
    ["f* x", "computed"],
    ["X=1", "sets variables"],
    ["", "empty"],
    ["ls ;; ls", "shell syntax"],
    ["ls &&", "empty"],
    ["&& ls", "empty"],
    ["ls ; ; ls", "empty"],
    ["ls\u00A0-la", "invisible"],
    ["ls\rrm", "invisible"],
    ["echo \u202Etxt", "invisible"],
    ["echo a\u200Bb", "invisible"],
    [`echo ${"x".repeat(20_000)}`, "very long"],
  ])("%p is not understood", (command, because) => {
    expect(wordsOf(command)).toContain(because);
  });

  test("a home folder and a glob are noticed where the shell would expand them", () => {
    const reading = readSimpleShell("ls ~/a '~/b' --x=~/c HEAD~1 *.ts '*.ts'");
    if (!reading.understood) throw new Error(reading.because);
    const words = reading.commands[0]?.words ?? [];
    expect(words.filter(({ tilde }) => tilde).map(({ text }) => text)).toEqual(["~/a", "--x=~/c"]);
    expect(words.filter(({ glob }) => glob).map(({ text }) => text)).toEqual(["*.ts"]);
  });

  test("no text makes it throw, and what it understands it read word by word as bash does", async () => {
    const pieces = fc.constantFrom(
      "ls",
      " ",
      "'",
      '"',
      ";",
      "|",
      "&",
      "a b",
      "~",
      "*",
      "-x",
      "=",
      ">",
      "2>&1",
      "\\",
      "#",
      "é",
      "^",
      ",",
      "!",
      "/",
    );
    const commands = fc.sample(
      fc.array(pieces, { minLength: 1, maxLength: 10 }).map((list) => list.join("")),
      400,
    );
    const understood = commands.flatMap((command) => {
      const reading = readSimpleShell(command);
      const isPlain =
        reading.understood && reading.commands.length === 1 && reading.commands[0]?.assignments.length === 0;
      return isPlain ? { command, words: reading.commands[0]?.words ?? [] } : [];
    });
    const literal = understood.filter(({ words }) => words.every(({ glob, tilde }) => !glob && !tilde));
    // One function takes the place of every command name; it prints its words, so bash itself says what they are.
    const script = literal.map(({ command }, index) => `echo "#${index}"; show ${command}`).join("\n");
    const show = `show() { printf '<%s>' "$@"; echo; }`;
    const bash = Bun.spawnSync(["bash", "--noprofile", "--norc", "-c", `${show}\n${script}`]);
    const expected = literal.map(
      ({ words }, index) => `#${index}\n${words.map(({ text }) => `<${text}>`).join("")}\n`,
    );
    expect(literal.length).toBeGreaterThan(5);
    expect(bash.stdout.toString()).toBe(expected.join(""));
  });
});
