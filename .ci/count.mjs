// Prints `PASSED FAILED` for a run of `bun test`: node count.mjs REPORT EXIT_CODE FOLDER
//
// The JUnit report has no line for a test file that could not be loaded, so each file of the folder that is missing
// in it counts as one failure; and so does a run that failed without saying where.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";

const [report, exitCode, folder] = process.argv.slice(2);
const xml = existsSync(report) ? readFileSync(report, "utf8") : "";
const root = /<testsuites\b[^>]*>/.exec(xml)?.[0] ?? "";
const attribute = (name) => Number(new RegExp(` ${name}="(\\d+)"`).exec(root)?.[1] ?? 0);

const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
  .filter((name) => /\.test\.tsx?$/.test(name))
  .map((name) => join(folder, name).replaceAll(sep, "/"));
const notLoaded = files.filter((file) => !xml.includes(`<testsuite name="${file}"`));
for (const file of notLoaded) process.stderr.write(`no test of ${file} has run\n`);

const failures = attribute("failures");
const failed = failures + notLoaded.length;
const passed = attribute("tests") - failures - attribute("skipped");
process.stdout.write(`${passed} ${failed === 0 && exitCode !== "0" ? 1 : failed}\n`);
