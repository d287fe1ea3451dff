/** Another program's transcript → a session of rein's own, to go on with. Nothing of theirs is written to. */
import { type Entry, type Header, logFormatVersion } from "../protocol/entry.ts";
import { messageOf, UserError } from "../protocol/error.ts";
import { randomId, sessionIdLength } from "../sessions/ids.ts";
import { type FoundTranscript, helpersBeside } from "../sessions/import/find-transcripts.ts";
import { inSlices, pauses } from "../sessions/import/in-slices.ts";
import { beginLog, importedSessions, importKey, type LogInMaking } from "../sessions/import/log-imported.ts";
import { type Fields, jsonOf } from "../sessions/import/fields.ts";
import { oneImport } from "../sessions/import/one-import.ts";
import { readOpencode } from "../sessions/import/opencode.ts";
import { isOpencodeStore, loadOpencode } from "../sessions/import/opencode-store.ts";
import { readerOf } from "../sessions/import/readers.ts";
import { openTheirs } from "../sessions/import/their-files.ts";
import { entriesOf } from "../sessions/import/told-entries.ts";
import { toolNames, type Transcript } from "../sessions/import/transcript.ts";
import type { DataPaths } from "../sessions/paths.ts";
import { say, sayCount } from "../words/say.ts";
import { concealEntries } from "./export/conceal-entries.ts";
import { openVeil } from "./secret-veil.ts";

export type ImportParts = {
  readonly paths: DataPaths;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The absolute folder that a session belongs to whose transcript does not say. */
  readonly cwd: string;
  readonly version: string;
  /** Whether secrets get names in place of their values. */
  readonly hidesSecrets: boolean;
  /** The time now, ms since 1970. */
  readonly now: () => number;
};

/**
 * `imported`: there is a new session; `notes` say what the user should know of it, a sentence each. `before`: there is one
 * already, and nothing has come since.
 */
export type ImportOutcome =
  | {
      readonly type: "imported";
      readonly sessionId: string;
      readonly file: string;
      readonly cwd: string;
      readonly messages: number;
      readonly notes: readonly string[];
    }
  | { readonly type: "before"; readonly sessionId: string };

export type ImportOptions = {
  /** Also one that was imported before and has not grown. @default false */
  readonly again?: boolean;
  readonly signal?: AbortSignal | undefined;
  /** Is told how much of the session is written, 0 to 1, entry by entry: by far the longest part of the work. */
  readonly onWritten?: ((share: number) => void) | undefined;
};

/**
 * Makes a session from a transcript, with turns for keys in between. One that was imported already is imported anew only
 * with `again`, or when it has grown since. Throws a `UserError` when it cannot be read, when nothing was said in it,
 * when the session cannot be written, or while another rein takes long to do the same; the signal's reason when it fires.
 */
export async function importTranscript(
  found: FoundTranscript,
  parts: ImportParts,
  options: ImportOptions = {},
): Promise<ImportOutcome> {
  const key = importKey(found.tool, found.id);
  return oneImport(parts.paths, key, options.signal, () => importAlone(found, parts, options));
}

async function importAlone(
  found: FoundTranscript,
  parts: ImportParts,
  { again = false, signal, onWritten }: ImportOptions,
): Promise<ImportOutcome> {
  const { tool, id } = found;
  const before = (await inSlices(importedSessions(parts.paths), signal)).get(importKey(tool, id));
  const beforehand = sizeBeforehand(found);
  if (!again && before !== undefined && beforehand !== null && beforehand <= before.size)
    return { type: "before", sessionId: before.sessionId };
  const { transcript, size } = await readFound(found, signal);
  if (!again && before !== undefined && size <= before.size)
    return { type: "before", sessionId: before.sessionId };
  const now = new Date(parts.now()).toISOString();
  const header = headerOf(transcript, found, { now, size, parts });
  const { cwd, createdAt } = header;
  const told = await inSlices(entriesOf(transcript, { cwd, createdAt }), signal);
  const messages = told.filter(({ type }) => type === "user" || type === "assistant").length;
  if (messages === 0)
    throw new UserError(
      say`Nothing was said in ${found.file}, as far as it can be read, so nothing was imported.`,
      { exitCode: 2 },
    );
  const entries = [...told, arrival(told, transcript, now)];
  const file = await write(entries, header, parts, { signal, onWritten });
  const notes = notesOf(transcript, found, before?.sessionId);
  return { type: "imported", sessionId: header.sessionId, file, cwd, messages, notes };
}

/** A file shows its size, bytes; how much of a database is one session's shows once that is read: null. */
function sizeBeforehand({ tool, size }: FoundTranscript): number | null {
  return tool === "opencode" ? null : size;
}

/** Whether there is more of it than this, bytes. Throws a `UserError` when it cannot be read. */
export async function hasGrown(found: FoundTranscript, since: number): Promise<boolean> {
  return (sizeBeforehand(found) ?? (await readFound(found, undefined)).size) > since;
}

/**
 * Writes the log and returns its path. As everything that comes into a log it has names in place of secrets: those of the
 * user's environment, and what looks like one.
 */
async function write(
  entries: readonly Entry[],
  header: Header,
  { paths, hidesSecrets, env }: ImportParts,
  { signal, onWritten }: Pick<ImportOptions, "signal" | "onWritten">,
): Promise<string> {
  const veils = hidesSecrets ? [openVeil({ entries: () => [] }, header.cwd, env)] : [];
  const pause = pauses(signal);
  let log: LogInMaking | undefined;
  try {
    log = beginLog(header, paths);
    for (const [at, entry] of entries.entries()) {
      onWritten?.(at / entries.length);
      for (const shown of veils.length === 0 ? [entry] : await concealEntries([entry], veils)) log.add(shown);
      await pause();
    }
    return log.finish();
  } catch (cause) {
    log?.abandon();
    signal?.throwIfAborted();
    throw new UserError(
      say`The imported session could not be written: ${messageOf(cause)}. Nothing is left of it.`,
      { cause },
    );
  }
}

/** A transcript and how much it is, bytes. */
async function readFound(
  { tool, file, id }: FoundTranscript,
  signal: AbortSignal | undefined,
): Promise<{ readonly transcript: Transcript; readonly size: number }> {
  try {
    if (tool === "opencode" && isOpencodeStore(file)) {
      const session = await loadOpencode({ id, source: file }, signal);
      if (session !== null) {
        const parts = session.messages.flatMap((message) => message.parts);
        const size = parts.reduce((sum, part) => sum + sizeOf(part), 0);
        return { transcript: await inSlices(readOpencode(session), signal), size };
      }
    }
    const source = await openTheirs(file);
    try {
      return { transcript: await inSlices(readerOf(tool)(source), signal), size: source.length };
    } finally {
      source.close();
    }
  } catch (cause) {
    signal?.throwIfAborted();
    throw new UserError(say`${file} could not be read: ${messageOf(cause)}. Nothing was imported.`, {
      cause,
    });
  }
}

/** The same for a part that is a file and for one in a database, which has its ids in columns of their own. */
function sizeOf({ id: _id, sessionID: _session, messageID: _message, ...data }: Fields): number {
  return jsonOf(data).length;
}

function headerOf(
  transcript: Transcript,
  { tool, id, cwd }: FoundTranscript,
  { now, size, parts }: { readonly now: string; readonly size: number; readonly parts: ImportParts },
): Header {
  return {
    type: "header",
    format: logFormatVersion,
    sessionId: randomId(sessionIdLength),
    createdAt: transcript.createdAt ?? now,
    cwd: transcript.cwd ?? cwd ?? parts.cwd,
    version: parts.version,
    ...(transcript.gitBranch === null ? {} : { gitBranch: transcript.gitBranch }),
    importedFrom: { tool, id, size },
  };
}

/** The last entry: the model has to know that its tools were others, and the session is the one used last. */
function arrival(entries: readonly Entry[], { tool }: Transcript, at: string): Entry {
  const name = toolNames[tool];
  const text = say`What comes before was said in ${name}, with the tools of that program. The conversation goes on in rein: only the tools that are here now can be called.`;
  return { type: "notice", text, id: freshId(entries), parentId: entries.at(-1)?.id ?? null, at };
}

function freshId(entries: readonly Entry[]): string {
  const taken = new Set(entries.map(({ id }) => id));
  while (true) {
    const id = randomId(12);
    if (!taken.has(id)) return id;
  }
}

function notesOf(transcript: Transcript, found: FoundTranscript, before: string | undefined): string[] {
  const { unreadable, noise } = transcript.leftOut;
  const helpers = transcript.leftOut.helpers + helpersBeside(found);
  const name = toolNames[transcript.tool];
  return [
    ...(before === undefined
      ? []
      : [say`Session ${before} was made from the same transcript earlier; it stays as it is.`]),
    ...(transcript.cwd === null && found.cwd === null
      ? [say`The transcript does not say where it belongs: the session is one of this folder.`]
      : []),
    ...(unreadable === 0
      ? []
      : [say`Could not be read, and left out: ${sayCount(unreadable, "line")} of the transcript.`]),
    ...(helpers === 0 ? [] : [say`Conversations of helpers that it had started are left out: ${helpers}.`]),
    ...(noise === 0 ? [] : [say`What ${name} had put in for itself is left out: ${noise}.`]),
  ];
}
