/** What becomes of the mode when a plan is agreed to. */
import { describe, expect, test } from "bun:test";
import type { PermissionMode } from "../../src/protocol/approval.ts";
import { presentPlanTool } from "../../src/tools/present-plan.ts";
import { makeProject } from "../support/project.ts";
import { contextOf, prepare } from "./call-tool.ts";

/** Agrees to a plan; `onAsked` is what happens at the question that follows. Resolves with the mode. */
async function modeAfter(
  onAsked: (at: { stop: () => void; set: (mode: PermissionMode) => void }) => "yes" | "no",
): Promise<PermissionMode> {
  await using project = await makeProject();
  let mode: PermissionMode = "plan";
  const set = (next: PermissionMode) => void (mode = next);
  const context = contextOf(project, { mode: { get: () => mode, set } });
  const prepared = await prepare(presentPlanTool, { plan: "1. Write it" }, context);
  const stop = new AbortController();
  const ask = async () => onAsked({ stop: () => stop.abort(), set });
  const run = { signal: stop.signal, onOutput() {}, async keepBefore() {}, ask };
  await prepared.run(run).catch((thrown: unknown) => expect(stop.signal.aborted || thrown).toBe(true));
  return mode;
}

describe("a plan that is agreed to", () => {
  test("ends plan mode, for edits without questions where the user wants that", async () => {
    expect(await modeAfter(() => "yes")).toBe("accept-edits");
    expect(await modeAfter(() => "no")).toBe("ask");
  });

  test("leaves plan mode on when the user stops before it is carried out", async () => {
    const mode = await modeAfter(({ stop }) => {
      stop();
      return "no";
    });
    expect(mode).toBe("plan");
  });

  test("leaves the mode as it is when the user has changed it themselves meanwhile", async () => {
    const mode = await modeAfter(({ set }) => {
      set("auto");
      return "no";
    });
    expect(mode).toBe("auto");
  });
});
