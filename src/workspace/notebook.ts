/** A Jupyter notebook (nbformat 4) as text: cells with their sources and what they printed. Pure. */
import { z } from "zod";
import { cutText } from "./text.ts";

export type NotebookText = {
  readonly cellCount: number;
  /** Cells under headings, `--- cell 3 · code ---`; its line numbers are not those of the file. */
  readonly text: string;
  /** PNG and JPEG pictures of outputs in base64, in order; the text names each by its number. */
  readonly images: readonly string[];
};

/** What one output shows of its text: UTF-16 units and lines. Pictures of all outputs together. */
export const notebookLimits = { outputLength: 4_000, outputLines: 60, images: 4 } as const;

/** Long texts are lists of pieces, by the format. */
const textSchema = z.union([z.string(), z.array(z.string()).transform((pieces) => pieces.join(""))]);

const dataSchema = z.record(z.string(), z.unknown());

const outputSchema = z.union([
  z.object({ output_type: z.literal("stream"), text: textSchema }),
  z.object({ output_type: z.enum(["execute_result", "display_data"]), data: dataSchema }),
  z.object({
    output_type: z.literal("error"),
    ename: z.string().default("error"),
    evalue: z.string().default(""),
    traceback: z.array(z.string()).default([]),
  }),
]);
type Output = z.infer<typeof outputSchema>;

const notebookSchema = z.object({
  cells: z.array(
    z.object({
      cell_type: z.string(),
      source: textSchema,
      outputs: z.array(z.unknown()).default([]),
    }),
  ),
});

/** The notebook as text, or null when this is not one: no JSON, or no list of cells in it. */
export function readNotebook(json: string): NotebookText | null {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return null;
  }
  const parsed = notebookSchema.safeParse(value);
  if (!parsed.success) return null;
  const images: string[] = [];
  const parts = parsed.data.cells.flatMap(({ cell_type, source, outputs }, at) => [
    `--- cell ${at + 1} · ${cell_type} ---`,
    source,
    ...outputs.flatMap((output) => [`--- output of cell ${at + 1} ---`, outputText(output, images)]),
  ]);
  return {
    cellCount: parsed.data.cells.length,
    // A source may end with a line end or not; a heading begins a line in any case.
    text: parts.map((part) => (part === "" || part.endsWith("\n") ? part : `${part}\n`)).join(""),
    images,
  };
}

/** Adds pictures to `images`. */
function outputText(raw: unknown, images: string[]): string {
  const parsed = outputSchema.safeParse(raw);
  if (!parsed.success) return "[an output of an unknown kind]";
  const output = parsed.data;
  switch (output.output_type) {
    case "stream":
      return bounded(output.text);
    case "error": {
      // Before its trace, whose end may be cut off.
      const error = cutText(`${output.ename}: ${output.evalue}`, notebookLimits.outputLength);
      return [error, ...(output.traceback.length === 0 ? [] : [bounded(output.traceback.join("\n"))])].join(
        "\n",
      );
    }
    case "execute_result":
    case "display_data":
      return richText(output.data, images);
    default:
      return output satisfies never;
  }
}

/** One output comes in several forms of the same; the picture says most, then plain text. */
function richText(data: Extract<Output, { data: unknown }>["data"], images: string[]): string {
  const picture = textOf(data["image/png"]) ?? textOf(data["image/jpeg"]);
  const plain = textOf(data["text/plain"]) ?? textOf(data["text/markdown"]);
  if (picture !== undefined) {
    const words = plain === undefined ? "" : `${bounded(plain)}\n`;
    if (images.length >= notebookLimits.images)
      return `${words}[a picture, not shown: only the first ${notebookLimits.images} are]`;
    // The format allows line breaks in base64.
    images.push(picture.replaceAll(/\s/g, ""));
    return `${words}[picture ${images.length}]`;
  }
  if (plain !== undefined) return bounded(plain);
  return `[an output of type ${Object.keys(data).join(", ") || "unknown"}, not shown]`;
}

function textOf(value: unknown): string | undefined {
  const parsed = textSchema.safeParse(value);
  return parsed.success ? parsed.data : undefined;
}

/** An output is looked at so far, colours and all: a hundred megabytes of progress bars take no time. UTF-16 units. */
const maxLooked = 10 * notebookLimits.outputLength;

/** Without colours, and at most so much that one noisy cell does not hide the others. */
function bounded(output: string): string {
  const start = cutText(output, maxLooked);
  const text = Bun.stripANSI(start);
  const lines = text.split("\n");
  if (start === output) while (lines.at(-1) === "") lines.pop();
  const kept = lines.slice(0, notebookLimits.outputLines).join("\n");
  const shown = cutText(kept, notebookLimits.outputLength);
  const more = lines.join("\n").length - shown.length + output.length - start.length;
  if (more === 0) return shown;
  return `${shown}\n[… ${more} more characters of this output; "raw": true shows the file as it is]`;
}
