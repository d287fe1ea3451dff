/** Code and changes as HTML, coloured by classes. */
import type { FileChange } from "../../protocol/tool-result.ts";
import { highlighterFor } from "../highlight-languages.ts";
import { languageOf } from "../highlight-languages.ts";
import { changeLines } from "./call-parts.ts";
import { escapeHtml } from "./visible.ts";

/** Longer code is not coloured: it would take seconds. UTF-16 units. */
const mostColoured = 60_000;
const longestLine = 1000;

/** A block of printable code. */
export function codeBlock(text: string, lang: string): string {
  return `<pre dir="ltr" tabindex="0"><code>${coloured(text, lang)}</code></pre>`;
}

function coloured(text: string, lang: string): string {
  if (/^(?:diff|patch)$/i.test(lang)) return text.split("\n").map(diffLine).join("\n");
  const language = languageOf(lang);
  const isTooLong = text.length > mostColoured || text.split("\n").some(({ length }) => length > longestLine);
  if (language === null || isTooLong) return escapeHtml(text);
  return highlighterFor(language).highlight(text, { language, ignoreIllegals: true }).value;
}

/** What changed in a file: its name, and its hunks. */
export function changedFile(file: FileChange): string {
  const { head, lines } = changeLines(file);
  const code =
    lines.length === 0
      ? ""
      : `<pre dir="ltr" tabindex="0"><code>${lines.map(diffLine).join("\n")}</code></pre>`;
  return `<p class="file" dir="auto">${escapeHtml(head)}</p>${code}`;
}

/** Signs stay in the text: a colour alone says nothing to who does not see it. */
function diffLine(line: string): string {
  const kind = line.startsWith("@@")
    ? "hunk"
    : line.startsWith("+")
      ? "add"
      : line.startsWith("-")
        ? "del"
        : "";
  return kind === "" ? escapeHtml(line) : `<span class="${kind}">${escapeHtml(line)}</span>`;
}
