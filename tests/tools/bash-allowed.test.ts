/** The command that was allowed is the one that starts. */
import { describe, expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { bashTool } from "../../src/tools/bash.ts";
import type { PreparedCall } from "../../src/tools/tool.ts";
import { makeProject } from "../support/project.ts";
import { contextOf } from "./call-tool.ts";

type Input = { command: string; run_in_background?: boolean };

describe("a command that is changed between its approval and its start", () => {
  test.each<[string, (prepared: PreparedCall, input: Input) => void]>([
    ["in what the model wrote", (_prepared, input) => (input.command = "touch other")],
    ["in what was shown", ({ preview }) => Object.assign(preview, { command: "touch other" })],
    [
      "in what was decided on",
      ({ accesses: [access] }) => Object.assign(access ?? {}, { command: "touch other" }),
    ],
    ["in its folder", ({ accesses: [access] }) => Object.assign(access ?? {}, { cwd: "/" })],
  ])("%s does not start", async (_where, change) => {
    for (const background of [false, true]) {
      await using project = await makeProject();
      const input: Input = { command: "touch made", run_in_background: background };
      const prepared = await bashTool.prepare(input, contextOf(project));
      change(prepared, input);
      const running = prepared.run({
        signal: new AbortController().signal,
        onOutput() {},
        async keepBefore() {},
      });
      await expect(running).rejects.toThrow("not the command that was allowed");
      expect(readdirSync(project.folder)).toEqual([]);
    }
  });
});
