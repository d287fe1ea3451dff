/** A log that something else changes while it is read. */
import { expect, test } from "bun:test";
import { join } from "node:path";
import { serializeEntry, serializeHeader } from "../../src/sessions/log.ts";
import { makeProject } from "../support/project.ts";
import { header } from "../transcript/export/saying.ts";
import { log, user } from "../transcript/log.ts";

test("what is not there any more is told, once it was asked for", async () => {
  await using project = await makeProject();
  const entries = log(user("go"), user("word ".repeat(500)), user("word ".repeat(600)));
  const lines = entries.map((entry) => serializeEntry(entry).line).join("");
  await project.write("log.jsonl", serializeHeader(header) + lines);
  const child = Bun.spawn(
    [process.execPath, join(import.meta.dir, "tell-lost-program.ts"), project.path("log.jsonl")],
    { stdio: ["ignore", "ignore", "pipe"], env: { ...project.env, LANG: "C" } },
  );
  expect(await child.stderr.text()).toBe(
    "rein: Something else has changed the session's file meanwhile. Long texts of 2 entries are gone; their places say so.\n",
  );
  expect(await child.exited).toBe(0);
});
