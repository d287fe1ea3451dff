/** Bringing files back: what a plan says, for the files that were chosen. */
import type { Stats } from "node:fs";
import { lstat, rmdir } from "node:fs/promises";
import { basename, dirname } from "node:path";
import type { Entry, EntryOf, NewEntry } from "../protocol/entry.ts";
import type { CheckpointStore } from "../sessions/checkpoint-store.ts";
import { isSameHeld, linkBefore, saidAfter } from "../sessions/file-held.ts";
import { say } from "../words/say.ts";
import { errorCode, FileError } from "../workspace/file-error.ts";
import { makeLink, removeLink, replaceLink } from "../workspace/file-link.ts";
import { inFileQueue } from "../workspace/file-queue.ts";
import { inFolder } from "../workspace/held-folder.ts";
import { isInside } from "../workspace/paths.ts";
import type { FileSnapshot } from "../workspace/read-file.ts";
import { type FileStep, writeAll, WriteAllError } from "../workspace/write-all.ts";
import { type RestoreEnd, restoreWords, whyFailed } from "./restore-words.ts";
import { type FileNow, lookNow, type RestorePlan, type RestoreStep, wayGetsFree } from "./restore-files.ts";

export type RestoreResult = {
  readonly ends: readonly RestoreEnd[];
  /** The `restore` entry's id: rewinding to its parent takes the restore back. Null when nothing was to be done. */
  readonly entryId: string | null;
  /** What was done and what was not, in words for the user, a sentence each; never empty. */
  readonly words: readonly string[];
  /** For a notice to the model; empty when nothing was changed. */
  readonly note: string;
};

export type RestoreOptions = {
  /** The project's folder: absolute, real. */
  readonly root: string;
  readonly store: Pick<CheckpointStore, "keep" | "read">;
  /** Of the session. */
  readonly append: (entry: NewEntry) => Entry;
  /** Of the whole session: a folder that is empty behind a restore goes when it is newer than the plan's entry. */
  readonly entries: readonly Entry[];
  /** Ends it between two files; those that are done stay so. */
  readonly signal?: AbortSignal;
};

type RestoredFile = EntryOf<"restore">["files"][number];
/** Whether a folder goes when it is empty: it came later, or a file is to stand there. */
type FolderRule = (folder: string, stats: Stats) => boolean;
type Ready = { readonly step: RestoreStep; readonly file: RestoredFile };

/**
 * Does what a plan says for the chosen files (`path`s of its steps; absent, all that it can do). First what they hold
 * now is kept and the log says so, then they are changed, each whole or not at all: cut short anywhere, nothing is lost.
 * A file that is not any more what the plan saw is left alone. Never rejects for what is on the disk.
 */
export async function applyRestore(
  plan: RestorePlan,
  chosen: readonly string[] | undefined,
  options: RestoreOptions,
): Promise<RestoreResult> {
  const wanted = chosen === undefined ? null : new Set(chosen);
  const doable = plan.steps.filter(({ action }) => isDoable(action));
  // What is to go goes first: a file may stand where a folder is to be, and a folder where a file is to be.
  const steps = doable
    .filter(({ path }) => wanted?.has(path) !== false)
    .toSorted((a, b) => Number(b.action.type === "delete") - Number(a.action.type === "delete"));
  const staying = doable.filter(({ path }) => wanted?.has(path) === false);
  return inFileQueue(
    steps.map(({ path }) => path),
    () => restoreAll(plan, { steps, staying }, options),
  );
}

async function restoreAll(
  plan: RestorePlan,
  { steps, staying }: Readonly<Record<"steps" | "staying", readonly RestoreStep[]>>,
  options: RestoreOptions,
): Promise<RestoreResult> {
  const ends: RestoreEnd[] = [];
  const ready: Ready[] = [];
  for (const step of steps) {
    // What stands in its way goes only together with it.
    const kept = isStopped(options)
      ? { because: stoppedWords() }
      : step.now.type === "other" && wayGetsFree(step, staying)
        ? { because: step.now.why }
        : await keepNow(step, options);
    if ("because" in kept) ends.push(failed(step, kept.because));
    else ready.push({ step, file: kept });
  }
  const files = ready.map(({ file }) => file);
  const entry = files.length === 0 ? null : options.append({ type: "restore", to: plan.to, files });
  const since = timeOf(plan.to, options.entries);
  const inTheWay = steps.filter(({ now, action }) => now.type === "other" && action.type === "write");
  const goes: FolderRule = (folder, { birthtimeMs, ctimeMs }) =>
    inTheWay.some(({ path }) => path === folder || folder.startsWith(`${path}/`)) ||
    // Where a file system does not know when a folder was made, it stays; and so does one of the same millisecond: what
    // the log says is no finer.
    (Math.floor(birthtimeMs) > since && birthtimeMs !== ctimeMs);
  for (const { step } of ready) {
    if (inTheWay.includes(step))
      await removeEmptyBelow(step.path, plan, (folder) => removeEmptied(folder, options.root, goes));
    ends.push(await restoreOne(step, goes, options));
  }
  return { ends, entryId: entry?.id ?? null, ...restoreWords(ends) };
}

function isDoable({ type }: RestoreStep["action"]): boolean {
  return type === "write" || type === "delete";
}

/** Keeps what a file holds now, or says why the file is left alone. */
async function keepNow(
  step: RestoreStep,
  { store }: RestoreOptions,
): Promise<RestoredFile | { readonly because: string }> {
  const { path, was } = step;
  if (was.type === "content") {
    const content = await store.read(was.hash);
    if ("missing" in content) return { because: say`what it held cannot be had: ${content.missing}` };
  }
  const { now, snapshot } = await lookNow(path);
  if (!isSame(now, step.now)) return { because: changedWords() };
  const after = saidAfter(
    was.type === "content"
      ? { type: "file", hash: was.hash }
      : was.type === "link"
        ? was
        : { type: "absent" },
  );
  if (now.type === "link") return { path, ...linkBefore(now.target), ...after };
  if (snapshot === null) return { path, before: null, ...after };
  const kept = await store.keep(snapshot.bytes);
  if ("notKept" in kept) return { because: say`what it holds now could not be kept: ${kept.notKept}` };
  return { path, before: kept.hash, mode: snapshot.mode, ...after };
}

async function restoreOne(step: RestoreStep, goes: FolderRule, options: RestoreOptions): Promise<RestoreEnd> {
  const { root, store } = options;
  const { path, name, was, now, action } = step;
  try {
    if (isStopped(options)) return failed(step, stoppedWords());
    if (action.type === "delete") {
      if (now.type === "link") await removeLink(path, now.target);
      else {
        const before = await asPlanned(step);
        if (before === null) return failed(step, changedWords());
        await writeAll([{ type: "delete", before }]);
      }
      await removeEmptied(dirname(path), root, goes);
      return { path, name, isLink: now.type === "link", outcome: { type: "deleted" } };
    }
    if (was.type === "link") {
      const replaced = now.type === "link" ? now : now.type === "file" ? await asPlanned(step) : null;
      if (now.type === "file" && replaced === null) return failed(step, changedWords());
      await makeLink(path, was.target, replaced);
      return { path, name, isLink: true, outcome: { type: "written" } };
    }
    const content = was.type === "content" ? await store.read(was.hash) : { missing: say`it was not kept` };
    if ("missing" in content) return failed(step, say`what it held cannot be had: ${content.missing}`);
    if (now.type === "link")
      await replaceLink(path, now.target, content.bytes, was.type === "content" ? (was.mode ?? null) : null);
    else {
      const fileStep = await writeStep(step, content.bytes);
      if (fileStep === null) return failed(step, changedWords());
      await writeAll([fileStep]);
    }
    return { path, name, outcome: { type: "written" } };
  } catch (thrown) {
    return failed(step, isOvertaken(thrown) ? changedWords() : whyFailed(thrown));
  }
}

/** Null when the file is not what the plan saw. */
async function writeStep(step: RestoreStep, bytes: Uint8Array): Promise<FileStep | null> {
  const { path, was, now } = step;
  const mode = was.type === "content" ? was.mode : undefined;
  if (now.type !== "file") return { type: "create", path, bytes, mode: mode ?? null };
  const before = await asPlanned(step);
  if (before === null) return null;
  return { type: "replace", before, bytes, ...(mode === undefined ? {} : { mode }) };
}

/** The file that the plan saw; null when it is another one by now. */
async function asPlanned({ path, now: planned }: RestoreStep): Promise<FileSnapshot | null> {
  const { now, snapshot } = await lookNow(path);
  return isSame(now, planned) ? snapshot : null;
}

function isSame(now: FileNow, planned: FileNow): boolean {
  if (now.type === "other") return planned.type === "other";
  const isSameMode = now.type !== "file" || planned.type !== "file" || now.mode === planned.mode;
  return planned.type !== "other" && isSameHeld(now, planned) && isSameMode;
}

/** What was in a folder may have gone before: then no file's removal takes the folder with it. */
async function removeEmptyBelow(
  path: string,
  { steps }: RestorePlan,
  remove: (folder: string) => Promise<void>,
): Promise<void> {
  const folders = steps.flatMap((one) => (one.path.startsWith(`${path}/`) ? [dirname(one.path)] : []));
  for (const folder of new Set(folders)) await remove(folder);
}

/** Removes a folder that is empty now if it `goes`, and those above it likewise. */
async function removeEmptied(folder: string, root: string, goes: FolderRule): Promise<void> {
  for (let at = folder; at !== root && isInside(root, at); at = dirname(at)) {
    try {
      const stats = await lstat(at);
      if (!stats.isDirectory() || !goes(at, stats)) return;
      await inFolder(dirname(at), (parent) => rmdir(parent.at(basename(at))));
    } catch (thrown) {
      // Something is in it, or it cannot be removed: an empty folder is no harm. One that has gone was in another.
      const code = errorCode(thrown);
      if (code === undefined) throw thrown;
      if (code !== "ENOENT") return;
    }
  }
}

/** When an entry was written, ms since 1970; of null, when the session began. */
function timeOf(to: string | null, entries: readonly Entry[]): number {
  const entry = to === null ? entries[0] : entries.find(({ id }) => id === to);
  return entry === undefined ? Number.POSITIVE_INFINITY : Date.parse(entry.at);
}

function isStopped({ signal }: RestoreOptions): boolean {
  return signal?.aborted === true;
}

function stoppedWords(): string {
  return say`it was stopped before its turn came`;
}

/** Somebody was quicker: what a tool says of that is meant for the model. */
function isOvertaken(thrown: unknown): boolean {
  const cause = thrown instanceof WriteAllError ? thrown.cause : thrown;
  return cause instanceof FileError && (cause.kind === "exists" || cause.kind === "changed");
}

function changedWords(): string {
  return say`it has changed while this was being decided`;
}

function failed({ path, name }: RestoreStep, because: string): RestoreEnd {
  return { path, name, outcome: { type: "failed", because } };
}
