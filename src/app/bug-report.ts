/** What somebody who is to find a fault of rein's needs to see, in one file, without secrets. */
import { release } from "node:os";
import { conceal, concealEntries, concealHeader } from "./export/conceal-entries.ts";
import { openVeil } from "./secret-veil.ts";
import type { Check } from "./doctor/check.ts";
import type { Entry, Header } from "../protocol/entry.ts";
import { labelsIn } from "../secrets/label.ts";
import type { Settings } from "../settings/schema.ts";

/** Raised when a reader of the older version could no longer understand the file. */
export const bugReportFormat = 1;

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
  readonly session?: { readonly header: Header; readonly entries: readonly Entry[] };
};

export type BugReport = {
  /** The file: JSON with two blanks of indentation. */
  readonly text: string;
  readonly fileName: string;
  /** How many different secrets have a name in their place. */
  readonly secrets: number;
};

/** Variables that say what the terminal is. None of them is anybody's secret. */
const terminalVariables = ["TERM", "TERM_PROGRAM", "TERM_PROGRAM_VERSION", "COLORTERM", "LANG", "LC_ALL"];

/** Makes the report. What is known as a secret, or looks like one, has a name in its place; the home folder is “~”. */
export async function makeBugReport(request: BugReportRequest): Promise<BugReport> {
  const { now, version, env, cwd, said = "", checks, settings, session } = request;
  const made = new Date(now).toISOString();
  const veil = openVeil({ entries: () => session?.entries ?? [] }, session?.header.cwd || cwd, env);
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
  const told = await closedSession(session, [veil]);
  const closed = JSON.stringify({ ...(await conceal(open, [veil])), session: told }, null, 2);
  const text = `${withoutHome(closed, env["HOME"])}\n`;
  const [date = "", time = ""] = made.slice(0, 19).replaceAll("-", "").replaceAll(":", "").split("T");
  return {
    text,
    fileName: `rein-bug-report-${date}-${time}.json`,
    secrets: new Set(labelsIn(text)).size,
  };
}

async function closedSession(
  session: BugReportRequest["session"],
  veils: Parameters<typeof concealEntries>[1],
) {
  if (session === undefined) return null;
  const entries = await concealEntries(session.entries, veils);
  return { header: await concealHeader(session.header, veils), entries };
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
