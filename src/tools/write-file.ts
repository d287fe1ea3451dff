/** write_file: a whole file, new or in place of one that the model has read. */
import { z } from "zod";
import type { FileChange } from "../protocol/tool-result.ts";
import { displayPath } from "../workspace/paths.ts";
import { type FileSnapshot, readFileSnapshot } from "../workspace/read-file.ts";
import { dominantLineEnd, encodeText, linesOf, withLineEnd } from "../workspace/text.ts";
import { writeFileBytes } from "../workspace/write-file.ts";
import { asToolErrors, oneLine, requireSamePlace, resolveToolPath } from "./failures.ts";
import { requireWellFormed, requireWritable, writeNotes } from "./file-change.ts";
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
    "Creates a file, and missing folders, or replaces a whole file that was read before. To change a part, use edit_file.",
  risk: "write",
  schema,
  title: ({ path }) => oneLine(path),
  async prepare(input, context) {
    requireWellFormed(input.content, "content");
    const target = await resolveToolPath(context.cwd, input.path);
    const { path } = target;
    const name = displayPath(context.cwd, path);
    if (input.path.endsWith("/") || target.type === "directory") throw new ToolError(`${name} is a folder.`);
    const before = target.type === null ? null : await whatWasRead(path, name, context);
    const content = before === null ? { text: input.content, bom: false } : inStyleOf(before, input.content);
    const change: FileChange = {
      type: "diff",
      path: name,
      before: before?.decoded?.text ?? null,
      after: content.text,
    };
    return {
      accesses: [{ type: "write", path }],
      preview: change,
      async run({ signal }) {
        if (before !== null && change.before === change.after) {
          return {
            ok: true,
            text: `${name} is unchanged: it already has this content.`,
            summary: "unchanged",
          };
        }
        await requireSamePlace(context.cwd, input.path, path);
        const written = await asToolErrors(() =>
          writeFileBytes({ path, bytes: encodeText(content), replaces: before }, signal),
        );
        context.reads.set(path, written.hash);
        const lines = countOf(linesOf(content.text).length);
        return {
          ok: true,
          text: `${before === null ? "Created" : "Replaced"} ${name} (${lines}).${writeNotes(written)}`,
          summary: `${before === null ? "created" : "replaced"}, ${lines}`,
          view: change,
        };
      },
    };
  },
};

/** The file as it is, if that is also what the session has read. */
async function whatWasRead(path: string, name: string, context: ToolContext): Promise<FileSnapshot> {
  const read = context.reads.get(path);
  if (read === undefined) {
    throw new ToolError(
      `${name} exists and was not read in this session. Read it first, then write it. Nothing was written.`,
    );
  }
  const file = await asToolErrors(() => readFileSnapshot(path));
  requireWritable(file, name);
  if (file.hash !== read) {
    throw new ToolError(
      `${name} has changed since it was read. Read it again, then write it. Nothing was written.`,
    );
  }
  if (file.decoded === null) {
    throw new ToolError(`${name} is binary or in an unknown encoding (not UTF-8). Nothing was written.`);
  }
  return file;
}

/** The content with the byte order mark and the line ends of the file that it replaces. */
function inStyleOf(
  { decoded }: FileSnapshot,
  content: string,
): { readonly text: string; readonly bom: boolean } {
  if (decoded === null) return { text: content, bom: false };
  const text = decoded.bom && content.startsWith("\uFEFF") ? content.slice(1) : content;
  const crlf = dominantLineEnd(decoded.text) === "\r\n";
  return { text: crlf ? withLineEnd(text, "\r\n") : text, bom: decoded.bom };
}
