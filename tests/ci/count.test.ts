import { expect, test } from "bun:test";
import { join } from "node:path";
import { makeProject } from "../support/project.ts";

const COUNT = join(import.meta.dir, "../../.ci/count.mjs");

async function count(
  files: readonly string[],
  report: string | undefined,
  exitCode: number,
): Promise<string> {
  await using project = await makeProject(Object.fromEntries(files.map((name) => [name, ""])));
  if (report !== undefined) await project.write("report.xml", report);
  const { stdout } = Bun.spawnSync([process.execPath, COUNT, "report.xml", String(exitCode), "tests"], {
    cwd: project.folder,
  });
  return stdout.toString().trim();
}

const report = (attributes: string, ...files: readonly string[]) =>
  `<testsuites name="bun test" ${attributes}>${files.map((file) => `<testsuite name="${file}">`).join("")}`;

const FILES = ["tests/a.test.ts", "tests/deep/b.test.tsx", "tests/support/helper.ts"];
const BOTH = FILES.slice(0, 2);

test.each([
  ["all passed, one skipped", report('tests="9" failures="0" skipped="1"', ...BOTH), 0, "8 0"],
  ["two failed", report('tests="9" failures="2" skipped="0"', ...BOTH), 1, "7 2"],
  ["a file could not be loaded", report('tests="4" failures="1" skipped="0"', "tests/a.test.ts"), 1, "3 2"],
  [
    "everything passed and then it crashed",
    report('tests="9" failures="0" skipped="0"', ...BOTH),
    139,
    "9 1",
  ],
  ["there is no report", undefined, 1, "0 2"],
])("%s", async (_, xml, exitCode, counts) => {
  expect(await count(FILES, xml, exitCode)).toBe(counts);
});
