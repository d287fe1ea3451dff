/** edit_file: one passage of a file replaced, everything else left as it is. */
import { z } from "zod";
import type { FileChange } from "../protocol/tool-result.ts";
import { displayPath } from "../workspace/paths.ts";
import { type FileSnapshot, readFileSnapshot } from "../workspace/read-file.ts";
import { findPassages, lineNumberAt, replacePassages, type Span } from "../workspace/replace-text.ts";
import { type DecodedText, encodeText } from "../workspace/text.ts";
import { writeFileBytes } from "../workspace/write-file.ts";
import { closestRegion } from "./closest-region.ts";
import { asToolErrors, oneLine, requireSamePlace, resolveToolPath } from "./failures.ts";
import { requireWellFormed, requireWritable, writeNotes } from "./file-change.ts";
import { type Tool, type ToolContext, ToolError } from "./tool.ts";

const schema = z.object({
  path: z.string().describe("Absolute, or relative to the project folder."),
  old_string: z
    .string()
    .describe("The exact text to replace, without line numbers; must stand in the file once."),
  new_string: z.string().describe("What stands there instead."),
  replace_all: z.boolean().optional().describe("Replace every place where old_string stands."),
});
type Input = z.infer<typeof schema>;

export const editFileTool: Tool<Input> = {
  name: "edit_file",
  aliases: ["edit", "Edit", "str_replace"],
  description:
    "Replaces one exact passage of a file that was read before. Give enough lines around it to be unique.",
  risk: "write",
  schema,
  title: ({ path }) => oneLine(path),
  async prepare(input, context) {
    requireWellFormed(input.new_string, "new_string");
    const target = await resolveToolPath(context.cwd, input.path);
    const { path } = target;
    const name = displayPath(context.cwd, path);
    if (target.type === null) throw new ToolError(`${name} does not exist. To create it, use write_file.`);
    if (input.old_string === "")
      throw new ToolError("old_string is empty. Name the text to replace; nothing was changed.");
    if (input.old_string === input.new_string) {
      throw new ToolError("old_string and new_string are the same; nothing was changed.");
    }
    const { file, decoded, changedSinceRead } = await fileToEdit(path, name, context);
    const passages = passagesOf(input, decoded.text, name, changedSinceRead);
    const after = replacePassages(decoded.text, passages, input.new_string);
    const change: FileChange = { type: "diff", path: name, before: decoded.text, after };
    return {
      accesses: [{ type: "write", path }],
      preview: change,
      async run({ signal }) {
        await requireSamePlace(context.cwd, input.path, path);
        const bytes = encodeText({ text: after, bom: decoded.bom });
        const written = await asToolErrors(() => writeFileBytes({ path, bytes, replaces: file }, signal));
        context.reads.set(path, written.hash);
        const places = passages.length === 1 ? "1 place" : `${passages.length} places`;
        const changed = changedSinceRead
          ? " The file had changed since it was read; the passage was still there once. Read it again before larger edits."
          : "";
        return {
          ok: true,
          text: `Changed ${name} in ${places}, ${linesOfPassages(decoded.text, passages)}.${changed}${writeNotes(written)}`,
          view: change,
        };
      },
    };
  },
};

type EditableFile = {
  readonly file: FileSnapshot;
  readonly decoded: DecodedText;
  readonly changedSinceRead: boolean;
};

async function fileToEdit(path: string, name: string, context: ToolContext): Promise<EditableFile> {
  const read = context.reads.get(path);
  if (read === undefined) {
    throw new ToolError(
      `${name} was not read in this session. Read it first, then edit it. Nothing was changed.`,
    );
  }
  const file = await asToolErrors(() => readFileSnapshot(path));
  requireWritable(file, name);
  if (file.decoded === null) {
    throw new ToolError(
      `${name} is binary or in an unknown encoding (not UTF-8), so an edit could damage it. Nothing was changed.`,
    );
  }
  return { file, decoded: file.decoded, changedSinceRead: file.hash !== read };
}

function passagesOf(input: Input, text: string, name: string, changedSinceRead: boolean): readonly Span[] {
  const passages = findPassages(text, input.old_string);
  const stale = changedSinceRead ? `${name} has changed since it was read. ` : "";
  if (passages.length === 0) {
    const closest = closestRegion(text, input.old_string);
    const help =
      closest === null ? "Read the file and copy the text exactly." : `The closest lines are:\n${closest}`;
    throw new ToolError(`${stale}old_string does not stand in ${name}; nothing was changed. ${help}`);
  }
  if (passages.length === 1) return passages;
  const lines = linesOfPassages(text, passages);
  if (input.replace_all !== true) {
    throw new ToolError(
      `${stale}old_string stands in ${name} ${passages.length} times, ${lines}; nothing was changed. ` +
        "Add lines around it to make it unique, or set replace_all.",
    );
  }
  if (changedSinceRead)
    throw new ToolError(`${stale}Read it again before replacing all ${passages.length} places.`);
  return passages;
}

/** "line 3" or "lines 3, 8, 9 …": where passages begin. */
function linesOfPassages(text: string, passages: readonly Span[]): string {
  const shown = passages.slice(0, 20).map(({ start }) => lineNumberAt(text, start));
  const more = passages.length > shown.length ? " …" : "";
  return `${shown.length === 1 ? "line" : "lines"} ${shown.join(", ")}${more}`;
}
