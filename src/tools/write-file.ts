/** write_file: a whole file, new or in place of one that the model has read. */
import { z } from "zod";
import type { Changes } from "../protocol/tool-result.ts";
import { compareTexts } from "../workspace/compare-texts.ts";
import { inFileQueue } from "../workspace/file-queue.ts";
import { displayPath, writeAccess } from "../workspace/paths.ts";
import { type FileSnapshot, holdsBytes, readFileSnapshot } from "../workspace/read-file.ts";
import { encodeText, inStyleOf, linesOf, newText } from "../workspace/text.ts";
import { writeFileBytes } from "../workspace/write-file.ts";
import { changeView } from "./change-view.ts";
import { asChangeErrors, oneLine, requireSamePlace } from "./failures.ts";
import {
  requireDecoded,
  requireFileText,
  requireWritable,
  resolveToChange,
  writeNotes,
} from "./file-change.ts";
import { countOf } from "./numbered-lines.ts";
import { type Tool, type ToolContext, ToolError } from "./tool.ts";

const schema = z.object({
  path: z.string().describe("Absolute, or relative to the project folder."),
  content: z.string().describe("The whole new content."),
});

export const writeFileTool: Tool<z.infer<typeof schema>> = {
  name: "write_file",
  aliases: ["write", "Write", "create_file"],
  description:
    "Creates a file, and missing folders, or replaces a file that was read whole before. To change a part, use edit_file.",
  risk: "write",
  schema,
  title: ({ path }) => oneLine(path),
  async prepare(input, context) {
    requireFileText(input.content, "content");
    const target = await resolveToChange(context.cwd, input.path);
    const { path } = target;
    const name = displayPath(context.cwd, path);
    if (input.path.endsWith("/") || target.type === "directory") {
      throw new ToolError(`${name} is a folder; name a file. Nothing was changed.`);
    }
    const before = target.type === null ? null : await asChangeErrors(() => readFileSnapshot(path));
    const after = before?.decoded ? inStyleOf(before.decoded, input.content) : newText(input.content);
    const textBefore = before?.decoded?.text ?? null;
    const isSame = before !== null && textBefore === after.text;
    if (before !== null && !isSame) requireKnown(before, name, context);
    const change: Changes = { type: "changes", files: [compareTexts(name, textBefore, after.text)] };
    return {
      accesses: [writeAccess(target)],
      preview: change,
      run: ({ signal, keepBefore }) => {
        const work = async () => {
          await requireSamePlace(context.cwd, input.path, path, asChangeErrors);
          if (isSame && (await asChangeErrors(() => holdsBytes(path, before.bytes)))) {
            context.reads.noteWritten(path, before.hash);
            return unchanged(name);
          }
          const beforeChange = () => keepBefore([{ path, before }]);
          const request = { path, bytes: encodeText(after), replaces: before, beforeChange };
          const written = await asChangeErrors(() => writeFileBytes(request, signal));
          context.reads.noteWritten(path, written.hash);
          const lines = countOf(linesOf(after.text).length);
          const [Done, done] = before === null ? ["Created", "created"] : ["Replaced", "replaced"];
          const lineEnds = keptLineEnds(input.content, after.text);
          return {
            ok: true,
            text: `${Done} ${name} (${lines}).${lineEnds}${writeNotes(written)}`,
            ...changeView(change, `${done}, ${lines}`),
          } as const;
        };
        return inFileQueue([path], work, signal);
      },
    };
  },
};

function unchanged(name: string) {
  const text = `${name} is unchanged: it already has this content.`;
  return { ok: true, text, summary: "unchanged" } as const;
}

/**
 * @throws ToolError when the session does not know all that would be overwritten. An empty file holds nothing to know.
 */
function requireKnown(file: FileSnapshot, name: string, context: ToolContext): void {
  requireWritable(file, name);
  if (requireDecoded(file, name).text === "") return;
  const read = context.reads.get(file.path);
  if (read === undefined) {
    throw new ToolError(
      `${name} exists and was not read in this session. Read it first, then write it. Nothing was changed.`,
    );
  }
  if (read.hash !== file.hash) {
    throw new ToolError(
      `${name} has changed since it was read. Read it again, then write it. Nothing was changed.`,
    );
  }
  if (read.whole) return;
  throw new ToolError(
    `${name} was read only in part in this session, so what else it holds would be lost unseen. Read the rest first, ` +
      "or change parts with edit_file. Nothing was changed.",
  );
}

function keptLineEnds(content: string, written: string): string {
  if (content.includes("\r\n") === written.includes("\r\n")) return "";
  return ` It kept its ${written.includes("\r\n") ? "CRLF" : "LF"} line ends.`;
}
