/** A session's branch → the text of an export, piece by piece, with time for keys in between. */
import type { Entry, Header } from "../../protocol/entry.ts";
import type { Veil } from "../../secrets/veil.ts";
import {
  type ExportDocument,
  type ExportFormat,
  type ExportWriter,
  titleIn,
  titleOfSilent,
} from "../../transcript/export/document.ts";
import { exportFileName } from "../../transcript/export/file-name.ts";
import { htmlWriter } from "../../transcript/export/html.ts";
import { jsonWriter } from "../../transcript/export/json.ts";
import { markdownWriter } from "../../transcript/export/markdown.ts";
import type { PriceOf } from "../../transcript/usage.ts";
import { conceal, concealHeader, lookThrough, type TellEntry } from "./conceal-entries.ts";
import { toldEntries, veilOver } from "./told-entries.ts";

export type ExportRequest = {
  readonly header: Header;
  /** What is shown of the session: its active branch. */
  readonly entries: readonly Entry[];
  /** What the session was called last, whatever branch that was said in; absent, null or empty for no name. */
  readonly named?: string | null;
  readonly format: ExportFormat;
  /** The texts stay as the log has them. */
  readonly withSecrets: boolean;
  /** Whether a turn of it is under way. @default false */
  readonly isRunning?: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Whether a name of a secret stands in the entries, where somebody knows that none does. @default true */
  readonly hasLabels?: boolean;
  /** The veil of the running session: it knows what the user has added by hand. */
  readonly veil?: Veil | undefined;
  /** Stops the work, also that over the pieces: both throw its reason then. */
  readonly signal?: AbortSignal | undefined;
  readonly priceOf: PriceOf;
};

export type ExportText = {
  /** The text, one piece behind the other. None of it is kept: each call makes it anew. */
  readonly pieces: () => AsyncGenerator<string>;
  /** What it is called when nobody says. */
  readonly fileName: string;
};

/**
 * Makes the export ready to be written. Secrets are looked for in all of it by the rules of today, whatever the settings
 * say: the log has names in place of those that were known when it was written, and what was written before is older than
 * that. They are looked for here, before the first piece: each is known by then wherever it stands.
 */
export async function prepareExport(request: ExportRequest): Promise<ExportText> {
  const { entries, format, withSecrets, isRunning = false, priceOf } = request;
  const { header, named, tell } = withSecrets ? asLogged(request) : await concealed(request);
  const title = titleIn(named) ?? (await firstWords(entries, tell)) ?? titleOfSilent(header);
  const document: ExportDocument = {
    header,
    title,
    entries,
    secretsLeftOut: !withSecrets,
    isRunning,
    priceOf,
  };
  return {
    pieces: () => piecesOf(document, format, tell, request.signal),
    fileName: exportFileName(header.createdAt, title, format),
  };
}

const writerOf: Readonly<Record<ExportFormat, (document: ExportDocument) => ExportWriter>> = {
  md: markdownWriter,
  html: htmlWriter,
  json: jsonWriter,
};

async function* piecesOf(
  document: ExportDocument,
  format: ExportFormat,
  tell: TellEntry,
  signal: AbortSignal | undefined,
): AsyncGenerator<string> {
  const writer = writerOf[format](document);
  yield writer.begin();
  for await (const entry of toldEntries(document.entries, tell, signal)) yield writer.add(entry);
  yield writer.end();
}

/** How the session is told, and what it is called. */
type Told = { readonly header: Header; readonly named: string; readonly tell: TellEntry };

function asLogged({ header, named }: ExportRequest): Told {
  return { header, named: named ?? "", tell: (entry) => Promise.resolve(entry) };
}

async function concealed(request: ExportRequest): Promise<Told> {
  const { header, entries, named, env, veil, hasLabels, signal } = request;
  const own = await veilOver(entries, header.cwd, env, { hasLabels, signal });
  const veils = veil === undefined ? [own] : [veil, own];
  // What is found in them is a secret everywhere else, too.
  const tell = await lookThrough(entries, veils, undefined, signal);
  return {
    header: await concealHeader(header, veils),
    named: await conceal(named ?? "", veils),
    tell,
  };
}

/** The title by what the user said first; null where they said nothing. */
async function firstWords(entries: readonly Entry[], tell: TellEntry): Promise<string | null> {
  for (const [at, entry] of entries.entries()) {
    if (entry.type !== "user") continue;
    const told = await tell(entry, at);
    const title = told.type === "user" ? titleIn(told.text) : null;
    if (title !== null) return title;
  }
  return null;
}
