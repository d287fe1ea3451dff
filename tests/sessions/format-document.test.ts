/** The page on the format says of each object which fields it has, and the definition has the same. */
import { expect, test } from "bun:test";
import { join } from "node:path";
import { entrySchema, headerSchema, logFormatVersion } from "../../src/protocol/entry.ts";
import { shapeOf, shapesOf } from "./format-shapes.ts";

const page = await Bun.file(join(import.meta.dir, "../../docs/session-format.md")).text();
const documented = [...page.matchAll(/`\{ ([^`]*) \}`/g)].map(([, fields = ""]) =>
  shapeOf(fields.split(", ")),
);

test("the page has every object of a log with its fields, and no other", () => {
  expect([...new Set(documented)].toSorted()).toEqual(shapesOf([headerSchema, entrySchema]));
});

test("the page is about the present format", () => {
  expect(page).toContain(`This page is about format ${logFormatVersion}.`);
});
