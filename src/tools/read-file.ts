/** read_file: a text file with numbered lines, or a folder's list. */
import { readdir } from "node:fs/promises";
import { z } from "zod";
import type { ToolResult } from "../protocol/tool-result.ts";
import { fileError } from "../workspace/file-error.ts";
import { displayPath } from "../workspace/paths.ts";
import { readFileSnapshot } from "../workspace/read-file.ts";
import { linesOf } from "../workspace/text.ts";
import { asToolErrors, oneLine, requireSamePlace, resolveToolPath } from "./failures.ts";
import { excerpt, type LineRange } from "./numbered-lines.ts";
import { type Tool, type ToolContext, ToolError } from "./tool.ts";

const schema = z.object({
  path: z.string().describe("Absolute, or relative to the project folder."),
  offset: z.number().int().optional().describe("First line, from 1. Negative: that many lines from the end."),
  limit: z.number().int().min(1).optional().describe("Number of lines, at most 2000."),
});

/** The most names of a folder that are listed. */
const maxNames = 500;

export const readFileTool: Tool<z.infer<typeof schema>> = {
  name: "read_file",
  aliases: ["read", "Read", "cat", "view"],
  description: "Reads a text file as numbered lines (number, tab, text). For a folder it lists the names.",
  risk: "read",
  schema,
  title: ({ path }) => oneLine(path),
  async prepare(input, context) {
    const { path } = await resolveToolPath(context.cwd, input.path);
    return {
      accesses: [{ type: "read", path }],
      preview: { type: "text", text: `Read ${displayPath(context.cwd, path)}` },
      async run({ signal }) {
        const now = await requireSamePlace(context.cwd, input.path, path);
        return asToolErrors(() =>
          now.type === "directory" ? listFolder(path, context) : readText(path, input, context, signal),
        );
      },
    };
  },
};

async function readText(
  path: string,
  range: LineRange,
  context: ToolContext,
  signal: AbortSignal,
): Promise<ToolResult> {
  const file = await readFileSnapshot(path, signal);
  const name = displayPath(context.cwd, path);
  context.reads.set(path, file.hash);
  if (file.decoded === null) {
    const text = `${name}: binary or unknown encoding, ${file.bytes.length} bytes. It cannot be shown or edited as text.`;
    return { ok: true, text, summary: "binary" };
  }
  const part = excerpt(file.decoded.text, range);
  if (part === null) {
    const count = linesOf(file.decoded.text).length;
    throw new ToolError(
      `${name} has ${count} lines, so nothing starts at line ${range.offset}. Use a smaller offset.`,
    );
  }
  return { ok: true, ...part };
}

async function listFolder(path: string, context: ToolContext): Promise<ToolResult> {
  const entries = await readdir(path, { withFileTypes: true }).catch((thrown: unknown) => {
    throw fileError(thrown, path);
  });
  const names = entries.map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name)).toSorted();
  const more = names.length > maxNames ? `\n[${names.length - maxNames} more. Use glob with a pattern.]` : "";
  const head = `${displayPath(context.cwd, path)} is a folder with ${names.length} entries:`;
  return {
    ok: true,
    text: `${[head, ...names.slice(0, maxNames)].join("\n")}${more}`,
    summary: `folder, ${names.length} entries`,
  };
}
