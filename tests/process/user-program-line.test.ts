import { expect, test } from "bun:test";
import { userProgramLine } from "../../src/process/user-program-line.ts";

test.each([
  ["vim", `exec vim "$1"`],
  ["code --wait", `exec code --wait "$1"`],
  [" less -+F -+X ", `exec less -+F -+X "$1"`],
  ["~/bin/ed", `exec ~/bin/ed "$1"`],
  // A shell has to stay for these.
  ["LANG=C vim", `LANG=C vim "$1"`],
  ["test -t 0 && vim || ed", `test -t 0 && vim || ed "$1"`],
  ["'my editor' -w", `'my editor' -w "$1"`],
  ["$HOME/bin/ed", `$HOME/bin/ed "$1"`],
])("%s", (program, line) => {
  expect(userProgramLine(program)).toBe(line);
});

test.each(["printf %s", "LC_ALL=C printf %s"])("the file is one word of its own: %s", (program) => {
  const { stdout } = Bun.spawnSync(["sh", "-c", userProgramLine(program), "sh", "a file; echo no"]);
  expect(stdout.toString()).toBe("a file; echo no");
});
