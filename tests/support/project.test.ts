import { expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { launch } from "./terminal.ts";
import { makeProject } from "./project.ts";

test("has its files, and its own home for the programs in it", async () => {
  await using project = await makeProject({ "src/deep/a.txt": "one\n", "b.bin": new Uint8Array([0, 255]) });
  expect(await project.read("src/deep/a.txt")).toBe("one\n");
  await project.write("later/c.txt", "two");
  expect(await project.read("later/c.txt")).toBe("two");

  await using terminal = launch({
    command: "sh",
    args: ["-c", 'pwd; echo "$HOME $XDG_CONFIG_HOME"; mktemp'],
    cwd: project.folder,
    env: project.env,
    cols: 200,
  });
  await terminal.waitForExit();
  const [cwd, homes, temporary] = terminal.screen();
  expect(cwd).toBe(project.folder);
  expect(homes).toBe(`${project.home} ${project.home}/.config`);
  expect(temporary).toStartWith(project.env["TMPDIR"] ?? "?");
});

test("leaves nothing behind", async () => {
  const project = await makeProject({ "a.txt": "" });
  await project[Symbol.asyncDispose]();
  expect(existsSync(project.folder)).toBeFalse();
});
