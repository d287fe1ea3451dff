/** What somebody who is to find a fault of rein's needs to see, in one file, without secrets. */
import { release } from "node:os";
import { conceal, concealHeader, lookThrough } from "./export/conceal-entries.ts";
import { toldEntries, veilOver } from "./export/told-entries.ts";
import type { Check } from "./doctor/check.ts";
import type { Entry, Header } from "../protocol/entry.ts";
import type { Settings } from "../settings/schema.ts";

/** Raised when a reader of the older version could no longer understand the file. */
export const bugReportFormat = 1;

export type ReportedSession = {
  readonly header: Header;
  readonly entries: readonly Entry[];
  /** Whether a name of a secret stands in it, where somebody knows that none does. @default true */
  readonly hasLabels?: boolean;
};

export type BugReportRequest = {
  /** The time now, ms since 1970. */
  readonly now: number;
  readonly version: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Absolute and real. */
  readonly cwd: string;
  /** In the user's own words; absent or empty for none. */
  readonly said?: string;
  /** What `rein doctor` finds. */
  readonly checks: readonly Check[];
  readonly settings: Settings;
  /** All of its entries, of every branch, in the order of its file. */
  readonly session?: ReportedSession;
};

export type BugReport = {
  /** The file, piece by piece: JSON with two blanks of indentation. None of it is kept: each call makes it anew. */
  readonly pieces: () => AsyncGenerator<string>;
  readonly fileName: string;
};

/** Variables that say what the terminal is. None of them is anybody's secret. */
const terminalVariables = ["TERM", "TERM_PROGRAM", "TERM_PROGRAM_VERSION", "COLORTERM", "LANG", "LC_ALL"];

/** Makes the report. What is known as a secret, or looks like one, has a name in its place; the home folder is “~”. */
export async function makeBugReport(request: BugReportRequest): Promise<BugReport> {
  const { now, version, env, cwd, said = "", checks, settings, session } = request;
  const made = new Date(now).toISOString();
  const entries = session?.entries ?? [];
  const { hasLabels } = session ?? {};
  const veils = [await veilOver(entries, session?.header.cwd || cwd, env, { hasLabels })];
  const open = {
    bugReport: bugReportFormat,
    made,
    said,
    version,
    system: { platform: process.platform, arch: process.arch, release: release(), bun: Bun.version },
    terminal: Object.fromEntries(terminalVariables.map((name) => [name, env[name] ?? null])),
    multiplexer: ["TMUX", "STY", "ZELLIJ"].find((name) => (env[name] ?? "") !== "") ?? null,
    cwd,
    settings: withoutHeaders(settings),
    checks,
  };
  // What is found in it is a secret everywhere else, too.
  const tell = await lookThrough(entries, veils);
  const head = session === undefined ? null : { header: await concealHeader(session.header, veils) };
  const frame = { ...(await conceal(open, veils)), session: head === null ? null : { ...head, entries: [] } };
  const home = env["HOME"];
  async function* pieces(): AsyncGenerator<string> {
    const text = `${withoutHome(JSON.stringify(frame, null, 2), home)}\n`;
    const [before, after] = entries.length === 0 ? [text, ""] : cutInList(text);
    yield before;
    let isFirst = true;
    for await (const entry of toldEntries(entries, tell)) {
      yield `${isFirst ? "" : ","}\n${entryIndent}`;
      isFirst = false;
      yield* indented(withoutHome(JSON.stringify(entry, null, 2), home));
    }
    yield after;
  }
  const [date = "", time = ""] = made.slice(0, 19).replaceAll("-", "").replaceAll(":", "").split("T");
  return { pieces, fileName: `rein-bug-report-${date}-${time}.json` };
}

const entryIndent = " ".repeat(6);

/** A longer text is not copied as a whole, UTF-16 units. */
const longText = 1024 * 1024;

function* indented(json: string): Generator<string> {
  const lineEnd = `\n${entryIndent}`;
  if (json.length < longText) return yield json.replaceAll("\n", lineEnd);
  for (const [at, line] of json.split("\n").entries()) {
    if (at > 0) yield lineEnd;
    yield line;
  }
}

/** The text before the first entry and behind the last one, where the list of them is empty and stands at the end. */
function cutInList(frame: string): readonly [string, string] {
  const end = frame.lastIndexOf("]");
  return [frame.slice(0, end), `\n    ${frame.slice(end)}`];
}

/** What a server of the user's own is sent beside a request may be a key of any look: only its names are told. */
function withoutHeaders(settings: Settings): Settings {
  const { providers } = settings;
  if (providers === undefined) return settings;
  const closed = Object.entries(providers).map(([name, { headers, ...provider }]) => {
    if (headers === undefined) return [name, provider] as const;
    const names = Object.keys(headers).map((header) => [header, "…"] as const);
    return [name, { ...provider, headers: Object.fromEntries(names) }] as const;
  });
  return { ...settings, providers: Object.fromEntries(closed) };
}

/** Paths below the home folder begin with “~”: it has the user's name in it. */
function withoutHome(json: string, home = ""): string {
  if (!/^\/[^/]/.test(home)) return json;
  const inJson = JSON.stringify(home.replace(/\/+$/, "")).slice(1, -1);
  return json.replaceAll(new RegExp(`${RegExp.escape(inJson)}(?![\\w.-])`, "gu"), () => "~");
}
