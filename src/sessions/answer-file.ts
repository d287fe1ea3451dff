/**
 * What a model has said of an answer that is not over: beside the log, for a kill that nothing can catch. The answer's entry
 * says it all, so the file is gone when that is in the log; where it is there still, the program was killed before.
 */
import { closeSync, renameSync, rmSync } from "node:fs";
import { z } from "zod";
import { openAgain, openNew, readPrivateFile, writeWhole } from "../private-files/private-file.ts";
import { assistantEntrySchema, type Entry, type EntryOf, type NewEntry } from "../protocol/entry.ts";
import type { AssistantPart } from "../protocol/message.ts";

export type AnswerFile = {
  /**
   * Another answer begins; what is kept of the one before it goes. `entry`: the entry that it would be now, whose `parts`
   * do not count.
   */
  begin(entry: () => NewEntry): void;
  /** More has arrived of it. Never throws: a disk that takes nothing is told of by the log. */
  add(type: "text" | "reasoning", text: string): void;
  /** It is in the log, or nothing is to be kept of it. */
  end(): void;
};

/** What arrives within so many ms is written at once; a kill loses no more than that. */
const pauseMs = 1_000;
/** So much is not waited with, UTF-16 units. */
const mostWaiting = 4_096;

const pieceSchema = z.object({ type: z.enum(["text", "reasoning"]), text: z.string() });
const headSchema = assistantEntrySchema.omit({ id: true, parentId: true, at: true });
const lineSchema = z.object({ said: z.array(pieceSchema), latencyMs: z.number() });
type Piece = { readonly type: "text" | "reasoning"; text: string };

/** The name of the file that belongs to a log. */
export const answerFileOf = (log: string): string => `${log}.answer`;

/**
 * The file beside a log, which its session holds the lock of; null keeps nothing. `schedule` calls back after so many ms
 * and returns what prevents that; it keeps no program alive.
 */
export function createAnswerFile(log: string | null, schedule: typeof afterPause = afterPause): AnswerFile {
  const file = log === null ? null : answerFileOf(log);
  let entry: (() => NewEntry) | undefined;
  let waiting: Piece[] = [];
  let size = 0;
  let prevent: (() => void) | undefined;
  /** There is a file, or may be. */
  let isWritten = false;

  function write(): void {
    prevent?.();
    prevent = undefined;
    const now = entry?.();
    if (file === null || now?.type !== "assistant" || waiting.length === 0) return;
    const { latencyMs } = now;
    const lines = [...(isWritten ? [] : [{ ...now, parts: [] }]), { said: waiting, latencyMs }];
    waiting = [];
    size = 0;
    try {
      if (!isWritten) rmSync(file, { force: true });
      const fd = isWritten ? openAgain(file) : openNew(file);
      isWritten = true;
      try {
        writeWhole(fd, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
      } finally {
        closeSync(fd);
      }
    } catch {
      // A part that has a gap is worth less than its beginning. The log tells of a disk that takes nothing.
      entry = undefined;
    }
  }

  function end(): void {
    prevent?.();
    prevent = undefined;
    entry = undefined;
    waiting = [];
    size = 0;
    if (isWritten && log !== null) removeAnswerLeft(log);
    isWritten = false;
  }

  return {
    end,
    begin(next) {
      end();
      entry = next;
    },
    add(type, text) {
      if (file === null || entry === undefined || text === "") return;
      const last = waiting.at(-1);
      if (last?.type === type) last.text += text;
      else waiting.push({ type, text });
      size += text.length;
      if (size >= mostWaiting) write();
      else prevent ??= schedule(write, pauseMs);
    },
  };
}

/**
 * The entry for what was said of an answer when the program was killed, to be added to a branch of its log. Null when there
 * is nothing, the log has that answer, or it is of another branch. Throws what `fs` throws.
 */
export function answerLeft(log: string, branch: readonly Entry[]): NewEntry | null {
  const text = readPrivateFile(answerFileOf(log))?.toString("utf8");
  if (text === undefined) return null;
  const [first, ...rest] = text.split("\n");
  const head = headSchema.safeParse(parsed(first ?? ""));
  if (!head.success || !isMissing(head.data, branch)) return null;
  const parts: Piece[] = [];
  let { latencyMs } = head.data;
  for (const line of rest) {
    const { success, data } = lineSchema.safeParse(parsed(line));
    // A kill has cut it short: nothing whole stands behind it.
    if (!success) break;
    ({ latencyMs } = data);
    for (const piece of data.said) {
      const last = parts.at(-1);
      if (last?.type === piece.type) last.text += piece.text;
      else parts.push({ ...piece });
    }
  }
  return parts.length === 0 ? null : { ...head.data, latencyMs, parts: parts satisfies AssistantPart[] };
}

/** Its answer is in the log, or nobody will ask for it. What cannot be removed is never taken for another answer. */
export function removeAnswerLeft(log: string): void {
  try {
    rmSync(answerFileOf(log), { force: true });
  } catch {
    // A folder that cannot be written to any more: the log tells of it.
  }
}

/** It goes where its log has gone. */
export function moveAnswerLeft(log: string, target: string): void {
  try {
    renameSync(answerFileOf(log), answerFileOf(target));
  } catch {
    // Hardly ever is there one. Without its log nobody reads it.
  }
}

/** Its turn is open at the end of the branch, and the log does not say what came of this attempt. */
function isMissing(
  { turnId, step, attempts, requestedAfter }: Omit<EntryOf<"assistant">, "id" | "parentId" | "at">,
  branch: readonly Entry[],
): boolean {
  const start = branch.findLastIndex((entry) => entry.type === "turn_start");
  const turn = start === -1 ? [] : branch.slice(start);
  const [begun] = turn;
  if (begun?.type !== "turn_start" || begun.turnId !== turnId) return false;
  if (requestedAfter !== undefined && !branch.some(({ id }) => id === requestedAfter)) return false;
  return !turn.some(
    (entry) =>
      entry.type === "turn_end" ||
      (entry.type === "assistant" &&
        (entry.step > step || (entry.step === step && entry.attempts >= attempts))),
  );
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function afterPause(task: () => void, ms: number): () => void {
  const timer = setTimeout(task, ms);
  timer.unref();
  return () => clearTimeout(timer);
}
