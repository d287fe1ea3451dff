/** Where a session that is not to be kept writes: in a folder that goes with it. */
import { afterAll, describe, expect, test } from "bun:test";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { openPassingPaths } from "../../src/app/passing-paths.ts";
import { type DataPaths, dataPaths } from "../../src/sessions/paths.ts";

/** What was kept before, and is read by such a session: nothing of its own goes there. */
const ofOthers: ReadonlySet<string> = new Set([
  "data",
  "index",
  "sessions",
  "trash",
  "locks",
  "trust",
  "uses",
] satisfies (keyof DataPaths)[]);

test("all that a session writes of itself is in one private folder, which goes with it", () => {
  const data = mkdtempSync(join(tmpdir(), "rein-passing-"));
  try {
    const kept = dataPaths({ REIN_DATA_DIR: data });
    const passing = openPassingPaths(kept);
    const { paths } = passing;
    const folder = dirname(paths.drafts);
    expect(dirname(folder)).toBe(realpathSync(tmpdir()));
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    for (const [name, path] of Object.entries(paths)) {
      const isOfOthers = ofOthers.has(name);
      expect([name, dirname(path) === folder]).toEqual([name, !isOfOthers]);
      if (isOfOthers) expect(path).toBe(Object.entries(kept).find(([one]) => one === name)?.[1] ?? "");
    }
    passing.remove();
    expect(existsSync(folder)).toBe(false);
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
});

/** A program that opens such paths, does something, and says what its folder is called. */
function child(temporary: string, code: string) {
  const module = import.meta.resolve("../../src/app/passing-paths.ts");
  const paths = import.meta.resolve("../../src/sessions/paths.ts");
  const program = `
    const { openPassingPaths } = await import(${JSON.stringify(module)});
    const { dataPaths } = await import(${JSON.stringify(paths)});
    const fs = await import("node:fs");
    const { paths, remove } = openPassingPaths(dataPaths(process.env));
    ${code}`;
  return Bun.spawn([process.execPath, "-e", program], {
    env: { ...process.env, TMPDIR: temporary, REIN_DATA_DIR: join(temporary, "data") },
    stdout: "pipe",
  });
}

describe("the folder", () => {
  const temporary = mkdtempSync(join(tmpdir(), "rein-passing-"));
  afterAll(() => rmSync(temporary, { recursive: true, force: true }));

  test("is gone at the end of the program, with what was written after it was removed", async () => {
    const late = "remove(); fs.mkdirSync(paths.outputs, { recursive: true });";
    expect(await child(temporary, late).exited).toBe(0);
    expect(readdirSync(temporary)).toEqual([]);
  });

  test("of a rein that was killed is removed by the next one, and none that is in use", async () => {
    const waiting = "fs.mkdirSync(paths.drafts); console.log('there'); setInterval(() => {}, 1000);";
    const [killed, living] = [child(temporary, waiting), child(temporary, waiting)];
    for (const { stdout } of [killed, living]) await stdout.getReader().read();
    const folders = () => readdirSync(temporary).filter((name) => name.startsWith("rein-ephemeral-"));
    expect(folders()).toHaveLength(2);
    killed.kill("SIGKILL");
    await killed.exited;
    mkdirSync(join(temporary, "elsewhere"));
    symlinkSync(join(temporary, "elsewhere"), join(temporary, "rein-ephemeral-link"));
    expect(folders()).toHaveLength(3);
    expect(await child(temporary, "").exited).toBe(0);
    expect(folders()).toHaveLength(2);
    expect(readdirSync(temporary)).toContain("elsewhere");
    living.kill("SIGKILL");
    await living.exited;
  });
});
