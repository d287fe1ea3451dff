/** A project that is looked at before and behind commands: on real files, without a model. */
import { join } from "node:path";
import { createProjectWatch, type ProjectWatchOptions } from "../../src/app/file-watch/project-watch.ts";
import type { SeenChanges } from "../../src/engine/dependencies.ts";
import { createJobs } from "../../src/process/jobs.ts";
import type { NewEntry } from "../../src/protocol/entry.ts";
import { createCheckpointStore } from "../../src/sessions/checkpoint-store.ts";
import type { TestProject } from "../support/project.ts";

export const done = { ok: true, text: "" } as const;

/** The look around commands in a project, with all that it writes and tells. */
export function watch(project: TestProject, options: Partial<ProjectWatchOptions> = {}) {
  const store = createCheckpointStore(join(project.home, "checkpoints"));
  const log: NewEntry[] = [];
  const jobs = createJobs({ onEnd() {} });
  const made = createProjectWatch({
    root: project.folder,
    home: project.home,
    env: project.env,
    store,
    hides: (path) => path.endsWith(".secret"),
    jobs: () => jobs,
    append: (entry) => void log.push(entry),
    tell: (message) => void log.push({ type: "notice", text: message }),
    ...options,
  });
  const never = new AbortController().signal;
  /** Does something as a command does, and returns what is seen of it. */
  async function command(work: () => unknown, text = "do it"): Promise<SeenChanges> {
    const watched = await made.begin({ callId: "call", command: text }, never);
    await work();
    return watched.end(done);
  }
  return { watch: made, command, store, log, jobs, never };
}

/** The files by their names, each with what is said of what it held. */
export function said(project: TestProject, { files }: SeenChanges): Record<string, string> {
  return Object.fromEntries(
    files.map(({ path, before, notKept }) => [
      path.slice(project.folder.length + 1),
      notKept ?? (before === null ? "new" : "kept"),
    ]),
  );
}
