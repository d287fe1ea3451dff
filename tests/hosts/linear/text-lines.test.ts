import { expect, test } from "bun:test";
import fc from "fast-check";
import { textLines } from "../../../src/hosts/linear/text-lines.ts";

test("a paragraph that was written in several lines is one line, however long", () => {
  const long = Array.from({ length: 60 }, () => "several words").join("\n");
  expect(textLines(`**Then** ${long}`)).toEqual([`Then ${long.replaceAll("\n", " ")}`]);
});

test("a line that is to end there does", () => {
  expect(textLines("Roses are red,  \nviolets are blue")).toEqual(["Roses are red,", "violets are blue"]);
});

test("a table is told cell by cell, each with the head of its column", () => {
  expect(textLines("| name | age |\n|---|---|\n| Ada | 36 |\n| Alan | 41 |")).toEqual([
    "name: Ada",
    "age: 36",
    "name: Alan",
    "age: 41",
  ]);
});

test("code says where it begins and ends, and keeps its lines", () => {
  expect(textLines("Look:\n\n```ts\nif (a) {\n\n  b();\n}\n```\n\nThere.")).toEqual([
    "Look:",
    "Code in ts:",
    "if (a) {",
    "",
    "  b();",
    "}",
    "End of code.",
    "There.",
  ]);
});

test("nothing is drawn: no rules, no bars, no boxes", () => {
  const lines = textLines("above\n\n---\n\n> quoted\n\n| a |\n|---|\n| b |\n");
  expect(lines).toEqual(["above", "> quoted", "a: b"]);
});

test("the language of code is foreign text too", () => {
  expect(textLines("```\u001b[2Jts\n1\n```").join("\n")).not.toMatch(/(?!\n)\p{Cc}/u);
});

test("no text brings an escape sequence or another control character", () => {
  const piece = fc.constantFrom(
    "\u001b[2J",
    "\u009b31m",
    "a",
    "\n",
    "`",
    "```",
    "~~~",
    "|",
    "\r",
    "\u0007",
    "# ",
    "- ",
    "\u202e",
  );
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      expect(textLines(pieces.join("")).join("\n")).not.toMatch(/(?!\n)[\p{Cc}\u202e]/u);
    }),
    { numRuns: 1_000 },
  );
});
