/** The analysis of shell texts, held against what real bash does with them. On its own: `shell-fuzz.ts`. */
import { describe, expect, test } from "bun:test";
import { readShell } from "../../src/permissions/read-shell.ts";
import { randomOf } from "./random.ts";
import { missedIn } from "./shell-compare.ts";
import { oracleMissing, runTexts } from "./shell-oracle.ts";
import { shellText } from "./shell-texts.ts";

const missing = oracleMissing();

function texts(seed: number, count: number): string[] {
  const random = randomOf(seed);
  return Array.from({ length: count }, () => shellText(random));
}

/** Texts with which bash does more than a careful reader sees, or something else. */
const deceiving = [
  "ls <(true)#; c1 x",
  "cat .<()./.<()./etc",
  "echo a2>(c1)",
  "echo {v1}>(c1)",
  "for v1 in c1 .; do c2 $v1; done",
  "command x=",
  "nohup A=1 c1",
  "mapfile -C c1 -c 1 <<< a",
  'echo "$(v=(\\()|{ c9;};[;{ c3\\\nc1\n})"',
  "'\n'\\",
  ">&-c1",
  "<&-c1 a",
  ">&\\\n--",
  "c1 $'\\\n'",
  "{ {a},''}\n}",
  "c1 {a},b}",
  "\ude00\n(while c1\ndo c2;done)",
  'c1 "$\\\nHOME/a"',
  "''\"$\\\n1\"",
  "2\\\n>1 c1",
  "c1 \"``\"''\"`'\\\n'`\"",
  "c3 ``{$(),''<(\"c4\"<<EOF\nEOF\nfor v in ~\ndo c1;c2\ndone)}",
  "c1 >(coproc c2)",
  'c1 "${1?<(c2)}"',
  "c1 \"${v?$'$(c2)'}\"",
  "c1 <<E\n${v:-'$(c2)'}\nE",
  "c1 <<E\n${v:-$'$(c2)'}\nE",
  "c1 $(<<'x y'\nx y\nuntil {};!\ndo c2;done>f1)",
  "if c1; then c2; fi#; c3",
  "for((($(c1));;))do c2;done",
  "c2;[[ 1<(c1) -nt \\' ]]",
  "c1 `c2 \\`c3\\``",
  "c1 ${v1#$(c2)} ${v1:-`c3`}",
  "c1 <<E\n`c2`$(c3)\nE",
  "c\\\n1 a",
  "c1\rc2",
  "c1\vc2",
];

describe.skipIf(missing !== null)(`the shell oracle (skipped where ${missing ?? "there is no jail"})`, () => {
  test("sees what bash runs and writes, whatever stands around it", () => {
    const [first, second] = runTexts(["c1 'a b' \"$(c2)\" > f1 && c3 || c4", "x=c5; $x; exec 2>&-; c6 | c7"]);
    const names = (deeds = first) => deeds?.commands.map(([name = ""]) => name).toSorted();
    expect(names(first)).toEqual(["c1", "c2", "c3", "c4"]);
    expect(first?.commands).toContainEqual(["c1", "a b", ""]);
    expect(first?.files).toEqual(["f1"]);
    expect(names(second)).toEqual(["c5", "c6", "c7"]);
  });

  test("notices a reading that shows too little, or something else", () => {
    const text = "c1 a; c2 b > f1";
    const [deeds] = runTexts([text]);
    expect(deeds === undefined ? [] : missedIn(text, deeds)).toEqual([]);
    for (const other of ["c1 a > f1", "c1 b; c2 b > f1", "c1 a; c2 b", "c1 a; c2 b > f2"])
      expect({
        other,
        missed: missedIn(text, deeds ?? { commands: [], files: [] }, readShell(other)).length,
      }).toEqual({ other, missed: 1 });
  });

  test("nothing is missed in texts that deceive", () => {
    const deeds = runTexts(deceiving);
    expect(
      deceiving.flatMap((text, at) => (deeds[at] === undefined ? [text] : missedIn(text, deeds[at]))),
    ).toEqual([]);
  });

  test("nothing is missed in random texts", () => {
    const some = texts(20_261, 100);
    const deeds = runTexts(some);
    expect(deeds.filter(({ commands }) => commands.length > 0).length).toBeGreaterThan(20);
    expect(some.filter((text) => readShell(text).understood).length).toBeGreaterThan(20);
    const missed = some.flatMap((text, at) => {
      const done = deeds[at];
      return done === undefined ? [] : missedIn(text, done).map((what) => `${JSON.stringify(text)} ${what}`);
    });
    expect(missed).toEqual([]);
  });
});

test("the same seed gives the same texts, another one others", () => {
  expect(texts(1, 50)).toEqual(texts(1, 50));
  expect(texts(1, 50)).not.toEqual(texts(2, 50));
});
