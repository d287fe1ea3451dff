/** What the user typed, over all sessions, for the composer's history. One JSONL file, only ever appended to. */
import { closeSync, fstatSync, readSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { z } from "zod";
import { openToAppend, openToRead } from "../private-files/private-file.ts";
import { ensurePrivateFolder } from "../private-files/private-folder.ts";

const promptSchema = z.object({ text: z.string(), at: z.string(), cwd: z.string() });
/** `at` is ISO 8601 in UTC, `cwd` the folder it was typed in. */
export type Prompt = z.infer<typeof promptSchema>;

/** How many prompts are loaded. */
export const promptHistoryLength = 1_000;
/** How much of the file's end is read for them, bytes. */
const tailSize = 2 * 1024 * 1024;

/**
 * The last prompts of all folders, oldest first, neighbours of equal text and folder once. Lines that cannot be read are left out; a file that
 * does not exist is an empty history. Throws what `fs` throws for one that cannot be opened.
 */
export function loadPrompts(file: string, limit = promptHistoryLength): Prompt[] {
  const prompts: Prompt[] = [];
  for (const line of readTail(file).split("\n")) {
    const prompt = parsePrompt(line);
    if (prompt === null || prompt.text.trim() === "") continue;
    const last = prompts.at(-1);
    if (prompt.text !== last?.text || prompt.cwd !== last.cwd) prompts.push(prompt);
  }
  return prompts.slice(-limit);
}

/** Adds one prompt. Two reins may do so at once: a line is one write. Throws what `fs` throws. */
export function appendPrompt(file: string, prompt: Prompt): void {
  ensurePrivateFolder(dirname(file), { mayBeLink: true });
  const fd = openToAppend(file);
  try {
    const line = `${JSON.stringify({ ...prompt, text: prompt.text.toWellFormed() })}\n`;
    writeSync(fd, endsOpen(fd) ? `\n${line}` : line);
  } finally {
    closeSync(fd);
  }
}

/** True when the last line was cut short. */
function endsOpen(fd: number): boolean {
  const { size } = fstatSync(fd);
  const last = Buffer.alloc(1);
  return size > 0 && readSync(fd, last, 0, 1, size - 1) === 1 && last[0] !== 0x0a;
}

function readTail(file: string): string {
  let fd: number;
  try {
    fd = openToRead(file);
  } catch (thrown) {
    if (thrown instanceof Error && "code" in thrown && thrown.code === "ENOENT") return "";
    throw thrown;
  }
  try {
    const { size } = fstatSync(fd);
    const bytes = Buffer.alloc(Math.min(size, tailSize));
    const count = readSync(fd, bytes, 0, bytes.length, size - bytes.length);
    return bytes.toString("utf8", 0, count);
  } finally {
    closeSync(fd);
  }
}

function parsePrompt(line: string): Prompt | null {
  try {
    // A NUL run in front of a line is what a power cut leaves of the line before it.
    return promptSchema.parse(JSON.parse(line.replaceAll("\0", "")));
  } catch {
    return null;
  }
}
