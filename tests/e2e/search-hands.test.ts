/** Searches by a model: what git would see is looked at, and "nothing" is only said when all of it was. */
import { mkdir, utimes, writeFile } from "node:fs/promises";
import { expect, test } from "bun:test";
import { makeProject, type TestProject } from "../support/project.ts";
import { makeCalls } from "./make-calls.ts";

async function fill(project: TestProject, folder: string, count: number): Promise<void> {
  for (let group = 0; group < count / 100; group += 1) {
    const inside = project.path(`${folder}/g${group}`);
    await mkdir(inside, { recursive: true });
    const names = Array.from({ length: 100 }, (_, index) => `${inside}/f${index}.txt`);
    await Promise.all(names.map((name) => writeFile(name, "NEEDLE\n")));
  }
}

test("packages and ignored folders do not hide the one file that is meant, without an ignore file of git", async () => {
  await using project = await makeProject({ "src/needle.txt": "NEEDLE\n", ".ignore": "tmp/\n" });
  await fill(project, "node_modules/pkg", 4_000);
  await fill(project, "tmp", 2_000);
  const { told } = await makeCalls(project, [
    ["glob", { pattern: "**/needle.txt" }],
    ["grep", { pattern: "NEEDLE" }],
  ]);
  expect(told[0]).toContain("src/needle.txt");
  expect(told[1]).toContain("src/needle.txt");
  expect(told[1]).not.toContain("pkg/g");
  expect(told[1]).not.toContain("tmp/g");
});

test("nothing found is said as nothing found, and the newest file comes first", async () => {
  await using project = await makeProject({ "a.ts": "const x = 1;\n", "b.ts": "const x = 2;\n" });
  await utimes(project.path("a.ts"), 1_000, 1_000);
  await utimes(project.path("b.ts"), 2_000, 2_000);
  const { told } = await makeCalls(project, [
    ["grep", { pattern: "no such words" }],
    ["glob", { pattern: "*.ts" }],
    ["grep", { pattern: "-x", fixed: true }],
  ]);
  expect(told[0]).toMatch(/^.No line matches/);
  const files = told[1] ?? "";
  expect(files.indexOf("b.ts")).toBeGreaterThanOrEqual(0);
  expect(files.indexOf("b.ts")).toBeLessThan(files.indexOf("a.ts"));
  expect(told[2]).toMatch(/^.No line matches/);
});

test("too many matches are cut, and the true number of all is told", async () => {
  const lines = Array.from({ length: 1_934 }, (_, index) => `match ${index}\n`).join("");
  await using project = await makeProject({ "many.txt": lines });
  const { told } = await makeCalls(project, [["grep", { pattern: "^match" }]]);
  expect(told[0]).toMatch(/1,?934/);
  expect([...(told[0] ?? "").matchAll(/match \d+/g)]).toHaveLength(250);
});
