/** The Chinese catalogue is complete: whatever a person reads is in it, and nothing else. */
import { describe, expect, test } from "bun:test";
import { areas, chinese } from "../../src/words/chinese.ts";
import { sentencesOf, sourceFiles } from "./sentences.ts";

/** Where people are talked to. Below it, what a model reads and what a person does stand side by side. */
const talking = /^(?:components|src\/(?:app|cli|hosts|settings|terminal|transcript))\//;

/** What looks like a sentence there and is none: the places, the texts, and what they are. */
const noSentences: readonly (readonly [file: RegExp, text: RegExp, because: string])[] = [
  [/./, /^rein:? \{0\}/, "the name of the program in front of a sentence"],
  [/./, /^\{0\} [KMG]B$/, "a unit"],
  [/./, /^rein doctor$/, "a command"],
  [/\/question-lines\.ts$/, /^esc \{0\}$/, "a key and what it does"],
  [
    /^src\/hosts\//,
    /^(?:is over|no answer|not now|wraps others|env file|added by you)$/,
    "a state in the code",
  ],
  [/\/keymap\/(?:bindings|\w+-keys)\.ts$/, /^(?:(?:[a-z]|[a-z]{2,}|\S+\+\S+)(?: |$))+$/, "keys"],
  [
    /\/(?:highlight-languages|maths-signs|read-group|permission-calls)\.ts$/,
    /./,
    "names, and answers to a program",
  ],
  [/\/permission-suggest\.ts$/, /^ *rein permissions allow/, "a command to copy"],
  [/\/export\/page-(?:style|script)\.ts$/, /./, "what a browser reads"],
  [/\/export\/html(?:-\w+)?\.ts$/, /<|-src |^(?:call|notice) \{0\}/, "what a browser reads"],
  [/\/theme-picker\.ts$/, /const limit|name: |\{0\} with/, "code as an example of colours"],
];

const found = sourceFiles().map((file) => ({ file, sentences: sentencesOf(file) }));
const keys = new Set(found.flatMap(({ sentences }) => sentences.said.map(({ text }) => text)));

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
    const wrong = Object.entries(chinese).filter(([key, said]) => valuesOf(key) !== valuesOf(said));
    expect(wrong).toEqual([]);
  });

  test("leaves nothing as it is in English", () => {
    expect(Object.entries(chinese).filter(([key, said]) => key === said)).toEqual([]);
  });
});

test("whatever a person reads goes through the catalogue", () => {
  const bare = found
    .filter(({ file }) => talking.test(file))
    .flatMap(({ sentences }) => sentences.bare)
    .filter(({ file, text }) => !noSentences.some(([place, words]) => place.test(file) && words.test(text)));
  expect(bare.map(({ file, text }) => `${file}: ${text}`)).toEqual([]);
});

/** The values in a sentence, in one order. */
function valuesOf(sentence: string): string {
  return [...new Set(sentence.match(/\{\d+\}/g) ?? [])].toSorted().join();
}
