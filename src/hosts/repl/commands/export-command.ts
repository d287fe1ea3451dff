/** `/export`: what is shown of the session, as a file. */
import type { Conversation } from "../../../app/conversation.ts";
import type { ExportText } from "../../../app/export/export-text.ts";
import { messageOf, UserError } from "../../../protocol/error.ts";
import { lastName } from "../../../sessions/title.ts";
import type { Environment } from "../../../settings/paths.ts";
import { type ExportFormat, exportFormats } from "../../../transcript/export/document.ts";
import { formatOfName } from "../../../transcript/export/file-name.ts";
import { say } from "../../../words/say.ts";
import type { LongWork } from "./long-work.ts";

export type ExportParts = {
  readonly conversation: Pick<Conversation, "engine" | "session" | "veil" | "spending">;
  /** The working folder, absolute. */
  readonly cwd: string;
  readonly env: Environment;
  readonly longWork: Pick<LongWork, "run">;
  readonly tell: (text: string, level?: "info" | "warning" | "error") => void;
};

/** Writes the export and says where, or why not. `argument`: a format, a file, both, or nothing. */
export async function exportCommand(argument: string, parts: ExportParts): Promise<void> {
  const { conversation, cwd, env, longWork, tell } = parts;
  if (conversation.session.branch().length === 0)
    return tell(say`Nothing was said yet: there is nothing to export.`, "warning");
  const { format, file } = readArgument(argument);
  try {
    const { savedWords, saveExport } = await import("../../../app/export/save-export.ts");
    const wanted = file === "" ? {} : { wanted: file };
    const saved = await longWork.run(async (signal) => {
      const { pieces, fileName } = await exportOf(conversation, format, env, signal);
      return saveExport({ pieces: pieces(), fileName, cwd, home: env["HOME"], ...wanted });
    });
    if (saved === null) return tell(say`Stopped; nothing was exported.`);
    tell(say`${savedWords(saved)} Secrets are left out; pictures are as they are.`);
  } catch (thrown) {
    if (thrown instanceof UserError) return tell(thrown.message, "error");
    tell(say`The session could not be exported: ${messageOf(thrown)}. Nothing was written.`, "error");
  }
}

/** What is shown of a conversation as it is exported: without its secrets. Throws the signal's reason when it fires. */
export async function exportOf(
  { engine, session, veil, spending }: ExportParts["conversation"],
  format: ExportFormat,
  env: Environment,
  signal: AbortSignal,
): Promise<ExportText> {
  const { prepareExport } = await import("../../../app/export/export-text.ts");
  return prepareExport({
    header: session.header,
    entries: session.branch().slice(),
    named: lastName(session.entries()),
    format,
    withSecrets: false,
    isRunning: engine.state !== "idle",
    env,
    veil,
    signal,
    priceOf: spending.priceOf,
  });
}

/** `html`, `talk.html` or `html talks/today`; Markdown where neither word nor name says. */
export function readArgument(argument: string): { readonly format: ExportFormat; readonly file: string } {
  const [, first = "", rest = ""] = /^(\S*)\s*(.*)$/s.exec(argument.trim()) ?? [];
  const said = exportFormats.find((format) => format === first.toLowerCase());
  if (said !== undefined) return { format: said, file: rest };
  return { format: formatOfName(argument) ?? "md", file: argument.trim() };
}
