/** A session as one HTML page that needs nothing else: it opens from a disk, loads nothing and sends nothing. */
import { createHash } from "node:crypto";
import { say, sayCount } from "../../words/say.ts";
import { type SettledItem, SettledItems } from "../settled-items.ts";
import { aboutSession, type ExportDocument, type ExportWriter, itemFacts } from "./document.ts";
import { itemHtml } from "./html-items.ts";
import { pageScript } from "./page-script.ts";
import { pageStyle } from "./page-style.ts";
import { escapeHtml } from "./visible.ts";

export function htmlWriter(document: ExportDocument): ExportWriter {
  const items = new SettledItems({ live: document.isRunning });
  let count = 0;
  const written = (settled: readonly SettledItem[]) =>
    settled
      .map(({ item, entry }) => {
        count += 1;
        return itemHtml(item, count, itemFacts(entry, document.priceOf));
      })
      .join("");
  return {
    begin: () => headOf(document),
    add: (entry) => written(items.add(entry)),
    end: () => written(items.end()) + footOf(count),
  };
}

function headOf(document: ExportDocument): string {
  const title = escapeHtml(document.title);
  return `<!doctype html>
<html lang="${say`en`}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy()}">
<meta name="referrer" content="no-referrer">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="generator" content="rein">
<title>${title}</title>
<style>${pageStyle}</style>
</head>
<body>
<header>
<h1 dir="auto">${title}</h1>
<dl>${aboutSession(document)
    .map(([name, value]) => `<div><dt>${escapeHtml(name)}</dt><dd dir="auto">${escapeHtml(value)}</dd></div>`)
    .join("")}</dl>
</header>
${toolbar()}
<main>
`;
}

function footOf(parts: number): string {
  return `</main>
<footer>${escapeHtml(say`Exported by rein.`)} ${escapeHtml(sayCount(parts, "part"))}</footer>
<script>${pageScript}</script>
</body>
</html>
`;
}

/** Shown by the script: without one there is nothing that it could do. */
function toolbar(): string {
  const words = [
    ["data-none", say`nothing found`],
    ["data-of", say`of`],
  ].map(([name, value]) => `${name}="${escapeHtml(value ?? "")}"`);
  return `<form id="tools" role="search" hidden ${words.join(" ")}>
<input id="find" type="search" autocomplete="off" spellcheck="false" placeholder="${escapeHtml(say`Search ( / )`)}" aria-label="${escapeHtml(say`Search in this session`)}">
<button type="button" id="previous" title="Shift+Enter" aria-label="${escapeHtml(say`Previous`)}">↑</button>
<button type="submit" id="next" title="Enter" aria-label="${escapeHtml(say`Next`)}">↓</button>
<output id="found" aria-live="polite"></output>
<button type="button" id="open">${escapeHtml(say`Open all`)}</button>
<button type="button" id="close">${escapeHtml(say`Close all`)}</button>
<small>${escapeHtml(say`j and k: from message to message`)}</small>
</form>`;
}

/** Only this style and this script, pictures from the page itself, and nothing from or to anywhere else. */
function policy(): string {
  return [
    "default-src 'none'",
    `style-src '${hashOf(pageStyle)}'`,
    `script-src '${hashOf(pageScript)}'`,
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
}

function hashOf(text: string): string {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}
