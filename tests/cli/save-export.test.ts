/** A signal in the middle of an export: nothing of it is left. */
import { expect, test } from "bun:test";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { makeProject } from "../support/project.ts";

const program = join(import.meta.dir, "save-export-program.ts");

test.each([
  ["SIGINT", 130],
  ["SIGTERM", 143],
  ["SIGHUP", 129],
] as const)(
  "%s leaves neither a part of the file nor a folder that was made for it",
  async (signal, code) => {
    await using project = await makeProject();
    const child = Bun.spawn([process.execPath, program, "new/deep/a.md", signal], {
      cwd: project.folder,
      stdio: ["ignore", "ignore", "inherit"],
    });
    expect(await child.exited).toBe(code);
    expect(await readdir(project.folder)).toEqual([]);
  },
);
