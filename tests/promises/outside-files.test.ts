/**
 * P6: "Files outside the root are not touched unasked."
 *
 * What a path leads to is held in `permissions/real-paths.test.ts`, and the dialog for one outside in
 * `e2e/edits.test.ts`; here somebody swaps a folder for a link out of the project while rein works in it.
 */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "bun:test";
import { createPolicy } from "../../src/permissions/policy.ts";
import { applyPatchTool } from "../../src/tools/apply-patch.ts";
import { editFileTool } from "../../src/tools/edit-file.ts";
import { readFileTool } from "../../src/tools/read-file.ts";
import { type Tool, ToolError } from "../../src/tools/tool.ts";
import { writeFileTool } from "../../src/tools/write-file.ts";
import { makeProject } from "../support/project.ts";
import { contextOf, prepare } from "../tools/call-tool.ts";

const swaps = 10_000;

/** Swaps the folder `sub` for a link to `$OUTSIDE` and back. Where rein was quicker and made a `sub`, that one goes. */
const swapping = `
  import { renameSync, rmSync, symlinkSync, unlinkSync } from "node:fs";
  const again = (step) => {
    for (;;) {
      try {
        return step();
      } catch {
        rmSync("sub", { recursive: true, force: true });
      }
    }
  };
  for (let count = 0; count < ${swaps}; count += 1) {
    renameSync("sub", "kept");
    again(() => symlinkSync(process.env.OUTSIDE, "sub"));
    unlinkSync("sub");
    again(() => renameSync("kept", "sub"));
  }`;

test(`P6: while a folder is swapped for a link ${swaps} times, nothing outside is written, made, removed or read`, async () => {
  await using project = await makeProject({ "sub/a.txt": "inside\n", "sub/deep/b.txt": "inside\n" });
  const outside = join(project.home, "outside");
  const context = contextOf(project);
  const before = { "a.txt": "not to be seen\n", "deep/b.txt": "not to be seen\n" };
  for (const [name, content] of Object.entries(before)) await Bun.write(join(outside, name), content);
  const policy = createPolicy({ root: project.folder, home: project.home, mode: "accept-edits" });

  /** Makes the call as the engine does, if nobody would be asked about it. Returns what the model would read. */
  async function make<Input>(tool: Tool<Input>, input: Input): Promise<string> {
    try {
      const prepared = await prepare(tool, input, context);
      const { verdict } = policy.decide({ tool: tool.name, accesses: prepared.accesses ?? [] });
      if (verdict !== "allow") return "asked";
      const result = await prepared.run({
        signal: new AbortController().signal,
        onOutput() {},
        async keepBefore() {},
      });
      return result.ok ? `done: ${result.text}` : result.message;
    } catch (thrown) {
      if (thrown instanceof ToolError) return thrown.message;
      throw thrown;
    }
  }

  await using swapper = Bun.spawn([process.execPath, "-e", swapping], {
    cwd: project.folder,
    env: { ...project.env, OUTSIDE: outside },
    stdout: "ignore",
    stderr: "inherit",
  });
  const told: string[] = [];
  for (let count = 0; swapper.exitCode === null; count += 1) {
    told.push(await make(readFileTool, { path: "sub/a.txt" }));
    const [old_string, new_string] = count % 2 === 0 ? ["in", "IN"] : ["IN", "in"];
    told.push(await make(editFileTool, { path: "sub/a.txt", old_string, new_string }));
    told.push(await make(writeFileTool, { path: `sub/new-${count}.txt`, content: "x\n" }));
    told.push(await make(writeFileTool, { path: `sub/made-${count}/new.txt`, content: "x\n" }));
    const lines = [
      `*** Add File: sub/patch-${count}/new.txt`,
      "+x",
      "*** Update File: sub/a.txt",
      "@@",
      "-inside",
      "+IN",
    ];
    const patch = ["*** Begin Patch", ...lines, "*** End Patch"].join("\n");
    told.push(await make(applyPatchTool, { patch }));
    const remove = `*** Begin Patch\n*** Delete File: sub/new-${count}.txt\n*** End Patch`;
    told.push(await make(applyPatchTool, { patch: remove }));
  }
  expect(await swapper.exited).toBe(0);
  expect(told.some((words) => words.startsWith("done: Created"))).toBeTrue();
  expect(told.some((words) => words === "asked")).toBeTrue();
  expect(readdirSync(outside, { recursive: true }).map(String).toSorted()).toEqual([
    "a.txt",
    "deep",
    "deep/b.txt",
  ]);
  for (const [name, content] of Object.entries(before))
    expect(await Bun.file(join(outside, name)).text()).toBe(content);
  expect(told.filter((words) => words.includes("not to be seen"))).toEqual([]);
});
