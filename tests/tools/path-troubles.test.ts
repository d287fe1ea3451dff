/** Places where no file can be written or changed: each is said in words, and nothing is lost. */
import { describe, expect, test } from "bun:test";
import { mkdir, readdir, symlink } from "node:fs/promises";
import { editFileTool } from "../../src/tools/edit-file.ts";
import { writeFileTool } from "../../src/tools/write-file.ts";
import { makeProject, type TestProject } from "../support/project.ts";
import { callTool, contextOf, said } from "./call-tool.ts";

async function troubledProject() {
  const project = await makeProject({ "file.txt": "one\n", "odd\nname\t\u0007.txt": "one\n" });
  await mkdir(project.path("folder"));
  await symlink("loop-b", project.path("loop-a"));
  await symlink("loop-a", project.path("loop-b"));
  await symlink("folder", project.path("to-folder"));
  Bun.spawnSync(["mkfifo", project.path("pipe")]);
  return project;
}

const write = async (project: TestProject, path: string) =>
  said(await callTool(writeFileTool, { path, content: "two\n" }, contextOf(project)));
const edit = async (project: TestProject, path: string) =>
  said(await callTool(editFileTool, { path, old_string: "one", new_string: "two" }, contextOf(project)));

const longName = "n".repeat(300);
const longPath = `${"d/".repeat(3_000)}x`;

describe.each([
  ["nothing", "", "empty"],
  ["a NUL", "a\0b", "NUL"],
  ["a URL", "https://example.org/a.txt", "URL"],
  ["a home that is not expanded", "~/a.txt", "not expanded"],
  ["a folder", "folder", "is a folder"],
  ["a link to a folder", "to-folder", "is a folder"],
  ["a file used as a folder", "file.txt/a.txt", "not a folder"],
  ["a loop of links", "loop-a", "loop of symbolic links"],
  ["a FIFO", "pipe", "FIFO"],
  ["a file of the kernel", "/proc/self/comm", "kernel"],
  ["a name that is too long", longName, "too long"],
  ["a path that is too long", longPath, "too long"],
])("%s", (_, path, expected) => {
  test("is refused with words by both, and nothing is made", async () => {
    await using project = await troubledProject();
    const before = await readdir(project.folder);
    for (const message of [await write(project, path), await edit(project, path)]) {
      expect(message).toContain(expected);
      expect(message.length).toBeLessThan(600);
    }
    expect(await readdir(project.folder)).toEqual(before);
    expect(await project.read("file.txt")).toBe("one\n");
  });
});

test("a name with control characters is a name like any other", async () => {
  await using project = await troubledProject();
  expect(await edit(project, "odd\nname\t\u0007.txt")).toContain("Changed");
  expect(await project.read("odd\nname\t\u0007.txt")).toBe("two\n");
});

test("`..` behind a link leads to the parent of the link's target", async () => {
  await using project = await makeProject({
    "deep/inner/a.txt": "",
    "deep/b.txt": "one\n",
    "b.txt": "other\n",
  });
  await symlink("deep/inner", project.path("link"));
  expect(await edit(project, "link/../b.txt")).toContain("Changed deep/b.txt");
  expect(await project.read("deep/b.txt")).toBe("two\n");
  expect(await project.read("b.txt")).toBe("other\n");
});

test("a file named by a link to nothing is made where the link leads, and the link stays", async () => {
  await using project = await makeProject();
  await symlink("made/later.txt", project.path("dangling"));
  expect(await edit(project, "dangling")).toContain("does not exist");
  expect(await write(project, "dangling")).toContain("Created made/later.txt");
  expect(await project.read("made/later.txt")).toBe("two\n");
  expect(await project.read("dangling")).toBe("two\n");
});
