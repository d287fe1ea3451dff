/** A project on a real disk in which commands change files, for the tests of bringing files back. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { applyRestore } from "../../src/app/restore-apply.ts";
import { planRestore, type RestorePlan } from "../../src/app/restore-files.ts";
import { type CheckpointStore, createCheckpointStore } from "../../src/sessions/checkpoint-store.ts";
import { memorySession } from "../../src/sessions/session-store.ts";
import { factsOf } from "../../src/workspace/project-scan.ts";
import { makeProject, type TestProject } from "../support/project.ts";

/** A project, a store and a session that notes what is done to files; `clock` tells it the time, ms. */
export async function scene(
  files: Readonly<Record<string, string | Uint8Array>> = {},
  clock: (project: TestProject) => number = Date.now,
) {
  const project = await makeProject(files);
  const store = createCheckpointStore(join(project.home, "checkpoints"));
  const session = memorySession({ cwd: project.folder, version: "0" }, { now: () => clock(project) });
  session.append({ type: "user", text: "begin", via: "submit" });
  let calls = 0;
  /** Does something to these files as a command does, and has the log say so. */
  async function command(names: readonly string[], work: () => void): Promise<void> {
    const before = await Promise.all(names.map((name) => held(project, store, name)));
    work();
    const callId = `call_${(calls += 1)}`;
    session.append({ type: "checkpoint", callId, files: before });
    const files = await Promise.all(
      names.map(async (name) => ({
        path: project.path(name),
        ...(await heldSince(project, store, name)),
      })),
    );
    const result = { ok: true as const, text: "" };
    session.append({ type: "tool_result", callId, name: "bash", title: "", result, durationMs: 0, files });
  }
  const plan = async (to: string | null, paths?: readonly string[]): Promise<RestorePlan> => {
    const only = paths === undefined ? {} : { paths: paths.map((name) => project.path(name)) };
    const made = await planRestore({ entries: session.entries(), to, root: project.folder, store, ...only });
    if (made === null) throw new Error("no such entry");
    return made;
  };
  const apply = (
    made: RestorePlan,
    options: Partial<Parameters<typeof applyRestore>[2]> = {},
    chosen?: readonly string[],
  ) =>
    applyRestore(
      made,
      chosen?.map((name) => project.path(name)),
      {
        root: project.folder,
        store,
        append: (entry) => session.append(entry),
        entries: session.entries(),
        ...options,
      },
    );
  const last = () => session.entries().at(-1)?.id ?? null;
  return { project, store, session, command, plan, apply, last };
}

/** What came of each file, by its name; of one that was left, why. */
export function outcomes(ends: Awaited<ReturnType<typeof applyRestore>>["ends"]): Record<string, string> {
  return Object.fromEntries(
    ends.map(({ name, outcome }) => [name, outcome.type === "failed" ? outcome.because : outcome.type]),
  );
}

async function heldSince(project: TestProject, store: CheckpointStore, name: string) {
  const { before: after, link } = await held(project, store, name);
  return { after, ...(link === undefined ? {} : { linkAfter: link }) };
}

async function held(
  project: TestProject,
  store: CheckpointStore,
  name: string,
): Promise<{ path: string; before: string | null; mode?: number; notKept?: string; link?: string }> {
  const path = project.path(name);
  const facts = factsOf(path);
  if (facts === null) return { path, before: null };
  if (typeof facts.target === "string")
    return { path, before: null, notKept: "it was a link", link: facts.target };
  const kept = await store.keep(readFileSync(path));
  if ("notKept" in kept) throw new Error(kept.notKept);
  return { path, before: kept.hash, mode: facts.mode };
}
