/** SECURITY.md says what is promised and by which test: both are there. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "bun:test";

const root = join(import.meta.dir, "../..");
const page = await Bun.file(join(root, "SECURITY.md")).text();

test("every test that it names is there", async () => {
  const named = [...page.matchAll(/`(tests\/[^`]+)`/g)].map(([, name = ""]) => name);
  expect(named.length).toBeGreaterThan(20);
  const missing = await Promise.all(
    named.map(async (name) => ((await Bun.file(join(root, name)).exists()) ? [] : [name])),
  );
  expect(missing.flat()).toEqual([]);
});

test("every promise in it is the name of a test", async () => {
  const promises = [...page.matchAll(/^\| (P\d+) +\|/gm)].map(([, number = ""]) => number);
  expect(promises).toHaveLength(15);
  const files = ["promises", "e2e"].flatMap((folder) =>
    readdirSync(join(root, "tests", folder)).map((name) => join(root, "tests", folder, name)),
  );
  const tests = await Promise.all(
    files.filter((file) => file.endsWith(".test.ts")).map((file) => Bun.file(file).text()),
  );
  const isHeld = (promise: string) =>
    tests.some((text) => new RegExp(`^\\s*(?:test|describe)[^]{0,200}?["\`]${promise}: `, "m").test(text));
  expect(promises.filter((promise) => !isHeld(promise))).toEqual([]);
});
