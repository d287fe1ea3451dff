/**
 * What was being written when a program ended. Each running rein has a file of its own, which is gone when nothing is
 * kept: what is saved is appended, so that a key costs one small write, and a kill loses at most the last one. A file
 * belongs to a session, or, before that has begun, to its folder; whoever comes next takes over those that nobody holds.
 */
import { closeSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { EncodedImage } from "../protocol/message.ts";
import {
  openAgain,
  openNew,
  readPrivateFile,
  replacePrivateFile,
  writeWhole,
} from "../private-files/private-file.ts";
import { ensurePrivateFolder } from "../private-files/private-folder.ts";
import { randomId } from "./ids.ts";
import { acquireLock, type LockAttempt } from "./lock.ts";

/**
 * A text with the long pastes and the images that stand in it; `isTyped`: it may be a command, for its first character was
 * typed.
 */
export type KeptText = {
  readonly text: string;
  readonly chips: readonly KeptChip[];
  readonly isTyped: boolean;
};

/** What an image's `text` is in the message is its label. */
export type KeptChip = {
  readonly id: number;
  readonly text: string;
  readonly lines: number;
  readonly image?: EncodedImage;
};

/** The text in the composer, and those that were set aside, the youngest last. */
export type Kept = { readonly draft: KeptText | null; readonly stash: readonly KeptText[] };

export const nothingKept: Kept = { draft: null, stash: [] };

export interface DraftFile {
  /**
   * Writes down what is kept now, for the session or folder of `key`. `afresh`: nothing of what was saved before stays in
   * the file. Throws what `fs` throws.
   */
  save(key: string, kept: Kept, afresh?: boolean): void;
  /**
   * Takes over what ended programs left for `key`, together with what is kept by this one already, and saves it. Null
   * when there was nothing. Throws what `fs` throws.
   */
  claim(key: string, own: Kept): Kept | null;
  /** Leaves what is saved to whoever comes next. */
  close(): void;
}

export const draftKeyOfSession = (id: string): string => `s-${id}`;
/** `folder` is absolute. */
export const draftKeyOfFolder = (folder: string): string =>
  `f-${new Bun.CryptoHasher("sha256").update(folder).digest("hex").slice(0, 20)}`;

/** Longer texts are written once and named by a number from then on; UTF-16 units. */
const longText = 2_000;
/** A file is written anew when this much of it is out of date, in UTF-16 units, and most of it is. */
const mostOutdated = 1_000_000;
/** A draft for which nobody came back in so many ms is removed. */
const longestKept = 30 * 24 * 60 * 60 * 1000;
const ending = ".jsonl";

const referenceSchema = z.union([z.string(), z.number()]);
const textSchema = z.object({
  text: referenceSchema,
  chips: z.array(
    z.object({
      id: z.number(),
      text: referenceSchema,
      lines: z.number(),
      image: z.object({ mediaType: z.string(), data: referenceSchema }).exactOptional(),
    }),
  ),
  isTyped: z.boolean(),
});
const lineSchema = z.union([
  z.object({ long: z.number(), text: z.string() }),
  z.object({ draft: textSchema.nullable(), stash: z.array(textSchema) }),
]);
type WrittenText = z.infer<typeof textSchema>;

/** `locks` is the folder of locks. Touches nothing before the first call. `now` is the time in ms. */
export function createDraftFile(folder: string, locks: string, now: () => number): DraftFile {
  const id = randomId(12);
  let key: string | undefined;
  let lock: LockAttempt | undefined;
  let longTexts = new Map<string, number>();
  let size = 0;
  /** A save failed on its way: nobody knows which of its lines are in the file. */
  let isDoubted = false;

  const fileOf = (owner: string, of = id) => join(folder, `${owner}.${of}${ending}`);

  /** The lines that say it, with those for long texts that are not in the file yet. */
  function linesOf({ draft, stash }: Kept): string {
    const lines: string[] = [];
    const referenceTo = (text: string): string | number => {
      if (text.length < longText) return text.toWellFormed();
      const known = longTexts.get(text);
      if (known !== undefined) return known;
      const long = longTexts.size;
      longTexts.set(text, long);
      lines.push(JSON.stringify({ long, text: text.toWellFormed() }));
      return long;
    };
    const write = ({ text, chips, isTyped }: KeptText): WrittenText => ({
      text: referenceTo(text),
      chips: chips.map(({ id, text, lines, image }) => ({
        id,
        text: referenceTo(text),
        lines,
        ...(image === undefined ? {} : { image: { ...image, data: referenceTo(image.data) } }),
      })),
      isTyped,
    });
    const last = { draft: draft === null ? null : write(draft), stash: stash.map(write) };
    return `${[...lines, JSON.stringify(last)].join("\n")}\n`;
  }

  /** A line that a kill has cut short is ended by the newline that the next one begins with. */
  function append(file: string, kept: Kept): void {
    const lines = `\n${linesOf(kept)}`;
    const fd = size === 0 ? openNew(file) : openAgain(file);
    try {
      writeWhole(fd, lines);
    } finally {
      closeSync(fd);
    }
    size += lines.length;
  }

  function letGo(): void {
    if (lock?.type === "locked") lock.release();
    lock = undefined;
  }

  /** Takes the lock, and takes it again when somebody has removed the data folder. */
  function hold(): void {
    if (lock !== undefined && !(lock.type === "locked" && lock.isGone())) return;
    letGo();
    ensurePrivateFolder(folder);
    // Without locks two programs may both take over a draft; that is better than none.
    lock = acquireLock(locks, lockOf(id), new Date(now()).toISOString());
  }

  function startOver(): void {
    longTexts = new Map();
    size = 0;
  }

  function save(owner: string, kept: Kept, afresh = false): void {
    if (kept.draft === null && kept.stash.length === 0) {
      if (key !== undefined) rmSync(fileOf(key), { force: true });
      key = undefined;
      // Nobody would ever remove the lock of a draft that is gone when this program is killed.
      letGo();
      isDoubted = false;
      return startOver();
    }
    hold();
    if (key !== undefined && key !== owner) moveTo(owner);
    key = owner;
    const file = fileOf(owner);
    const needed = lengthOf(kept);
    const isAnew = afresh || isDoubted || (size - needed > mostOutdated && size > needed * 4);
    isDoubted = true;
    if (isAnew) writeAnew(file, kept);
    else appendOrBegin(file, kept);
    isDoubted = false;
  }

  function writeAnew(file: string, kept: Kept): void {
    startOver();
    const lines = linesOf(kept);
    replacePrivateFile(file, lines);
    size = lines.length;
  }

  function appendOrBegin(file: string, kept: Kept): void {
    try {
      append(file, kept);
    } catch (thrown) {
      if (!isMissing(thrown)) throw thrown;
      // Somebody has removed it: what it held has to be written again.
      startOver();
      ensurePrivateFolder(folder);
      append(file, kept);
    }
  }

  function moveTo(owner: string): void {
    if (key === undefined) return;
    try {
      renameSync(fileOf(key), fileOf(owner));
    } catch (thrown) {
      if (!isMissing(thrown)) throw thrown;
      startOver();
    }
  }

  return {
    save,
    claim(owner, own) {
      const left = leftBehind(folder, owner, now());
      const taken: { readonly kept: Kept; readonly done: () => void }[] = [];
      for (const name of left) {
        const of = name.slice(owner.length + 1, -ending.length);
        if (of === id) continue;
        const lock = acquireLock(locks, lockOf(of), new Date(now()).toISOString());
        if (lock.type === "held") continue;
        const file = join(folder, name);
        const done = () => {
          rmSync(file, { force: true });
          if (lock.type === "locked") lock.release();
        };
        taken.push({ kept: readKept(file), done });
      }
      const drafts = [...taken.map(({ kept }) => kept), own];
      const all = drafts.flatMap(({ draft, stash }) => (draft === null ? stash : [...stash, draft]));
      if (all.length > own.stash.length + (own.draft === null ? 0 : 1)) {
        // What is in the composer already stays there; else the youngest draft comes back to it.
        const draft = own.draft ?? drafts.findLast((kept) => kept.draft !== null)?.draft ?? null;
        const kept = { draft, stash: all.filter((text) => text !== draft) };
        save(owner, kept);
        for (const { done } of taken) done();
        return kept;
      }
      for (const { done } of taken) done();
      return null;
    },
    close: letGo,
  };
}

/** The files of a session or folder, the youngest last; what nobody came back for is removed on the way. */
function leftBehind(folder: string, owner: string, now: number): readonly string[] {
  const found: { readonly name: string; readonly at: number }[] = [];
  for (const name of namesIn(folder)) {
    const isDraft = name.endsWith(ending);
    // The other is what a killed program has left half written.
    const isOurs = isDraft || name.endsWith(".tmp");
    const stats = isOurs ? statSync(join(folder, name), { throwIfNoEntry: false }) : undefined;
    if (stats === undefined) continue;
    if (now - stats.mtimeMs > longestKept) rmSync(join(folder, name), { force: true });
    else if (isDraft && name.startsWith(`${owner}.`)) found.push({ name, at: stats.mtimeMs });
  }
  return found.toSorted((one, other) => one.at - other.at).map(({ name }) => name);
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch (thrown) {
    if (isMissing(thrown)) return [];
    throw thrown;
  }
}

/** What the last whole line says. Lines that cannot be read are left out: a kill may have cut one short. */
function readKept(file: string): Kept {
  const longTexts = new Map<number, string>();
  let last: Kept = nothingKept;
  // A NUL run in front of a line is what a power cut leaves of the line before it.
  for (const text of readPrivateFile(file)
    ?.toString("utf8")
    .split(/[\n\0]+/) ?? []) {
    const line = parseLine(text);
    if (line === null) continue;
    if ("long" in line) longTexts.set(line.long, line.text);
    else last = resolved(line, longTexts) ?? last;
  }
  return last;
}

function parseLine(line: string): z.infer<typeof lineSchema> | null {
  try {
    return lineSchema.parse(JSON.parse(line));
  } catch {
    return null;
  }
}

/** With the long texts in their places; null when one of them is lost. */
function resolved(
  { draft, stash }: { readonly draft: WrittenText | null; readonly stash: readonly WrittenText[] },
  longTexts: ReadonlyMap<number, string>,
): Kept | null {
  let isWhole = true;
  const textOf = (reference: string | number): string => {
    const text = typeof reference === "string" ? reference : longTexts.get(reference);
    if (text === undefined) isWhole = false;
    return text ?? "";
  };
  const read = ({ text, chips, isTyped }: WrittenText): KeptText => ({
    text: textOf(text),
    chips: chips.map(({ id, text, lines, image }) => ({
      id,
      text: textOf(text),
      lines,
      ...(image === undefined ? {} : { image: { ...image, data: textOf(image.data) } }),
    })),
    isTyped,
  });
  const kept = { draft: draft === null ? null : read(draft), stash: stash.map(read) };
  return isWhole ? kept : null;
}

function lengthOf({ draft, stash }: Kept): number {
  const texts = draft === null ? stash : [...stash, draft];
  return texts.reduce(
    (sum, { text, chips }) => sum + chips.reduce((more, chip) => more + lengthOfChip(chip), text.length),
    0,
  );
}

function lengthOfChip({ text, image }: KeptChip): number {
  return text.length + (image?.data.length ?? 0);
}

const lockOf = (id: string): string => `draft-${id}`;

function isMissing(thrown: unknown): boolean {
  return thrown instanceof Error && "code" in thrown && thrown.code === "ENOENT";
}
