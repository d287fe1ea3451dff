/** The Chinese catalogue is complete: whatever a person reads is in it, and nothing else. */
import { describe, expect, test } from "bun:test";
import { areas, chinese } from "../../src/words/chinese.ts";
import { sentencesOf, sourceFiles } from "./sentences.ts";

/** Files whose sentences nobody reads in their language, and why. Patterns of paths. */
const notForPeople: readonly (readonly [pattern: RegExp, because: string])[] = [
  [/^src\/words\//, "the catalogue itself"],
  [/^src\/tools\//, "a model reads it"],
  [/^src\/context\//, "a model reads it"],
  [/^src\/cli\/permission-calls\.ts$/, "names of tools, and the answers to another program"],
];

const found = sourceFiles().map((file) => ({ file, ...sentencesOf(file) }));
const keys = new Set(found.flatMap(({ said }) => said.map(({ text }) => text)));

describe("the Chinese catalogue", () => {
  test("has every sentence that the program says", () => {
    expect([...keys].filter((key) => !Object.hasOwn(chinese, key))).toEqual([]);
  });

  test("has no sentence that the program does not say", () => {
    expect(Object.keys(chinese).filter((key) => !keys.has(key))).toEqual([]);
  });

  test("has each sentence once", () => {
    const all = areas.flatMap((area) => Object.keys(area));
    expect(all.filter((key, at) => all.indexOf(key) !== at)).toEqual([]);
  });

  test("leaves no value out and makes none up", () => {
    const wrong = Object.entries(chinese).filter(([key, said]) => `${valuesOf(key)}` !== `${valuesOf(said)}`);
    expect(wrong).toEqual([]);
  });

  test("leaves nothing as it is in English", () => {
    expect(Object.entries(chinese).filter(([key, said]) => key === said)).toEqual([]);
  });
});

test("whatever a person reads goes through the catalogue", () => {
  const bare = found
    .filter(({ file }) => !notForPeople.some(([pattern]) => pattern.test(file)))
    .flatMap((one) => one.bare);
  expect(bare.map(({ file, text }) => `${file}: ${text}`)).toEqual([]);
});

/** The numbers of the values in a sentence, sorted. */
function valuesOf(sentence: string): readonly string[] {
  return [...new Set(sentence.match(/\{\d+\}/g) ?? [])].toSorted();
}
