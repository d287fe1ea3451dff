import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { readShell } from "../../src/permissions/read-shell.ts";

function wordsOf(command: string): string[][] | string {
  const reading = readShell(command);
  if (!reading.understood) return reading.because;
  return reading.commands.map(({ words }) => words.map(({ text }) => text));
}

describe("reading shell commands", () => {
  test.each([
    ["npm test", [["npm", "test"]]],
    ["  git   diff\tHEAD  ", [["git", "diff", "HEAD"]]],
    ["git diff \\\n  HEAD", [["git", "diff", "HEAD"]]],
    ["a && b || c; d | e", [["a"], ["b"], ["c"], ["d"], ["e"]]],
    ["ls\nrm x", [["ls"], ["rm", "x"]]],
    ["ls # ; rm x", [["ls"]]],
    [`echo 'a; rm b' "c | d"`, [["echo", "a; rm b", "c | d"]]],
    [`"r"m a\\ b`, [["rm", "a b"]]],
    ["ls > /dev/null 2>&1;", [["ls"]]],
    ["NO_COLOR='1 2' npm test", [["npm", "test"]]],
    ["'CI=./evil' ls", [["CI=./evil", "ls"]]],
    ['CI"="1 ls', [["CI=1", "ls"]]],
    ["(a; { b; }); ! c", [["a"], ["b"], ["c"]]],
    ["if a; then b; else c; fi", [["a"], ["b"], ["c"]]],
    [
      'for f in x y; do cat "$f"; done',
      [
        ["cat", "x"],
        ["cat", "y"],
      ],
    ],
    ["X=1; echo $X", [[":"], ["echo", "1"]]],
    [
      "echo $(rm x) <(rm y)",
      [
        ["rm", "x"],
        ["rm", "y"],
        ["echo", "$(rm x)", "<(rm y)"],
      ],
    ],
    ["cat <<E\n$(rm x)\nE", [["rm", "x"], ["cat"]]],
    ["cat <<'E'\n$(rm x)\nE", [["cat"]]],
  ])("%s", (command, expected) => {
    expect(wordsOf(command)).toEqual(expected);
  });

  test.each([
    ["echo a2>(x)", "left over"],
    ["(a) <<-- | ((\n-\n%) > 1)\n", "here-document and `((`"],
    ["echo {a}>(x)", "may mean more"],
    ["sleep 1 &", "background"],
    ["coproc ls", "background"],
    ["f() { ls; }", "function"],
    ["select f in a; do ls; done", "answer"],
    ["while :; do ls; done", "no end"],
    ["ls > $OUT", "only when it runs"],
    ["cat <<< $TOKEN", "value of TOKEN"],
    ["x=$TOKEN; echo $x", "value of TOKEN"],
    ["echo 'a", "not correct shell"],
    ["ls ;; ls", "not correct shell"],
    ["ls &&", "not correct shell"],
    ["cat <<E\nno end", "no end"],
    ["", "empty"],
    ["ls\u00A0-la", "blanks"],
    ["ls\rrm", "blanks"],
    ["ls <(true)#; rm x", "left over"],
    ["ls <()#x", "left over"],
    ["cat .<()./.<()./etc", "left over"],
    ["cat a<(true)", "left over"],
    ["cat <(true)a", "left over"],
    ["ls <(true)\\\n#; rm x", "left over"],
  ])("%p is not understood", (command, because) => {
    expect(wordsOf(command)).toContain(because);
    expect(readShell(command).grave).toBeNull();
  });

  test.each([
    ["f* x", "computed"],
    ["$CMD x", "computed"],
    ["$'r\\x6d' x", "computed"],
    ["{rm,x}", "computed"],
    ["echo $((x))", "calculates"],
    ["(( x ))", "calculates"],
    ["[[ $x -eq 1 ]]", "calculates"],
    ["[[ -v x ]]", "evaluates"],
    ["echo ${!x}", "value"],
    ["echo ${x@P}", "evaluates"],
    ["echo ${x:=y}", "sets a variable"],
    ["echo ${x[y]}", "calculates"],
    ["PATH=x", "sets PATH"],
    ["for PATH in x; do ls; done", "sets PATH"],
    ["cd() { x; }; cd a", "in the place of `cd`"],
    [":(){ :|:& };:", "in the place of `:`"],
    ["cat < /dev/tcp/h/1", "network"],
    ["echo \u202Etxt", "invisible"],
    ["echo a\u200Bb", "invisible"],
    ["ls\0", "invisible"],
    [`echo a${" ".repeat(120)}; rm x`, "wide gap"],
    [`echo ${"x".repeat(20_000)}`, "very long"],
  ])("%p hides what runs", (command, because) => {
    expect(readShell(command).grave).toContain(because);
  });

  test("a value is followed only where nothing else can have set it", () => {
    for (const command of [
      "X=1; read X; echo $X",
      "false && X=1; echo $X",
      "echo $X; X=1",
      "X=1; X=2; echo $X",
    ]) {
      const words = readShell(command).commands.find(({ words }) => words[0].text === "echo")?.words;
      expect(words?.[1]?.unknown).toBe(true);
    }
  });

  test("a home folder and a glob are noticed where the shell would expand them", () => {
    const words = readShell("ls ~/a '~/b' --x=~/c HEAD~1 *.ts '*.ts' [ab].c").commands[0]?.words ?? [];
    expect(words.filter(({ tilde }) => tilde).map(({ text }) => text)).toEqual(["~/a", "--x=~/c"]);
    expect(words.filter(({ glob }) => glob).map(({ text }) => text)).toEqual(["*.ts", "?.c"]);
  });

  test("no text makes it throw, and what it understands it read word by word as bash does", () => {
    const pieces = fc.constantFrom(
      ..."ls|'|\"|;|&|~|*|-x|=|>|2>&1|\\|#|é|^|,|/|(|)|{|}|$|$(|`|<|a2>(|[|]|1|x".split("|"),
      "|",
      " ",
      "a b",
      "\n",
    );
    const commands = fc.sample(
      fc.array(pieces, { minLength: 1, maxLength: 10 }).map((list) => list.join("")),
      1_500,
    );
    const literal = commands.flatMap((command) => {
      const { understood, commands: parts } = readShell(command);
      const [only, ...more] = parts;
      if (!understood || only === undefined || more.length > 0 || only.redirections.length > 0) return [];
      const isPlain =
        only.assignments.length === 0 &&
        only.words.every(({ glob, tilde, unknown }) => !glob && !tilde && !unknown);
      // Behind `show`, a group or a nameless part would not be what it is at the start of a command.
      return isPlain &&
        only.words[0].text !== ":" &&
        !/^[\s]*[({!#]|\\\s*$/.test(command) &&
        !/^(\s|\\\n)*\n|>&/.test(command)
        ? [{ command: command.trim(), words: only.words }]
        : [];
    });
    // One function takes the place of every command name; it prints its words, so bash itself says what they are.
    const show = `show() { printf '<%s>' "$@"; echo; }`;
    const lines = literal.map(({ command }, index) => `echo "#${index}"; eval ${quoted(`show ${command}`)}`);
    const bash = Bun.spawnSync(["bash", "--noprofile", "--norc", "-c", `${show}\n${lines.join("\n")}`]);
    const said = bash.stdout
      .toString()
      .split(/^#\d+\n/m)
      .slice(1);
    const differing = literal.flatMap(({ command, words }, index) => {
      const read = `${words.map(({ text }) => `<${text}>`).join("")}\n`;
      return said[index] === read ? [] : [{ command, read, bash: said[index] }];
    });
    expect(literal.length).toBeGreaterThan(5);
    expect(differing).toEqual([]);
  });
});

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
