/** A notebook as read_file shows it: cells with their outputs, and the pictures of these. */
import type { EncodedImage } from "../protocol/message.ts";
import type { ToolResult } from "../protocol/tool-result.ts";
import { say, sayCount } from "../words/say.ts";
import { prepareImage } from "../workspace/image.ts";
import { readNotebook } from "../workspace/notebook.ts";
import { behindTheEnd } from "./failures.ts";
import { excerpt, type LineRange, wrapLongLines } from "./numbered-lines.ts";

/**
 * The asked-for lines of a notebook's cells; null when the text is no notebook.
 *
 * @throws ToolError when the lines lie behind its end
 */
export async function showNotebook(
  json: string,
  name: string,
  range: LineRange,
  signal: AbortSignal,
): Promise<ToolResult | null> {
  const notebook = readNotebook(json);
  if (notebook === null) return null;
  const cells = notebook.cellCount === 1 ? "1 cell" : `${notebook.cellCount} cells`;
  if (notebook.cellCount === 0)
    return {
      ok: true,
      text: `${name}: a notebook without cells.`,
      summary: sayCount(notebook.cellCount, "cell"),
    };
  const text = wrapLongLines(notebook.text);
  const part = excerpt(text, range, name);
  if (part === null) throw behindTheEnd(text, name, range);
  const images: EncodedImage[] = [];
  const faults: string[] = [];
  for (const [at, data] of notebook.images.entries()) {
    // Only pictures whose place is in the lines that are shown.
    if (!part.text.includes(`\t[picture ${at + 1}]`)) continue;
    const outcome = await prepareImage(Buffer.from(data, "base64"), signal);
    if (outcome.ok) images.push(outcome.image);
    else faults.push(`Picture ${at + 1} ${outcome.why}.`);
  }
  return {
    ok: true,
    text: [
      `${name}: notebook, ${cells}. The line numbers are of this view; to edit the file, read its JSON with "raw": true.`,
      part.text,
      ...faults.map((fault) => `[${fault}]`),
    ].join("\n"),
    summary: say`notebook, ${sayCount(notebook.cellCount, "cell")}`,
    ...(images.length === 0 ? {} : { images }),
  };
}
