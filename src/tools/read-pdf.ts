/** A PDF as read_file shows it: its text under page headings. */
import type { ToolResult } from "../protocol/tool-result.ts";
import { sayCount } from "../words/say.ts";
import { type PdfText, readPdfText } from "../workspace/pdf.ts";
import { sizeInWords } from "../workspace/size-in-words.ts";
import { excerpt, type LineRange, wrapLongLines } from "./numbered-lines.ts";
import { behindTheEnd } from "./failures.ts";
import { ToolError } from "./tool.ts";

/** A larger one is for tools that read a page at a time. Bytes. */
const maxPdfBytes = 50 * 1024 * 1024;

/**
 * The asked-for lines of a PDF's text; null for one that is broken.
 *
 * @throws ToolError for one that is too large, too slow, encrypted or without text
 */
export async function showPdf(
  bytes: Uint8Array,
  name: string,
  range: LineRange,
  signal: AbortSignal,
): Promise<ToolResult | null> {
  const what = `${name} is a PDF of ${sizeInWords(bytes.length)}`;
  if (bytes.length > maxPdfBytes) {
    throw new ToolError(
      `${what}; at most ${sizeInWords(maxPdfBytes)} are read. In bash, pdftotext -f 1 -l 10 FILE - gives a few pages.`,
    );
  }
  const outcome = await readPdfText(bytes, signal);
  if (!outcome.ok) {
    if (outcome.why === "broken") return null;
    const why = outcome.why === "encrypted" ? "It needs a password" : `It takes too long (${outcome.detail})`;
    throw new ToolError(`${what}. ${why}, so its text cannot be read.`);
  }
  const pageWords = pagesInWords(outcome);
  if (outcome.pages.every((page) => page.trim() === "")) {
    throw new ToolError(
      `${what} with ${pageWords}, and without any text: perhaps it was scanned. Turned into PNG files (pdftoppm -png in bash), its pages can be read as images.`,
    );
  }
  const text = wrapLongLines(outcome.pages.map((page, at) => onePage(page, at, outcome.pageCount)).join(""));
  const part = excerpt(text, range, name);
  if (part === null) throw behindTheEnd(text, name, range);
  return {
    ok: true,
    text: `${name}: PDF, ${pageWords}; its text, with lines of its own:\n${part.text}`,
    summary: `PDF, ${sayCount(outcome.pageCount, "page")}, ${part.summary}`,
  };
}

function pagesInWords({ pages, pageCount }: PdfText): string {
  const all = pageCount === 1 ? "1 page" : `${pageCount} pages`;
  return pages.length === pageCount ? all : `${all}, of which only the first ${pages.length} could be read`;
}

function onePage(text: string, index: number, count: number): string {
  const body = text.trim() === "" ? "(no text)" : text.trimEnd();
  return `--- page ${index + 1} of ${count} ---\n${body}\n`;
}
