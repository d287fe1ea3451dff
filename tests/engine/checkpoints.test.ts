/** What files held before a call is in the log and in the store before the call touches them. */
import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import type { EntryOf } from "../../src/protocol/entry.ts";
import { type CheckpointStore, createCheckpointStore } from "../../src/sessions/checkpoint-store.ts";
import { createCheckpointKeeper } from "../../src/sessions/checkpoints.ts";
import { filesAt } from "../../src/sessions/file-history.ts";
import { editFileTool } from "../../src/tools/edit-file.ts";
import { readFileTool } from "../../src/tools/read-file.ts";
import { writeFileTool } from "../../src/tools/write-file.ts";
import type { AssistantPart } from "../../src/protocol/message.ts";
import {
  call,
  createTestEngine,
  response,
  type TestEngine,
  type TestEngineOptions,
  tool,
} from "../support/engine.ts";
import { makeProject, type TestProject } from "../support/project.ts";
import { contextOf } from "../tools/call-tool.ts";

type Scene = TestEngine & { readonly store: CheckpointStore; readonly told: string[] };

/** An engine with the real file tools in a project, to which everything is allowed; the model makes these calls. */
function sceneIn(
  project: TestProject,
  calls: readonly AssistantPart[],
  options: Partial<TestEngineOptions> = {},
): Scene {
  const store = createCheckpointStore(join(project.home, "checkpoints"));
  const told: string[] = [];
  const engine = createTestEngine({
    answers: [...calls.map((one) => response([one])), response(["done"])],
    tools: [readFileTool, writeFileTool, editFileTool],
    toolContext: contextOf(project),
    decide: () => ({ verdict: "allow", reasons: [] }),
    keepBefore: createCheckpointKeeper(store, (message) => told.push(message)),
    ...options,
  });
  return { ...engine, store, told };
}

async function play(scene: Scene): Promise<void> {
  scene.engine.submit("go");
  await scene.engine.whenIdle();
}

function checkpointsIn({ entries }: Scene): EntryOf<"checkpoint">[] {
  return entries().filter((entry): entry is EntryOf<"checkpoint"> => entry.type === "checkpoint");
}

async function textOf({ store }: Scene, hash: string | null | undefined): Promise<string> {
  const content = await store.read(hash ?? "");
  return "bytes" in content ? new TextDecoder().decode(content.bytes) : content.missing;
}

describe("before a file is changed", () => {
  test("an edit's old content is in the store and named in the log, ahead of the result", async () => {
    await using project = await makeProject({ "a.txt": "apple\npear\n" });
    const scene = sceneIn(project, [
      call("1", "read_file", { path: "a.txt" }),
      call("2", "edit_file", { path: "a.txt", old_string: "pear", new_string: "plum" }),
    ]);
    await play(scene);
    expect(await project.read("a.txt")).toBe("apple\nplum\n");
    const types = scene
      .entries()
      .flatMap((entry) => ("callId" in entry && entry.callId === "2" ? [entry.type] : []));
    expect(types).toEqual(["tool_start", "checkpoint", "tool_result"]);
    const [checkpoint] = checkpointsIn(scene);
    expect(checkpoint?.files).toEqual([
      { path: project.path("a.txt"), before: expect.any(String), mode: 0o644 },
    ]);
    expect(await textOf(scene, checkpoint?.files[0]?.before)).toBe("apple\npear\n");
  });

  test("a new file is named as one that was not there", async () => {
    await using project = await makeProject();
    const scene = sceneIn(project, [call("1", "write_file", { path: "sub/new.txt", content: "new\n" })]);
    await play(scene);
    expect(checkpointsIn(scene).map(({ files }) => files)).toEqual([
      [{ path: project.path("sub/new.txt"), before: null }],
    ]);
  });

  test("a whole turn of changes can be taken back with what was kept", async () => {
    await using project = await makeProject({ "a.txt": "one\n" });
    const scene = sceneIn(project, [
      call("1", "read_file", { path: "a.txt" }),
      call("2", "write_file", { path: "a.txt", content: "two\n" }),
      call("3", "edit_file", { path: "a.txt", old_string: "two", new_string: "three" }),
      call("4", "write_file", { path: "b.txt", content: "b\n" }),
    ]);
    await play(scene);
    expect(await project.read("a.txt")).toBe("three\n");
    const then = filesAt(scene.entries(), null) ?? [];
    expect(then.map(({ type, path }) => [type, path])).toEqual([
      ["content", project.path("a.txt")],
      ["absent", project.path("b.txt")],
    ]);
    expect(await textOf(scene, then[0]?.type === "content" ? then[0].hash : null)).toBe("one\n");
  });

  test("a call that changes nothing leaves no checkpoint", async () => {
    await using project = await makeProject({ "a.txt": "one\n" });
    const scene = sceneIn(project, [
      call("1", "read_file", { path: "a.txt" }),
      call("2", "write_file", { path: "a.txt", content: "one\n" }),
      call("3", "edit_file", { path: "a.txt", old_string: "nowhere", new_string: "x" }),
    ]);
    await play(scene);
    expect(checkpointsIn(scene)).toEqual([]);
  });
});

test("a content that cannot be kept is said in the log and to the user, and the change is made", async () => {
  await using project = await makeProject({ "a.txt": "one\n" });
  const told: string[] = [];
  const store = createCheckpointStore(project.path("a.txt/checkpoints"));
  const scene = sceneIn(
    project,
    [
      call("1", "read_file", { path: "a.txt" }),
      call("2", "edit_file", { path: "a.txt", old_string: "one", new_string: "two" }),
    ],
    { keepBefore: createCheckpointKeeper(store, (message) => told.push(message)) },
  );
  await play(scene);
  expect(await project.read("a.txt")).toBe("two\n");
  expect(checkpointsIn(scene)[0]?.files[0]).toMatchObject({
    before: null,
    notKept: expect.stringContaining("could not be written"),
  });
  expect(told).toHaveLength(1);
});

test("a call that is stopped while its files are kept changes nothing, and nothing comes behind its result", async () => {
  let keepOn: (() => void) | undefined;
  const keeping = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<string>();
  const writer = tool("writer", {
    risk: "write",
    async run({ keepBefore }) {
      try {
        await keepBefore([{ path: "/a", before: null }]);
        ended.resolve("it wrote");
      } catch {
        ended.resolve("it was told to stop");
      }
      return { ok: true, text: "" };
    },
  });
  const scene = createTestEngine({
    answers: [response([call("1", "writer")])],
    tools: [writer],
    decide: () => ({ verdict: "allow", reasons: [] }),
    async keepBefore(files) {
      await new Promise<void>((resolve) => {
        keepOn = resolve;
        keeping.resolve();
      });
      return files.map(({ path }) => ({ path, before: null }));
    },
  });
  scene.engine.submit("go");
  await keeping.promise;
  scene.engine.interrupt();
  await scene.engine.whenIdle();
  const before = scene.entries().length;
  keepOn?.();
  expect(await ended.promise).toBe("it was told to stop");
  expect(scene.entries()).toHaveLength(before);
  expect(scene.entries().some(({ type }) => type === "checkpoint")).toBe(false);
});
