/** What a session keeps of the project's files, so that they can be brought back. */
import { dirname } from "node:path";
import type { EngineDependencies } from "../engine/dependencies.ts";
import type { Jobs } from "../process/jobs.ts";
import {
  type CheckpointStore,
  createCheckpointStore,
  projectCheckpoints,
} from "../sessions/checkpoint-store.ts";
import { createCheckpointKeeper } from "../sessions/checkpoints.ts";
import type { Session } from "../sessions/session.ts";
import { createProjectWatch, type ProjectWatch } from "./file-watch/project-watch.ts";

export type ProjectFilesParts = {
  readonly session: Session;
  /** The folder of all projects' contents. */
  readonly checkpoints: string;
  /** The project's folder: absolute, real. */
  readonly root: string;
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** True for files that may hold secrets. */
  readonly hides: (path: string) => boolean;
  readonly jobs: () => Jobs;
  readonly tell: (message: string) => void;
  /** What is kept of the project, bytes on disk. @default 500 MB */
  readonly maxBytes?: number | undefined;
};

export type ProjectFiles = {
  readonly store: CheckpointStore;
  readonly watch: ProjectWatch;
  readonly keepBefore: EngineDependencies["keepBefore"];
};

/** Touches nothing on the disk until something is to be kept. */
export function openProjectFiles(parts: ProjectFilesParts): ProjectFiles {
  const { session, checkpoints, root, tell, maxBytes } = parts;
  const own = projectCheckpoints(checkpoints, root);
  // A session that is gone on with in another folder has what it kept in its first one.
  const first = projectCheckpoints(checkpoints, session.header.cwd);
  const alsoReads = first === own ? [checkpoints] : [first, checkpoints];
  const store = createCheckpointStore(own, {
    onTrouble: tell,
    alsoReads,
    within: [checkpoints, dirname(own)],
    ...(maxBytes === undefined ? {} : { maxStoreBytes: maxBytes }),
  });
  const watch = createProjectWatch({ ...parts, store, append: (entry) => void session.append(entry) });
  return { store, watch, keepBefore: createCheckpointKeeper(store, tell) };
}
