/**
 * What commands change in the project: a look before each that may write, one behind it, and what differs goes into the
 * log with what it held before. Commands come one after the other; background jobs are looked at when they end.
 */
import type { FileWatch, SeenChanges, WatchedCommand } from "../../engine/dependencies.ts";
import type { Jobs } from "../../process/jobs.ts";
import { openGitObjects } from "../../process/git-objects.ts";
import type { NewEntry } from "../../protocol/entry.ts";
import type { CheckpointStore } from "../../sessions/checkpoint-store.ts";
import { saidAfter } from "../../sessions/file-held.ts";
import { say } from "../../words/say.ts";
import { isInside } from "../../workspace/paths.ts";
import { type IndexReader, nothingTracked, openIndex, type TrackedFiles } from "../../workspace/git-index.ts";
import {
  compareLooks,
  factsOf,
  type FileDifference,
  type FileFacts,
  type ProjectLook,
  scanProject,
  sameFacts,
} from "../../workspace/project-scan.ts";
import { createKeptAhead } from "./kept-ahead.ts";
import { mayRemoveRepository, namedPaths } from "./named-paths.ts";
import { cutWords, failedWords, notSeenWords } from "./look-words.ts";
import { heldNow, seeChanges, type SeeParts, withoutDoubt } from "./see-changes.ts";
import { createTurns, within } from "./turns.ts";

export type ProjectWatchOptions = {
  /** The project's folder: absolute, real. */
  readonly root: string;
  /** The user's home folder: nobody looks through all of it around commands. */
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly store: Pick<CheckpointStore, "keepLoosely" | "has">;
  /** True for files that may hold secrets. */
  readonly hides: (path: string) => boolean;
  readonly jobs: () => Jobs;
  /** Of the session: for what is seen when a call has its result already. */
  readonly append: (entry: NewEntry) => void;
  readonly tell: (message: string) => void;
  /** More files than this are not looked at. @default 200,000 */
  readonly maxFiles?: number;
  /** The time now, ms since 1970. @default Date.now */
  readonly now?: () => number;
};

export type ProjectWatch = FileWatch & {
  /**
   * Begins to keep what a command might change; returns at once. Where none is likely to come it does so only once one
   * has run: who only asks about a project gets no copies of it.
   */
  prepare(isLikely: boolean): void;
  /** Resolves when what stopped commands have changed is in the log; after a few seconds in any case. */
  settled(): Promise<void>;
  /**
   * Ends its work; the log says of jobs that still run that nobody saw what they changed. To be called before they are
   * killed.
   */
  close(): void;
};

/** The project as it was last seen. */
type Seen = { readonly look: ProjectLook; readonly tracked: TrackedFiles };

/** A look before or behind a command takes no longer than this, ms. */
const lookMs = 1_500;
/** A command waits so long for what has not been kept ahead yet, ms: the first one of a session, and others. */
const firstKeepMs = 1_000;
const keepMs = 150;
/** The same of one that may remove the repository, in which most files are kept else. Ms. */
const losingKeepMs = 3_000;
/** What rein writes itself is kept up to this size, for the command that changes it next. Bytes. */
const ownBytes = 8 * 1024 * 1024;
/** Whoever works beside a command that runs for longer may have saved one of its files meanwhile, ms. */
const shortMs = 2_000;
/** The first look begins this long after a turn: its request is on its way by then. Ms. */
const startMs = 60;

export function createProjectWatch(options: ProjectWatchOptions): ProjectWatch {
  const { root, home, env, store, hides, jobs, append, tell, maxFiles = 200_000 } = options;
  const clock = options.now ?? Date.now;
  const isWatched = !isInside(root, home);
  const ahead = createKeptAhead({ store, hides, now: clock });
  let seen: Seen | null = null;
  /** What rein itself has written since the project was last seen. */
  const written = new Map<string, FileFacts | null>();
  const notesTold = new Set<string>();
  /** Calls by the jobs that they have started and that still run. */
  const running = new Map<string, string>();
  /** Calls that have their result, and whose changes are not in the log yet. */
  const unfinished = new Set<string>();
  let preparing = new AbortController();
  let hasBegun = false;
  let isClosed = false;
  const closed = new AbortController();

  const turns = createTurns();

  let opened: Promise<{ readonly index: IndexReader | null; readonly parts: SeeParts }> | undefined;
  const open = () => {
    opened ??= openIndex(root).then(async (index) => {
      const { repository } = index;
      const objects = repository === null ? null : openGitObjects(repository, env);
      // What git has cannot be had where it does not answer: then its files are kept like all others.
      if (repository === null || objects === null || !(await objects.answers()))
        return { index: null, parts: { store, ahead, hides, git: null } };
      return { index, parts: { store, ahead, hides, git: { objects, top: repository.top } } };
    });
    return opened;
  };

  async function look(signal: AbortSignal, budgetMs = lookMs): Promise<Seen> {
    const { index } = await open();
    const tracked = (await index?.read()) ?? nothingTracked;
    const since = seen?.look;
    const found = await scanProject(root, { signal, budgetMs, maxFiles, tracked: tracked.names, since });
    return { look: found, tracked };
  }

  /** What differs from when the project was last seen, without what rein itself has written. */
  async function sinceSeen(now: ProjectLook): Promise<readonly FileDifference[]> {
    if (seen === null) return [];
    const found = await compareLooks(seen.look, now);
    return found.flatMap((one) => {
      const own = written.get(one.path);
      if (own === undefined) return [one];
      const isOwn = own === null ? one.after === null : one.after !== null && sameFacts(own, one.after);
      return isOwn ? [] : [{ ...one, before: own }];
    });
  }

  function nowSeen(next: Seen): void {
    seen = next;
    written.clear();
  }

  /** Looks again and says what has changed since the project was last seen. */
  async function change(signal: AbortSignal): Promise<SeenChanges> {
    const { parts } = await open();
    const before = seen;
    const now = await look(signal);
    const differences = await sinceSeen(now.look);
    nowSeen(now);
    if (before === null) return { files: [], after: [] };
    const changes = await seeChanges(differences, before.look, before.tracked, parts);
    const looks = [before.look, now.look];
    return withNotes(
      changes,
      looks.flatMap((one) => [cutWords(one, maxFiles), notSeenWords(one)]),
    );
  }

  /** A note about looks is said once in a session. */
  function withNotes(changes: SeenChanges, more: readonly (string | null)[]): SeenChanges {
    const fresh = more.filter((note) => note !== null && !notesTold.has(note));
    for (const note of fresh) if (note !== null) notesTold.add(note);
    const notes = new Set([...(changes.note === undefined ? [] : [changes.note]), ...fresh]);
    return notes.size === 0 ? changes : { ...changes, note: [...notes].join(" ") };
  }

  /** For a call that has its result already: the checkpoint says itself what the files hold since. */
  function appendLate(callId: string, { files, after, ...told }: SeenChanges): void {
    if (isClosed || (files.length === 0 && told.note === undefined)) return;
    const holds = new Map(after.map(({ path, ...since }) => [path, since]));
    append({
      type: "checkpoint",
      callId,
      files: files.map((file) => {
        const since = holds.get(file.path);
        return since === undefined ? file : { ...file, ...since };
      }),
      ...told,
    });
  }

  /** What is told of a command that began then, by its end. */
  function told(changes: SeenChanges, begun: number): SeenChanges {
    const took = clock() - begun;
    // Where the clock was set back nobody knows how long it was.
    return took > shortMs || took < 0 ? withoutDoubt(changes) : changes;
  }

  async function noteLate(callId: string, begun: number): Promise<void> {
    if (isClosed) return;
    try {
      appendLate(callId, told(await change(closed.signal), begun));
    } catch (thrown) {
      tell(failedWords(thrown));
    }
  }

  function follow(callId: string, jobId: string): void {
    const ended = jobs().ended(jobId);
    if (ended === null) return;
    running.set(jobId, callId);
    void ended.then(async () => {
      const done = await turns.take();
      running.delete(jobId);
      await noteLate(callId, Number.NEGATIVE_INFINITY);
      done?.();
    });
  }

  const unseen = (note: string | null): WatchedCommand => ({
    end: async () => withNotes({ files: [], after: [] }, [note]),
    leave: () => undefined,
  });

  function watching(callId: string, done: () => void): WatchedCommand {
    let ending: Promise<SeenChanges> | undefined;
    const begun = clock();
    return {
      end(result) {
        ending = change(closed.signal).then(
          (changes) => told(changes, begun),
          (thrown: unknown) => ({ files: [], after: [], note: failedWords(thrown) }),
        );
        return ending.finally(() => {
          if (result.ok && result.job?.runs === true) follow(callId, result.job.id);
          done();
        });
      },
      leave(over) {
        const late = async () => {
          await over.catch(() => undefined);
          if (ending === undefined) await noteLate(callId, begun);
          else appendLate(callId, await ending);
        };
        unfinished.add(callId);
        void late().finally(() => {
          unfinished.delete(callId);
          done();
        });
      },
    };
  }

  async function begin(callId: string, command: string, signal: AbortSignal): Promise<WatchedCommand> {
    preparing.abort();
    const done = await turns.take(signal);
    if (done === null)
      return unseen(
        signal.aborted
          ? null
          : say`A stopped command had not ended yet, so nobody looked at what the next one changed.`,
      );
    try {
      // What changed meanwhile is the work of the jobs, or of somebody outside.
      const [callOfJob] = running.values();
      const now = await look(signal);
      if (signal.aborted) {
        done();
        return unseen(null);
      }
      if (callOfJob !== undefined && seen !== null) {
        const { parts } = await open();
        const before = seen;
        const differences = await sinceSeen(now.look);
        const changes = await seeChanges(differences, before.look, before.tracked, parts);
        appendLate(callOfJob, withoutDoubt(changes));
      }
      nowSeen(now);
      const isLosing = now.tracked !== nothingTracked && mayRemoveRepository(command, root);
      const tracked = isLosing ? nothingTracked : now.tracked;
      await within(ahead.keepNamed(namedPaths(command, root), now.look, tracked), signal);
      ahead.start(now.look, tracked, now.tracked);
      await ahead.wait(isLosing ? losingKeepMs : hasBegun ? keepMs : firstKeepMs, signal);
      hasBegun = true;
      return watching(callId, done);
    } catch (thrown) {
      done();
      return unseen(failedWords(thrown));
    }
  }

  async function lookAhead(signal: AbortSignal): Promise<void> {
    const done = await turns.take(signal);
    try {
      // While a job runs, what it has changed is not to be taken for what was there before.
      if (done === null || running.size > 0) return;
      const now = await look(signal, 10 * lookMs);
      if (signal.aborted) return;
      nowSeen(now);
      ahead.start(now.look, now.tracked);
    } catch (thrown) {
      tell(failedWords(thrown));
    } finally {
      done?.();
    }
  }

  return {
    prepare(isLikely) {
      if (!isWatched || isClosed || !(isLikely || hasBegun)) return;
      preparing.abort();
      preparing = new AbortController();
      const signal = AbortSignal.any([preparing.signal, closed.signal]);
      const timer = setTimeout(() => void lookAhead(signal), startMs);
      timer.unref();
    },
    async begin({ callId, command }, signal) {
      if (isWatched) return begin(callId, command, signal);
      return unseen(
        say`rein does not look through a whole home folder around commands, so what they change cannot be brought back.`,
      );
    },
    async written(paths) {
      const found: SeenChanges["after"] = [];
      for (const path of paths) {
        const facts = factsOf(path);
        written.set(path, facts);
        const held =
          facts === null
            ? { type: "absent" as const }
            : await heldNow(path, facts, { ahead, store, hides }, ownBytes);
        if (held !== undefined) found.push({ path, ...saidAfter(held) });
      }
      return found;
    },
    async settled() {
      preparing.abort();
      await within(turns.all(), closed.signal);
    },
    close() {
      const note = say`A command still ran when the session was left; what it changed by then was not looked at.`;
      for (const callId of new Set([...running.values(), ...unfinished]))
        appendLate(callId, { files: [], after: [], note });
      isClosed = true;
      closed.abort();
      ahead.stop();
    },
  };
}
