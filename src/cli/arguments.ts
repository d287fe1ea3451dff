/** The command line as data. */
import { parseArgs } from "node:util";
import { type PermissionMode, permissionModes } from "../protocol/permission-mode.ts";
import { UserError } from "../protocol/error.ts";
import type { SandboxChoice } from "../settings/schema.ts";
import { dollarsOf } from "../transcript/format.ts";
import { options } from "./options.ts";
import { say } from "../words/say.ts";
import { readArguments } from "./usage-error.ts";

export type Arguments = {
  /** Only this is asked for, whatever else is said. */
  readonly show?: "help" | "version";
  readonly print: boolean;
  /** A program drives the session, by lines of JSON. */
  readonly events?: boolean;
  /** The prompt's words, joined; absent when none was given. */
  readonly prompt?: string;
  /** The prompt is, or goes on, on stdin: “-” was given. */
  readonly readStdin: boolean;
  readonly resume?: (
    { readonly type: "latest" } | { readonly type: "pick" } | { readonly type: "id"; readonly id: string }
  ) & { readonly asCopy?: boolean };
  readonly model?: string;
  readonly permissionMode?: PermissionMode;
  readonly sandbox?: SandboxChoice;
  readonly allow: readonly string[];
  readonly ask: readonly string[];
  readonly deny: readonly string[];
  readonly tools?: readonly string[];
  readonly maxTurns?: number;
  /** US dollars. */
  readonly maxCost?: number;
  /** What the folder brings is used in this run. */
  readonly trust?: boolean;
  /** Lines to listen to in place of a screen. */
  readonly accessible?: boolean;
  /** The whole window in place of the inline screen. */
  readonly full?: boolean;
  readonly debugFile?: string;
  readonly recordFile?: string;
  /** The id of the session that is begun. */
  readonly sessionId?: string;
  /** Nothing of the session is kept. */
  readonly isEphemeral?: boolean;
};

/** Reads the arguments behind the program's name. Throws a `UserError` with exit code 2 for what makes no sense. */
export function parseArguments(argv: readonly string[]): Arguments {
  const { values, positionals, tokens } = parse(argv);
  const words = [...positionals];
  const resume = readResume(tokens, words);
  if (values.fork === true && resume === undefined)
    throw usageError(say`--fork copies a session: say which one with -c or -r.`);
  if (values["session-id"] !== undefined && resume !== undefined && values.fork !== true)
    throw usageError(
      say`--session-id names a session that is begun, and -c and -r go on with one: with --fork the copy gets it.`,
    );
  const readStdin = words.includes("-");
  const prompt = words.filter((word) => word !== "-").join(" ");
  const mode = values["permission-mode"];
  return {
    print: values.print ?? false,
    ...(values.events === true ? { events: true } : {}),
    readStdin,
    allow: values.allow ?? [],
    ask: values.ask ?? [],
    deny: values.deny ?? [],
    ...(values.help === true ? { show: "help" } : values.version === true ? { show: "version" } : {}),
    ...(prompt === "" ? {} : { prompt }),
    ...(resume === undefined ? {} : { resume: values.fork === true ? { ...resume, asCopy: true } : resume }),
    ...(values.trust === true ? { trust: true } : {}),
    ...(values.accessible === true ? { accessible: true } : {}),
    ...(values.full === true ? { full: true } : {}),
    ...(values.model === undefined ? {} : { model: values.model }),
    ...(mode === undefined ? {} : { permissionMode: readMode(mode) }),
    ...(values.sandbox === undefined ? {} : { sandbox: readSandbox(values.sandbox) }),
    ...(values.tools === undefined ? {} : { tools: readNames(values.tools) }),
    ...(values["max-turns"] === undefined ? {} : { maxTurns: readCount(values["max-turns"]) }),
    ...(values["max-cost"] === undefined ? {} : { maxCost: readDollars(values["max-cost"]) }),
    ...(values.record === undefined ? {} : { recordFile: values.record }),
    ...(values.debug === undefined ? {} : { debugFile: values.debug }),
    ...(values["session-id"] === undefined ? {} : { sessionId: values["session-id"] }),
    ...(values.ephemeral === true ? { isEphemeral: true } : {}),
  };
}

function parse(argv: readonly string[]) {
  return readArguments(usageError, () =>
    parseArgs({ args: argv.flatMap(apart), options, allowPositionals: true, tokens: true }),
  );
}

/** `--resume=ID` as `--resume ID`: whether something stands behind it only shows here, for it may stand alone. */
function apart(word: string): string[] {
  const [, id] = /^--resume=(.+)$/su.exec(word) ?? [];
  return id === undefined ? [word] : ["--resume", id];
}

type Tokens = ReturnType<typeof parse>["tokens"];

/** What to resume. An id is the word directly behind `-r`; it is taken out of `words`. */
function readResume(tokens: Tokens, words: string[]): Arguments["resume"] {
  const at = (name: string) => tokens.findIndex((token) => token.kind === "option" && token.name === name);
  const resumeAt = at("resume");
  if (resumeAt === -1) return at("continue") === -1 ? undefined : { type: "latest" };
  if (at("continue") !== -1)
    throw usageError(say`-c and -r do not go together: -c is the latest session, -r a chosen one.`);
  const next = tokens[resumeAt + 1];
  if (next?.kind !== "positional" || next.value === "-") return { type: "pick" };
  words.splice(words.indexOf(next.value), 1);
  return { type: "id", id: next.value };
}

function readMode(text: string): PermissionMode {
  const mode = permissionModes.find((name) => name === text);
  if (mode === undefined)
    throw usageError(say`--permission-mode is one of ${permissionModes.join(", ")}, not “${text}”.`);
  return mode;
}

function readSandbox(text: string): SandboxChoice {
  if (text === "auto" || text === "required" || text === "none") return text;
  throw usageError(say`--sandbox is one of auto, required, none, not “${text}”.`);
}

function readCount(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text))
    throw usageError(say`--max-turns takes a positive whole number, not “${text}”.`);
  return Number(text);
}

function readDollars(text: string): number {
  const dollars = dollarsOf(text);
  if (dollars === null)
    throw usageError(say`--max-cost takes US dollars above 0, as in 0.50, not “${text}”.`);
  return dollars;
}

function readNames(text: string): string[] {
  const names = text
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
  if (names.length === 0)
    throw usageError(say`--tools takes names with commas between them, as in --tools read_file,grep.`);
  return names;
}

function usageError(message: string): UserError {
  return new UserError(say`${message}\n“rein --help” shows all options.`, { exitCode: 2 });
}
