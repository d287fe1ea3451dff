/** A session's branch → the text of an export, with time for keys in between. */
import { setImmediate as othersFirst } from "node:timers/promises";
import type { Entry, Header } from "../../protocol/entry.ts";
import type { Veil } from "../../secrets/veil.ts";
import { type ExportDocument, type ExportFormat, titleOf } from "../../transcript/export/document.ts";
import { exportFileName } from "../../transcript/export/file-name.ts";
import { htmlParts } from "../../transcript/export/html.ts";
import { jsonParts } from "../../transcript/export/json.ts";
import { markdownParts } from "../../transcript/export/markdown.ts";
import type { PriceOf } from "../../transcript/usage.ts";
import { openVeil } from "../secret-veil.ts";
import { conceal, concealEntries, concealHeader } from "./conceal-entries.ts";

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
  /** The veil of the running session: it knows what the user has added by hand. */
  readonly veil?: Veil | undefined;
  readonly priceOf: PriceOf;
};

export type ExportText = {
  readonly text: string;
  /** What it is called when nobody says. */
  readonly fileName: string;
};

/** So long is worked before keys get a turn, ms. */
const turn = 20;

/**
 * Returns the text. Secrets are looked for in all of it by the rules of today, whatever the settings say: the log has names
 * in place of those that were known when it was written, and what was written before is older than that.
 */
export async function exportText(request: ExportRequest): Promise<ExportText> {
  const { format, withSecrets, isRunning = false, priceOf } = request;
  const said = { header: request.header, entries: request.entries, named: request.named ?? "" };
  const { header, entries, named } = withSecrets ? said : await concealed(request);
  const document: ExportDocument = {
    header,
    entries,
    named,
    secretsLeftOut: !withSecrets,
    isRunning,
    priceOf,
  };
  const parts: string[] = [];
  let since = performance.now();
  for (const part of partsOf[format](document)) {
    parts.push(part);
    if (performance.now() - since < turn) continue;
    await othersFirst();
    since = performance.now();
  }
  return {
    text: parts.join(""),
    fileName: exportFileName(header.createdAt, titleOf(document), format),
  };
}

const partsOf: Readonly<Record<ExportFormat, (document: ExportDocument) => Iterable<string>>> = {
  md: markdownParts,
  html: htmlParts,
  json: jsonParts,
};

async function concealed({
  header,
  entries,
  named,
  env,
  veil,
}: ExportRequest): Promise<Pick<ExportDocument, "header" | "entries" | "named">> {
  const own = openVeil({ entries: () => entries }, header.cwd, env);
  const veils = veil === undefined ? [own] : [veil, own];
  // What is found in them is a secret everywhere else, too.
  const told = await concealEntries(entries, veils);
  return {
    header: await concealHeader(header, veils),
    entries: told,
    named: await conceal(named ?? "", veils),
  };
}
