/** Foreign text → text for a file that somebody opens: what could steer a terminal or hide from the eye is gone or spelled out. */
import { sanitize } from "../../terminal/sanitize.ts";

/** Printable text that keeps its tabs: code is copied from an export. */
export function visible(text: string): string {
  return text
    .split("\t")
    .map((cell) => sanitize(cell, "output"))
    .join("\t");
}

/** The same on one line. */
export function visibleLine(text: string): string {
  return visible(text)
    .trim()
    .replaceAll(/\s*\n\s*/g, " ⏎ ");
}

const references: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Printable text as the content of an HTML element or of a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => references[character] ?? character);
}
