/** read_file: text with numbered lines, a picture, the text of a PDF, the cells of a notebook, or a folder's list. */
import { z } from "zod";
import type { ToolResult } from "../protocol/tool-result.ts";
import { say } from "../words/say.ts";
import { readImageHeader } from "../workspace/image-header.ts";
import { displayPath } from "../workspace/paths.ts";
import { isPdf } from "../workspace/pdf.ts";
import { belongsToKernel, type FileSnapshot, readFileSnapshot } from "../workspace/read-file.ts";
import { sizeInWords } from "../workspace/size-in-words.ts";
import {
  asToolErrors,
  behindTheEnd,
  notThere,
  oneLine,
  requireSamePlace,
  resolveToolPath,
} from "./failures.ts";
import { excerpt, type LineRange, readLimits } from "./numbered-lines.ts";
import { listFolder } from "./read-folder.ts";
import { showImage } from "./read-image.ts";
import { showNotebook } from "./read-notebook.ts";
import { showPdf } from "./read-pdf.ts";
import { type Tool, type ToolContext, ToolError } from "./tool.ts";

const schema = z.object({
  path: z.string().describe("Absolute, or relative to the project folder."),
  offset: z.number().int().optional().describe("First line, from 1. Negative: that many lines from the end."),
  limit: z
    .number()
    .int()
    .min(1, `limit counts lines, so it is at least 1. Leave it out to read up to ${readLimits.lines} lines.`)
    .optional()
    .describe(`Number of lines, at most ${readLimits.lines}.`),
  raw: z
    .boolean()
    .optional()
    .describe("A notebook's JSON text, as edit_file needs it, instead of its cells."),
});
type Input = z.infer<typeof schema>;

export const readFileTool: Tool<Input> = {
  name: "read_file",
  aliases: ["read", "Read", "cat", "view"],
  description:
    "Reads a text file as numbered lines (number, tab, text), an image (png, jpeg, gif, webp), the text of a PDF or the cells of a notebook. For a folder it lists the names.",
  risk: "read",
  schema,
  title: ({ path }) => oneLine(path),
  async prepare(input, context) {
    const { path, type } = await resolveToolPath(context.cwd, input.path);
    if (belongsToKernel(path)) {
      throw new ToolError(
        `${path} belongs to the kernel; what is there may block or act when it is read, so rein does not read it.`,
      );
    }
    if (type === "other") {
      throw new ToolError(`${path} is a device, FIFO or socket; only regular files and folders can be read.`);
    }
    return {
      accesses: [{ type: "read", path }],
      preview: { type: "text", text: `Read ${displayPath(context.cwd, path)}` },
      async run({ signal }) {
        const now = await requireSamePlace(context.cwd, input.path, path);
        if (now.type === null) throw await notThere(context.cwd, path);
        return asToolErrors(() =>
          now.type === "directory"
            ? listFolder(path, displayPath(context.cwd, path))
            : readFile(path, input, context, signal),
        );
      },
    };
  },
};

/** Decides by the content what a file is; only a notebook, whose content is JSON like any other, by its name too. */
async function readFile(
  path: string,
  input: Input,
  context: ToolContext,
  signal: AbortSignal,
): Promise<ToolResult> {
  const file = await readFileSnapshot(path, signal);
  const name = displayPath(context.cwd, path);
  context.reads.noteRead(path, file.hash, "none", 0);
  const text = file.decoded?.text;
  if (isPdf(file.bytes) && !(input.raw === true && text !== undefined)) {
    const shown = await showPdf(file.bytes, name, input, signal);
    // A text about PDF may begin like one.
    if (shown !== null || text === undefined) return shown ?? notReadable(file, name, "damaged PDF");
  }
  if (text === undefined) {
    const image = readImageHeader(file.bytes);
    return image === null
      ? notReadable(file, name, "binary or unknown encoding")
      : showImage(file.bytes, image, name, signal);
  }
  if (/\.ipynb$/i.test(path) && input.raw !== true) {
    const shown = await showNotebook(text, name, input, signal);
    if (shown !== null) return shown;
    const plain = showText(file, text, name, input, context);
    return {
      ...plain,
      text: `${plain.text}\n[${name} is no notebook that can be read as cells; this is its text.]`,
    };
  }
  return showText(file, text, name, input, context);
}

function showText(file: FileSnapshot, text: string, name: string, range: LineRange, context: ToolContext) {
  const part = excerpt(text, range, name);
  if (part === null) throw behindTheEnd(text, name, range);
  const { uncut, totalLines } = part;
  if (totalLines === 0) context.reads.noteRead(file.path, file.hash, "all", 0);
  for (const span of uncut) context.reads.noteRead(file.path, file.hash, span, totalLines);
  return { ok: true as const, text: part.text, summary: part.summary };
}

function notReadable({ bytes }: FileSnapshot, name: string, what: string): ToolResult {
  const size = bytes.length < 1024 ? "" : ` (${sizeInWords(bytes.length)})`;
  return {
    ok: true,
    text: `${name}: ${what}, ${bytes.length} bytes${size}. It cannot be shown or edited as text.`,
    summary: what === "damaged PDF" ? say`damaged PDF` : say`binary`,
  };
}
