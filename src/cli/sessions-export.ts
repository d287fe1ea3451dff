/** `rein sessions export`: a session as Markdown, as one HTML page or as JSON of messages. */
import { prepareExport } from "../app/export/export-text.ts";
import { lookWithLabels } from "../app/export/look-with-labels.ts";
import { savedWords } from "../app/export/save-export.ts";
import { UserError } from "../protocol/error.ts";
import { readSession } from "../sessions/session-store.ts";
import { lastName } from "../sessions/title.ts";
import { type ExportFormat, exportFormats } from "../transcript/export/document.ts";
import { formatOfName } from "../transcript/export/file-name.ts";
import { say } from "../words/say.ts";
import { currentFolder } from "./current-folder.ts";
import { knownPrices } from "./known-prices.ts";
import { savedSession } from "./named-session.ts";
import { print, printPieces, tell } from "./output.ts";
import { saveOrLeaveNothing } from "./save-export.ts";
import { tellLost } from "./tell-lost.ts";

export type SessionExportOptions = {
  readonly format?: string | undefined;
  /** A file, a folder that is there, or “-” for stdout. */
  readonly output?: string | undefined;
  readonly withSecrets: boolean;
};

/** Writes the export of the session whose id begins with `prefix`, and says where. Throws a `UserError` where it cannot. */
export async function exportSession(prefix: string, options: SessionExportOptions): Promise<number> {
  const { output, withSecrets } = options;
  const format = formatOf(options);
  const { file } = await savedSession(prefix);
  const whole = lookWithLabels(file);
  const { session, notes } = readSession(file, {}, whole);
  for (const note of notes) await tell(`rein: ${note}`);
  const { header, entries } = session;
  const { pieces, fileName } = await prepareExport({
    header,
    entries,
    hasLabels: whole.hasLabels,
    named: lastName(whole.log.nodes.map(({ entry }) => entry)),
    format,
    withSecrets,
    env: process.env,
    priceOf: await knownPrices(),
  });
  if (output === "-") {
    await printPieces(pieces());
    await tellLost(whole);
    return 0;
  }
  const saved = await saveOrLeaveNothing({
    pieces: pieces(),
    fileName,
    cwd: currentFolder(),
    home: process.env["HOME"],
    ...(output === undefined ? {} : { wanted: output }),
  });
  await tellLost(whole);
  return print(savedWords(saved));
}

function formatOf({ format, output }: SessionExportOptions): ExportFormat {
  if (format === undefined) return (output === undefined ? null : formatOfName(output)) ?? "md";
  const found = exportFormats.find((one) => one === format);
  if (found !== undefined) return found;
  throw new UserError(say`--format is one of ${exportFormats.join(", ")}, not “${format}”.`, { exitCode: 2 });
}
