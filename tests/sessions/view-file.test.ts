/** How a session was looked at is there again, and nothing is lost where that cannot be read. */
import { expect, test } from "bun:test";
import { existsSync, readdirSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readView, saveView } from "../../src/sessions/view-file.ts";
import { temporaryFolder } from "./data-folder.ts";

const asAtFirst = { panels: { all: null, differing: [] }, showsTodos: false };

test("a view comes back as it was left, and belongs to its user alone", () => {
  const folder = join(temporaryFolder(), "views");
  expect(readView(folder, "abc")).toEqual(asAtFirst);
  const view = { panels: { all: true, differing: ["x", "y"] }, showsTodos: true };
  saveView(folder, "abc", view);
  expect(readView(folder, "abc")).toEqual(view);
  expect(readView(folder, "other")).toEqual(asAtFirst);
  expect(statSync(join(folder, "abc.json")).mode & 0o777).toBe(0o600);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
});

test("one that is as at first leaves no file behind", () => {
  const folder = join(temporaryFolder(), "views");
  saveView(folder, "abc", asAtFirst);
  expect(existsSync(folder)).toBeFalse();
  saveView(folder, "abc", { ...asAtFirst, showsTodos: true });
  saveView(folder, "abc", asAtFirst);
  expect(readdirSync(folder)).toEqual([]);
});

test("a damaged one is as at first", () => {
  const folder = join(temporaryFolder(), "views");
  saveView(folder, "abc", { ...asAtFirst, showsTodos: true });
  for (const text of ["", "{", '{"panels":1}', "\0\0\0"]) {
    writeFileSync(join(folder, "abc.json"), text);
    expect(readView(folder, "abc")).toEqual(asAtFirst);
  }
});

test("neither a file nor the folder grows without an end: the oldest go", () => {
  const folder = join(temporaryFolder(), "views");
  const ids = Array.from({ length: 2_000 }, (_, at) => `panel-${at}`);
  saveView(folder, "old", { panels: { all: null, differing: ids }, showsTodos: false });
  expect(readView(folder, "old").panels.differing).toEqual(ids.slice(-500));
  utimesSync(join(folder, "old.json"), 1, 1);
  for (let count = 0; count < 500; count += 1) writeFileSync(join(folder, `s${count}.json`), "{}");
  saveView(folder, "new", { ...asAtFirst, showsTodos: true });
  expect(readdirSync(folder)).toHaveLength(500);
  expect(existsSync(join(folder, "old.json"))).toBeFalse();
  expect(readView(folder, "new").showsTodos).toBeTrue();
});
