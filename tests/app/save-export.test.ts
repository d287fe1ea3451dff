/** The file of an export: its user's alone, whole or not at all, and no other file is lost to one. */
import { describe, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { mkdir, open, readdir, stat, symlink } from "node:fs/promises";
import { join } from "node:path";
import { saveExport } from "../../src/app/export/save-export.ts";
import { makeProject, type TestProject } from "../support/project.ts";

/** The number of a process that is no more. */
function endedProcess(): number {
  return spawnSync("true").pid;
}

describe("the file of an export", () => {
  const save = (project: TestProject, wanted?: string, text = "new") =>
    saveExport({
      pieces: [text.slice(0, 1), "", text.slice(1)],
      cwd: project.folder,
      home: project.home,
      fileName: "2026-01-01-talk.md",
      ...(wanted === undefined ? {} : { wanted }),
    });

  test("is its user's alone, in the working folder when nobody says where", async () => {
    await using project = await makeProject();
    expect(await save(project)).toEqual({ path: project.path("2026-01-01-talk.md"), bytes: 3 });
    expect(await project.read("2026-01-01-talk.md")).toBe("new");
    expect((await stat(project.path("2026-01-01-talk.md"))).mode & 0o777).toBe(0o600);
    expect(await readdir(project.folder)).toEqual(["2026-01-01-talk.md"]);
  });

  test("takes the next free name where there is one, or a link to nowhere, and says so", async () => {
    await using project = await makeProject({ "a.md": "old" });
    await symlink(project.path("elsewhere"), project.path("a-2.md"));
    expect(await save(project, "a.md")).toEqual({
      path: project.path("a-3.md"),
      bytes: 3,
      instead: project.path("a.md"),
    });
    expect(await project.read("a.md")).toBe("old");
    expect((await readdir(project.folder)).toSorted()).toEqual(["a-2.md", "a-3.md", "a.md"]);
  });

  test("goes into a folder that is there, and home where ~ says so; folders on its way are made", async () => {
    await using project = await makeProject();
    await mkdir(project.path("talks"));
    expect((await save(project, "talks")).path).toBe(project.path("talks/2026-01-01-talk.md"));
    expect((await save(project, "~/x.md")).path).toBe(join(project.home, "x.md"));
    expect((await save(project, "new/deep/x.md")).path).toBe(project.path("new/deep/x.md"));
  });

  test("goes into the folder that a name with / at its end asks for, which is made", async () => {
    await using project = await makeProject();
    expect((await save(project, "later/")).path).toBe(project.path("later/2026-01-01-talk.md"));
    expect((await save(project, "~/")).path).toBe(join(project.home, "2026-01-01-talk.md"));
  });

  test("is none where a device, a pipe or a link to one is, nor beside it", async () => {
    await using project = await makeProject();
    spawnSync("mkfifo", [project.path("pipe")]);
    await symlink(project.path("pipe"), project.path("link"));
    for (const wanted of ["pipe", "link", "/dev/null", "/dev/shm/rein-export-test.md"])
      expect(save(project, wanted)).rejects.toThrow(/is no place for a file/);
    expect((await readdir(project.folder)).toSorted()).toEqual(["link", "pipe"]);
    expect((await readdir("/dev")).filter((name) => name.startsWith("null-"))).toEqual([]);
    // A name of the kernel's that leads to a file, as /dev/stdout does behind `>`.
    await using file = await open(project.path("a.md"), "w");
    expect(save(project, `/proc/self/fd/${file.fd}`)).rejects.toThrow(/is no place for a file/);
    expect(await Bun.file("/dev/shm/rein-export-test.md").exists()).toBe(false);
  });

  test("two at once do not share a name", async () => {
    await using project = await makeProject();
    const saved = await Promise.all(["one", "two", "three"].map((text) => save(project, "a.md", text)));
    const texts = await Promise.all(saved.map(({ path }) => Bun.file(path).text()));
    expect(texts).toEqual(["one", "two", "three"]);
  });

  test("that ends in its middle is none: neither a file nor a folder is left of it, and no part of one that was killed", async () => {
    await using project = await makeProject({
      "a.md": "old",
      [`.rein-${endedProcess()}-${crypto.randomUUID()}.tmp`]: "half of another",
    });
    async function* broken() {
      yield "x".repeat(1_000_000);
      throw new Error("The log is gone.");
    }
    const where = { cwd: project.folder, home: project.home, fileName: "a.md" };
    for (const wanted of ["a.md", "new/deep/a.md"])
      await expect(saveExport({ ...where, pieces: broken(), wanted })).rejects.toThrow(
        /^The export could not be written: The log is gone\. Nothing is left of it/,
      );
    expect(await readdir(project.folder)).toEqual(["a.md"]);
    expect(await project.read("a.md")).toBe("old");
  });

  test("that cannot be is told, and nothing is left of it", async () => {
    await using project = await makeProject({ file: "x" });
    expect(save(project, "file/x.md")).rejects.toThrow(/^The export could not be written: .*file/);
    expect(await readdir(project.folder)).toEqual(["file"]);
  });
});
