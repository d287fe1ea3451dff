/** What the user typed, over all sessions, for the composer's history. One JSONL file, only ever appended to. */
import { closeSync, fstatSync, readSync } from "node:fs";
import { dirname } from "node:path";
import { z } from "zod";
import { openToAppend, writeWhole } from "../private-files/private-file.ts";
import { ensurePrivateFolder } from "../private-files/private-folder.ts";
import { openPromptFile } from "./prompt-file.ts";

const promptSchema = z.object({ text: z.string(), at: z.string(), cwd: z.string() });
/** `at` is ISO 8601 in UTC, `cwd` the folder it was typed in. */
export type Prompt = z.infer<typeof promptSchema>;

/** How many prompts are loaded at the start. */
export const promptHistoryLength = 1_000;
/** How much of the file's end is read for them, bytes. */
const tailSize = 2 * 1024 * 1024;

/** How far back is read when somebody searches or goes back: in prompts, and in bytes of the file. */
const mostPrompts = 100_000;
const mostBytes = 64 * 1024 * 1024;

/**
 * A longer one is not kept, UTF-16 units: it was a paste, the session has it, and it would push everything else out of
 * what is read at a start.
 */
export const longestPrompt = 500_000;

export type PromptHistory = {
  /** The newest of all folders, oldest first: what a start can afford. Read once, before the others. */
  newest(): Prompt[];
  /** The prompts in front of those that were read, oldest first, some at a time; null when there are none left. */
  older(): Prompt[] | null;
  /** What other reins have added since, oldest first. */
  added(): Prompt[];
  /** Adds one. False when it is too long to be kept. */
  add(prompt: Prompt): boolean;
};

/**
 * The history in a file, which need not be there. Neighbours of equal text and folder count once; lines that cannot be
 * read are left out. Each function throws what `fs` throws, and a `LinkError` for a link.
 */
export function openPromptHistory(file: string, limit = promptHistoryLength): PromptHistory {
  const lines = openPromptFile(file);
  /** Lines that were added here: they are no news. */
  const own = new Set<string>();
  let count = 0;
  const next = (): Prompt[] | null => {
    const part = lines.older();
    if (part === null) return null;
    const prompts = promptsOf(part);
    count += prompts.length;
    return prompts;
  };
  const isEnough = () => count >= limit || lines.bytesRead >= tailSize;
  return {
    newest() {
      const parts: Prompt[][] = [];
      for (let part = next(); part !== null; part = isEnough() ? null : next()) parts.push(part);
      return parts.toReversed().flat();
    },
    older: () => (count >= mostPrompts || lines.bytesRead >= mostBytes ? null : next()),
    added: () => promptsOf(lines.added().filter((line) => !own.delete(line))),
    add(prompt) {
      if (prompt.text.length > longestPrompt) return false;
      own.add(lineOf(prompt));
      appendPrompt(file, prompt);
      return true;
    },
  };
}

/** The last prompts of all folders, oldest first; an empty history where there is no file. Throws what `fs` throws. */
export function loadPrompts(file: string, limit = promptHistoryLength): Prompt[] {
  return openPromptHistory(file, limit).newest().slice(-limit);
}

/** Adds one prompt. Two reins may do so at once: a line is one write. Throws what `fs` throws. */
export function appendPrompt(file: string, prompt: Prompt): void {
  ensurePrivateFolder(dirname(file), { mayBeLink: true });
  const fd = openToAppend(file);
  try {
    const line = `${lineOf(prompt)}\n`;
    writeWhole(fd, endsOpen(fd) ? `\n${line}` : line);
  } finally {
    closeSync(fd);
  }
}

function lineOf(prompt: Prompt): string {
  return JSON.stringify({ ...prompt, text: prompt.text.toWellFormed() });
}

/** True when the last line was cut short. */
function endsOpen(fd: number): boolean {
  const { size } = fstatSync(fd);
  const last = Buffer.alloc(1);
  return size > 0 && readSync(fd, last, 0, 1, size - 1) === 1 && last[0] !== 0x0a;
}

function promptsOf(lines: readonly string[]): Prompt[] {
  const prompts: Prompt[] = [];
  // A NUL run in front of a line is what a power cut leaves of the line before it.
  for (const line of lines.flatMap((line) => line.split("\0"))) {
    const prompt = parsePrompt(line);
    if (prompt === null || prompt.text.trim() === "") continue;
    const last = prompts.at(-1);
    if (prompt.text !== last?.text || prompt.cwd !== last.cwd) prompts.push(prompt);
  }
  return prompts;
}

function parsePrompt(line: string): Prompt | null {
  try {
    return promptSchema.parse(JSON.parse(line));
  } catch {
    return null;
  }
}
