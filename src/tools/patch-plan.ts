/** What a patch makes of the files that it names: everything is read and worked out in memory, nothing is written. */
import { dirname } from "node:path";
import type { FileChange, WriteCaution } from "../protocol/tool-result.ts";
import { compareTexts } from "../workspace/compare-texts.ts";
import { displayPath, resolveName } from "../workspace/paths.ts";
import type { PatchHunk, PatchSection } from "../workspace/patch-format.ts";
import { applyHunks } from "../workspace/patch-hunks.ts";
import { type FileSnapshot, readFileSnapshot } from "../workspace/read-file.ts";
import { type DecodedText, encodeText, inStyleOf, newText } from "../workspace/text.ts";
import type { FileStep } from "../workspace/write-all.ts";
import type { ChangedFile } from "./choose-hunks.ts";
import { asChangeErrors, notThere } from "./failures.ts";
import { requireWritable, resolveToChange } from "./file-change.ts";
import { notPlacedInWords } from "./hunk-words.ts";
import { type ToolContext, ToolError } from "./tool.ts";

/** One file that a patch names, as it will be. */
export type PlannedFile = {
  /** Absolute and real. */
  readonly path: string;
  /** As it is shown. */
  readonly name: string;
  /** What is to be known of its place before it is written. */
  readonly caution?: WriteCaution;
  readonly before: FileSnapshot | null;
  /** Null when the file will not be there. */
  readonly after: PlannedContent | null;
};

export type PlannedContent = {
  readonly bytes: Uint8Array;
  /** Null for bytes that are no text: they can move, and nothing else. */
  readonly decoded: DecodedText | null;
  /** Permission bits; null for those of any new file. */
  readonly mode: number | null;
  /** The session knows all of it: it has read the whole file before, or written it. */
  readonly known: boolean;
  /** The file that it was before this patch, when it has moved. */
  readonly movedFrom: PlannedFile | null;
};

export type PatchPlan = {
  /** In the order in which the patch names them, each once. */
  readonly files: readonly PlannedFile[];
  /** The model's own paths and where each leads. */
  readonly places: readonly { readonly given: string; readonly path: string }[];
  /** Whole sentences. */
  readonly notes: readonly string[];
};

/** The plan while it is made: sections on one file build on each other. */
type Draft = {
  readonly context: ToolContext;
  readonly files: Map<string, PlannedFile>;
  readonly places: { given: string; path: string }[];
  readonly notes: string[];
};

/**
 * Works out what the sections make of the files, one section after the other.
 *
 * @throws ToolError for the first section that cannot be done
 */
export async function planPatch(sections: readonly PatchSection[], context: ToolContext): Promise<PatchPlan> {
  const draft: Draft = { context, files: new Map(), places: [], notes: [] };
  for (const section of sections) {
    switch (section.type) {
      case "add":
        await planAdd(draft, section.path, section.text);
        break;
      case "delete":
        await planDelete(draft, section.path);
        break;
      case "update":
        await planUpdate(draft, section.path, section.hunks, section.moveTo);
        break;
      default:
        section satisfies never;
    }
  }
  const files = [...draft.files.values()];
  for (const file of files) requireFolderAbove(file, draft.files);
  return { files, places: draft.places, notes: withoutMany(draft.notes) };
}

/** The disk could not make one file below another; where the other is to go, it goes last. */
function requireFolderAbove({ path, name, after }: PlannedFile, files: Draft["files"]): void {
  if (after === null) return;
  for (let folder = dirname(path); folder !== "/"; folder = dirname(folder)) {
    const above = files.get(folder);
    if (above === undefined || (above.before ?? above.after) === null) continue;
    throw failure(`${name} cannot be made: ${above.name} is a file, not a folder`);
  }
}

/** So many notes are told. */
const maxNotes = 20;

function withoutMany(notes: readonly string[]): readonly string[] {
  if (notes.length <= maxNotes) return notes;
  return [...notes.slice(0, maxNotes), `[${notes.length - maxNotes} more notes of this kind are left out.]`];
}

/** What has to be done on the disk, once all sections are counted together. */
export function stepsOf({ files }: PatchPlan): FileStep[] {
  return files.flatMap(({ path, before, after }): FileStep[] => {
    if (before === null) {
      return after === null ? [] : [{ type: "create", path, bytes: after.bytes, mode: after.mode }];
    }
    if (after === null) return [{ type: "delete", before }];
    return Buffer.compare(before.bytes, after.bytes) === 0
      ? []
      : [{ type: "replace", before, bytes: after.bytes }];
  });
}

/** A planned file as the user is shown it. `before` is the text that it is compared with. */
export type PlannedChange = ChangedFile & { readonly file: PlannedFile };

/** What the user is shown: one change a file, a move as one. */
export function changesOf({ files }: Pick<PatchPlan, "files">): PlannedChange[] {
  const moved = new Set(files.map(({ after }) => after?.movedFrom?.path));
  return files.flatMap((file): PlannedChange[] => {
    const { path, name, before, after } = file;
    if (after === null) {
      if (before === null || moved.has(path)) return [];
      const text = before.decoded?.text ?? null;
      const change: FileChange =
        text === null ? { path: name, kind: "deleted", hunks: [] } : compareTexts(name, text, null);
      return [{ file, change, before: text, after: null }];
    }
    const origin = after.movedFrom;
    const old = (origin ?? { before }).before?.decoded?.text ?? null;
    const now = after.decoded?.text ?? null;
    const change: FileChange =
      now === null ? { path: name, kind: "unchanged", hunks: [] } : compareTexts(name, old, now);
    const shown = origin === null ? change : { ...change, movedFrom: origin.name };
    return [{ file, change: shown, before: old, after: now }];
  });
}

async function planAdd(draft: Draft, given: string, text: string): Promise<void> {
  const file = await fileAt(draft, given);
  if (given.endsWith("/")) throw failure(`${file.name} is a folder`);
  const { before, after } = file;
  if (after !== null) requireReplaceable(draft, file);
  const decoded = after?.decoded ? inStyleOf(after.decoded, text) : newText(text);
  const mode = before?.mode ?? null;
  const content = { bytes: encodeText(decoded), decoded, mode, known: true, movedFrom: null };
  draft.files.set(file.path, { ...file, after: content });
}

/** A file is overwritten only as `write_file` would: when all of what is lost has been read. */
function requireReplaceable({ context }: Draft, { path, name, before, after }: PlannedFile): void {
  if (before === null || after?.bytes !== before.bytes) {
    throw failure(`${name} is named by an earlier section of this patch too; put it all into one`);
  }
  if (before.decoded?.text === "") return;
  const read = context.reads.get(path);
  if (read?.whole !== true || read.hash !== before.hash) {
    throw failure(
      `${name} exists and ${read?.whole === true ? "has changed since it was read" : "was not read as a whole"}. ` +
        "To change it, use *** Update File. To replace it all, read it first",
    );
  }
  if (before.decoded === null) throw failure(`${name} is binary or in an unknown encoding`);
}

async function planDelete(draft: Draft, given: string): Promise<void> {
  const file = await fileAt(draft, given);
  await contentOf(draft, file);
  await requireNoLink(draft, given, file);
  draft.files.set(file.path, { ...file, after: null });
}

async function planUpdate(
  draft: Draft,
  given: string,
  hunks: readonly PatchHunk[],
  moveTo: string | null,
): Promise<void> {
  const file = await fileAt(draft, given);
  const old = await contentOf(draft, file, " To create it, use *** Add File.");
  const content = hunks.length === 0 ? old : withHunks(draft, file, old, hunks);
  if (moveTo === null) {
    draft.files.set(file.path, { ...file, after: content });
    return;
  }
  const target = await fileAt(draft, moveTo);
  if (target.path === file.path) {
    if (hunks.length === 0) throw failure(`${file.name} would move onto itself`);
    draft.notes.push(`${file.name} was to move onto itself and stayed where it is.`);
    draft.files.set(file.path, { ...file, after: content });
    return;
  }
  if (moveTo.endsWith("/")) throw failure(`${target.name} is a folder; name the file that it should be`);
  if (target.before !== null || target.after !== null) {
    throw failure(
      `${file.name} cannot move to ${target.name}: there is a file. Delete that one first, in a patch of its own`,
    );
  }
  await requireNoLink(draft, given, file);
  await requireNoLink(draft, moveTo, target);
  const movedFrom = old.movedFrom ?? (file.before === null ? null : file);
  draft.files.set(file.path, { ...file, after: null });
  draft.files.set(target.path, { ...target, after: { ...content, movedFrom } });
}

function withHunks(
  draft: Draft,
  file: PlannedFile,
  content: PlannedContent,
  hunks: readonly PatchHunk[],
): PlannedContent {
  if (content.decoded === null) {
    throw failure(`${file.name} is binary or in an unknown encoding, so a change could damage it`);
  }
  const { text } = content.decoded;
  const applied = applyHunks(text, hunks);
  if (applied.type === "not_placed")
    throw new ToolError(notPlacedInWords(draft.context, { ...file, text }, hunks, applied));
  draft.notes.push(...applied.notes.map((note) => `${file.name}: ${note}`));
  const decoded = { ...content.decoded, text: applied.text };
  return { ...content, decoded, bytes: encodeText(decoded) };
}

/** The file that a path leads to, as the sections before this one have left it. */
async function fileAt(draft: Draft, given: string): Promise<PlannedFile> {
  const { cwd, reads } = draft.context;
  const { path, type, caution } = await resolveToChange(cwd, given);
  draft.places.push({ given, path });
  const known = draft.files.get(path);
  if (known !== undefined) return known;
  const name = displayPath(cwd, path);
  if (type === "directory") throw failure(`${name} is a folder; a patch is for files`);
  const file = type === null ? { path, name, before: null, after: null } : await readFile(path, name);
  const read = reads.get(path);
  const isKnown = read?.whole === true && read.hash === file.before?.hash;
  if (read !== undefined && file.before !== null && read.hash !== file.before.hash) {
    draft.notes.push(`${name} had changed since it was read.`);
  }
  const after = file.after === null ? null : { ...file.after, known: isKnown };
  const planned = { ...file, after, ...(caution === undefined ? {} : { caution }) };
  draft.files.set(path, planned);
  return planned;
}

async function readFile(path: string, name: string): Promise<PlannedFile> {
  const before = await asChangeErrors(() => readFileSnapshot(path));
  requireWritable(before, name);
  const { bytes, decoded, mode } = before;
  return { path, name, before, after: { bytes, decoded, mode, known: false, movedFrom: null } };
}

async function contentOf(
  { context }: Draft,
  { path, name, before, after }: PlannedFile,
  hint = "",
): Promise<PlannedContent> {
  if (after !== null) return after;
  throw before === null
    ? await notThere(context.cwd, path, ` Nothing was changed.${hint}`)
    : failure(`${name} is deleted or moved by an earlier section of this patch`);
}

/** Deleting or moving the target of a link would leave the link; taking the link alone could not be undone. */
async function requireNoLink({ context }: Draft, given: string, { path }: PlannedFile): Promise<void> {
  const named = await asChangeErrors(() => resolveName(context.cwd, given));
  if (named.path === path) return;
  throw failure(
    `${given} is a symbolic link to ${displayPath(context.cwd, path)}. Name that file, or use bash for the link itself`,
  );
}

function failure(what: string): ToolError {
  return new ToolError(`${what}. Nothing was changed.`);
}
