/** Half-written files of a rein that was killed go when its session is gone on with. */
import { expect, test } from "bun:test";
import { readdir } from "node:fs/promises";
import { removeLeftBehind } from "../../src/app/left-behind.ts";
import type { Entry } from "../../src/protocol/entry.ts";
import { makeProject } from "../support/project.ts";

test("they go from the folders of the last changes, and a folder that is gone is no trouble", async () => {
  const left = `.rein-${Bun.spawnSync(["true"]).pid}-${crypto.randomUUID()}.tmp`;
  await using project = await makeProject({
    [`src/${left}`]: "half",
    "src/a.ts": "",
    [`lib/${left}`]: "half",
  });
  const entry = (id: string, name: string): Entry => ({
    type: "checkpoint",
    id,
    parentId: null,
    at: "2030-01-02T03:04:05.000Z",
    callId: id,
    files: [{ path: project.path(name), before: null }],
  });
  await removeLeftBehind([entry("one", "src/a.ts"), entry("two", "gone/b.ts"), entry("three", "src/c.ts")]);
  expect(await readdir(project.path("src"))).toEqual(["a.ts"]);
  expect(await readdir(project.path("lib"))).toEqual([left]);
});
