/** The transcripts of other programs on this disk. Nothing of theirs is written to. */
import { createHash } from "node:crypto";
import { basename, dirname, join } from "node:path";
import { messageOf } from "../../protocol/error.ts";
import type { Environment } from "../paths.ts";
import { cutText } from "../../workspace/text.ts";
import { say } from "../../words/say.ts";
import { type Fields, fieldsOf, folderOf, lineOf, textOf, timeOf } from "./fields.ts";
import { inSlices } from "./in-slices.ts";
import { opencodeSessions } from "./opencode-store.ts";
import { importPlaces, type ImportPlaces } from "./places.ts";
import { readerOf } from "./readers.ts";
import { objectIn, sourceOf } from "./source-lines.ts";
import { headOf, isPacked, namesIn, theirText } from "./their-files.ts";
import { type ImportTool, importTools, type Transcript } from "./transcript.ts";

/** One transcript in a list. */
export type FoundTranscript = {
  readonly tool: ImportTool;
  /** Its id there: that of the session, or the file where it has none. */
  readonly id: string;
  /** Absolute: its file, or the database that it is in. */
  readonly file: string;
  /** Bytes; null where nobody knows it before all of it is read. */
  readonly size: number | null;
  /** ISO 8601 in UTC. */
  readonly updatedAt: string;
  /** The absolute folder that it belongs to, or null. */
  readonly cwd: string | null;
  /** What it is called there, or the first line that the user wrote; empty where that is not near its beginning. */
  readonly title: string;
};

export type FindOptions = {
  /** Only those of exactly this folder. */
  readonly cwd?: string;
  /** A folder that a transcript may name in a way that only shows whether it is this one. @default `cwd` */
  readonly here?: string;
  readonly tool?: ImportTool;
  /** Only those whose id may be this one or begin so, as far as the names of files say; no other one is opened. */
  readonly named?: string;
  /** Is told of a place that is there and cannot be read, and why; of a file only where it is `named`. @default nobody is */
  readonly onUnreadable?: (file: string, why: string) => void;
  readonly signal?: AbortSignal;
};

/** The transcripts, the last used first, without those of helpers. Throws the signal's reason when it fires. */
export async function findTranscripts(
  env: Environment,
  options: FindOptions = {},
): Promise<FoundTranscript[]> {
  const places = importPlaces(env);
  const found: FoundTranscript[] = [];
  for (const tool of importTools)
    if (options.tool === undefined || options.tool === tool)
      found.push(...(await finders[tool](places, options)));
  return found.toSorted((one, other) =>
    one.updatedAt < other.updatedAt ? 1 : one.updatedAt > other.updatedAt ? -1 : 0,
  );
}

/** What a person is told of a place that cannot be read. */
export function unreadableWords(file: string, why: string): string {
  return say`${file} could not be read: ${why}. The sessions in it are not listed.`;
}

type Finding = Generator<void, FoundTranscript[]>;
type Finder = (places: ImportPlaces, options: FindOptions) => Promise<FoundTranscript[]>;

const finders: Readonly<Record<ImportTool, Finder>> = {
  "claude-code": ({ claudeProjects }, options) => {
    const { cwd, signal } = options;
    const folders = claudeProjects.flatMap((place) =>
      namesIn(place)
        .filter((name) => cwd === undefined || mayBeOf(cwd, name))
        .map((name) => join(place, name)),
    );
    const files = folders.flatMap((folder) => filesIn(folder, /^(?!agent-).*\.jsonl$/));
    return inSlices(glanced("claude-code", files, options), signal);
  },
  codex: ({ codexSessions }, options) => {
    const all = codexSessions.flatMap((place) => filesBelow(place, /^rollout-.*\.jsonl(?:\.zst)?$/, 3));
    const files = withoutTwins(all, (file) => (isPacked(file) ? file.slice(0, -".zst".length) : ""));
    return inSlices(glanced("codex", files, options), options.signal);
  },
  "gemini-cli": (places, options) => inSlices(geminiChats(places, options), options.signal),
  opencode: async (places, { cwd, named = "", onUnreadable, signal }) => {
    const isWanted = ({ id, directory }: Fields) =>
      (cwd === undefined || directory === cwd) && textOf(id).startsWith(named);
    const rows = await opencodeSessions(places, { isWanted, onUnreadable, signal });
    return rows.map(({ id, source, info, updated, size }) => ({
      tool: "opencode",
      id,
      file: source,
      size,
      updatedAt: timeOf(updated) || new Date(0).toISOString(),
      cwd: folderOf(info["directory"]),
      title: firstLine(textOf(info["title"])),
    }));
  },
  pi: ({ piSessions }, options) =>
    inSlices(glanced("pi", filesBelow(piSessions, /\.jsonl$/, 1), options), options.signal),
};

/** From here on Claude Code cuts the names of folders, and puts a checksum behind them; UTF-16 units. */
const longestName = 200;

/** The folder's name is the project's path with other signs in place of most; two paths may have one. */
function mayBeOf(cwd: string, name: string): boolean {
  const whole = cwd.replaceAll(/[^A-Za-z0-9]/g, "-");
  return whole.length > longestName ? name.startsWith(`${whole.slice(0, longestName)}-`) : name === whole;
}

function* geminiChats(
  { geminiProjects, geminiRegistry }: ImportPlaces,
  { cwd, here = cwd, ...others }: FindOptions,
): Finding {
  const known = geminiFolders(geminiRegistry, here);
  const found: FoundTranscript[] = [];
  for (const name of namesIn(geminiProjects)) {
    const folder = join(geminiProjects, name);
    const own = known.get(name) ?? folderOf(theirText(join(folder, ".project_root"))?.trim());
    if (cwd !== undefined && own !== null && own !== cwd) continue;
    const files = [
      ...filesIn(join(folder, "chats"), /^session-.*\.jsonl?$/),
      ...filesIn(folder, /^checkpoint-.*\.json$/),
    ];
    for (const chat of yield* glanced(
      "gemini-cli",
      withoutTwins(files, (file) => `${file}l`),
      others,
    ))
      found.push(own === null ? chat : { ...chat, cwd: own });
  }
  return found.filter((chat) => cwd === undefined || chat.cwd === cwd);
}

/**
 * So much of a file is looked at for the list, bytes: as a rule the first message is there. Where instructions stand in
 * front of it, more is.
 */
const headSizes = [32 * 1024, 128 * 1024] as const;
/** One JSON text says nothing until it is read whole: a larger one is listed without being looked at, bytes. */
const wholeSize = 4 * 1024 * 1024;

function* glanced(
  tool: ImportTool,
  files: readonly string[],
  { cwd, named, onUnreadable }: FindOptions,
): Finding {
  const found: FoundTranscript[] = [];
  for (const file of filesNamed(files, named)) {
    yield;
    // One that is asked for is told of; in a list of all the others are what counts.
    const isAsked = named !== undefined && basename(file).includes(named);
    const one = yield* glance(tool, file, false, isAsked ? onUnreadable : undefined);
    if (one !== null && (cwd === undefined || one.cwd === cwd)) found.push(one);
  }
  return found;
}

/** One transcript as the list shows it, also that of a helper; null for an empty one, and for what cannot be read. */
export async function glanceAt(tool: ImportTool, file: string): Promise<FoundTranscript | null> {
  return inSlices(glance(tool, file, true));
}

function* glance(
  tool: ImportTool,
  file: string,
  withHelpers: boolean,
  onUnreadable?: FindOptions["onUnreadable"],
): Generator<void, FoundTranscript | null> {
  try {
    const isDocument = file.endsWith(".json");
    for (const most of isDocument ? [wholeSize] : headSizes) {
      const { bytes, size, mtimeMs } = headOf(file, most);
      const { told, title, isHelper, ...facts } = yield* readerOf(tool)(sourceOf(bytes));
      const torn = size > most ? factsInTorn(bytes) : { id: "", cwd: null };
      const [id, cwd] = [facts.id || torn.id, facts.cwd ?? torn.cwd];
      const found: FoundTranscript = {
        tool,
        id: id === "" ? file : id,
        file,
        size: isPacked(file) ? null : size,
        updatedAt: new Date(mtimeMs).toISOString(),
        cwd,
        title: titleIn({ title, told }),
      };
      if (found.title === "" && size > most && most < headSizes[1]) continue;
      const isUnseen = isDocument && size > most;
      const isEmpty = id === "" && told.length === 0 && !isUnseen;
      return isEmpty || (isHelper && !withHelpers) ? null : found;
    }
    return null;
  } catch (thrown) {
    // Removed since its folder was read, or not ours to read.
    onUnreadable?.(file, messageOf(thrown));
    return null;
  }
}

/**
 * What the first line says where it is too long to be read whole, with a picture in the first message: where a session
 * belongs stands before what was said. In a text the quotes would not stand by themselves.
 */
function factsInTorn(head: Uint8Array): { readonly id: string; readonly cwd: string | null } {
  const text = new TextDecoder().decode(head);
  const valueOf = (name: string) => {
    const [, value] = new RegExp(`"${name}":\\s*("(?:[^"\\\\]|\\\\.){0,4096}")`).exec(text) ?? [];
    return value === undefined ? "" : objectIn(`{"value":${value}}`)?.["value"];
  };
  return { id: lineOf(valueOf("sessionId")), cwd: folderOf(valueOf("cwd")) };
}

function titleIn({ title, told }: Pick<Transcript, "title" | "told">): string {
  const first = told.find((one) => one.type === "user");
  return firstLine(title?.text ?? (first?.type === "user" ? first.text : ""));
}

const longestTitle = 80;

function firstLine(text: string): string {
  const line = text.split("\n").find((one) => one.trim() !== "") ?? "";
  return cutText(line.trim(), longestTitle);
}

/** Folders of projects by what Gemini CLI calls them: a short name, before that the SHA-256 of the path. */
function geminiFolders(registry: string, here: string | undefined): Map<string, string> {
  const projects = fieldsOf(fieldsOf(objectIn(theirText(registry) ?? ""))["projects"]);
  const paths = [...Object.keys(projects), ...(here === undefined ? [] : [here])];
  const byHash = paths.map((path): [string, string] => [
    createHash("sha256").update(path).digest("hex"),
    path,
  ]);
  return new Map([
    ...byHash,
    ...Object.entries(projects).map(([path, name]): [string, string] => [textOf(name), path]),
  ]);
}

/** What is gone on with is moved to a file of another kind; the old one may stay. */
function withoutTwins(files: readonly string[], newerOf: (file: string) => string): string[] {
  const all = new Set(files);
  return files.filter((file) => !all.has(newerOf(file)));
}

/** Some have no more than the beginning of the id in their names, UTF-16 units. */
const mostNamed = 8;

function filesNamed(files: readonly string[], named: string | undefined): readonly string[] {
  const beginning = named?.slice(0, mostNamed);
  return beginning === undefined ? files : files.filter((file) => basename(file).includes(beginning));
}

function filesBelow(folder: string, pattern: RegExp, depth: number): string[] {
  if (depth < 0) return [];
  return [
    ...filesIn(folder, pattern),
    ...namesIn(folder)
      .filter((name) => !name.includes("."))
      .flatMap((name) => filesBelow(join(folder, name), pattern, depth - 1)),
  ];
}

function filesIn(folder: string, pattern: RegExp): string[] {
  return namesIn(folder)
    .filter((name) => pattern.test(name))
    .map((name) => join(folder, name));
}

/** How many transcripts of helpers Claude Code keeps beside a session's own. */
export function helpersBeside({ tool, file }: Pick<FoundTranscript, "tool" | "file">): number {
  if (tool !== "claude-code") return 0;
  return filesIn(join(dirname(file), basename(file, ".jsonl"), "subagents"), /^agent-.*\.jsonl$/).length;
}
