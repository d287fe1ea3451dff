/** A project in which commands of the model have changed files, what the log says of them, and the way back. */
import { expect } from "bun:test";
import { lstatSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { applyRestore } from "../../src/app/restore-apply.ts";
import { planRestore, type RestorePlan } from "../../src/app/restore-files.ts";
import type { Entry, EntryOf } from "../../src/protocol/entry.ts";
import { createCheckpointStore, projectCheckpoints } from "../../src/sessions/checkpoint-store.ts";
import { changesByEntry } from "../../src/sessions/file-history.ts";
import { latestSession } from "../../src/sessions/list.ts";
import { dataPaths } from "../../src/sessions/paths.ts";
import { openSession, readSession } from "../../src/sessions/session-store.ts";
import { call, serveModel, text } from "../support/model-server.ts";
import type { TestProject } from "../support/project.ts";
import { runRein } from "./run-rein.ts";
import { accessTo } from "./start.ts";

type Calls = readonly (readonly [name: string, args: Readonly<Record<string, unknown>>])[];

/** Runs rein with a model that makes these calls, one after the other. */
export async function runCalls(project: TestProject, calls: Calls): Promise<readonly Entry[]> {
  await using server = await serveModel([
    ...calls.map(([name, args]) => [call(name, args)]),
    [text("Done.")],
  ]);
  const args = ["-p", "--permission-mode", "accept-edits", "--allow", "bash", "do it"];
  const run = await runRein(args, { project, env: accessTo(server) });
  expect(run).toMatchObject({ out: "Done.\n", code: 0 });
  return entriesOf(project);
}

export function entriesOf(project: TestProject): readonly Entry[] {
  const latest = latestSession(dataPaths(project.env), project.folder);
  return readSession(latest?.file ?? "").session.entries;
}

export function checkpoints(entries: readonly Entry[]): EntryOf<"checkpoint">[] {
  return entries.filter((entry) => entry.type === "checkpoint");
}

/** What each entry says of each file, by its name in the project. */
export function told(project: TestProject, entries: readonly Entry[]): Record<string, string> {
  const files = changesByEntry(entries).flatMap((one) => one.files);
  return Object.fromEntries(
    files.map(({ path, kind, link, notKept }) => [
      path.slice(project.folder.length + 1),
      [
        kind,
        ...(link === undefined ? [] : [`a link ${link}`]),
        ...(notKept === undefined ? [] : [`not kept: ${notKept}`]),
      ].join(", "),
    ]),
  );
}

type Restored = {
  readonly plan: RestorePlan;
  readonly words: readonly string[];
  readonly entries: readonly Entry[];
};

export async function restore(
  project: TestProject,
  to: string | null,
  paths?: readonly string[],
): Promise<Restored> {
  const data = dataPaths(project.env);
  const store = createCheckpointStore(projectCheckpoints(data.checkpoints, project.folder));
  const latest = latestSession(data, project.folder);
  const { session } = openSession(latest?.file ?? "", {
    paths: data,
    now: Date.now,
    onTrouble: () => undefined,
  });
  try {
    const entries = session.entries();
    const root = project.folder;
    const only = paths === undefined ? {} : { paths: paths.map((name) => project.path(name)) };
    const plan = await planRestore({ entries, to, root, store, ...only });
    if (plan === null) throw new Error("no such entry");
    const append = (entry: Parameters<typeof session.append>[0]) => session.append(entry);
    const { words } = await applyRestore(plan, undefined, { root, store, append, entries });
    return { plan, words, entries: session.entries() };
  } finally {
    session.close();
  }
}

/** Every file of the project with its bytes and rights, every link and every folder; without git's own. */
export function snapshot(project: TestProject): Record<string, string> {
  const names = readdirSync(project.folder, { recursive: true, encoding: "utf8" });
  return Object.fromEntries(
    names
      .filter((name) => !/^\.git(\/|$)/.test(name))
      .toSorted()
      .map((name) => {
        const path = project.path(name);
        const stats = lstatSync(path);
        if (stats.isSymbolicLink()) return [name, `link ${readlinkSync(path)}`];
        if (!stats.isFile()) return [name, stats.isDirectory() ? "folder" : "other"];
        const bytes = readFileSync(path).toString("base64");
        return [name, `${(stats.mode & 0o777).toString(8)} ${bytes}`];
      }),
  );
}
