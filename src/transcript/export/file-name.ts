/** What an export is called when nobody says. */
import type { ExportFormat } from "./document.ts";
import { exportFormats } from "./document.ts";

const longestTitle = 48;

/** `2026-11-30-fix-the-parser.md`: the day the session began, in UTC, and the letters and digits of its title. */
export function exportFileName(createdAt: string, title: string, format: ExportFormat): string {
  const [day = "session"] = /^\d{4}-\d{2}-\d{2}/.exec(createdAt) ?? [];
  const words = title
    .normalize("NFC")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, "-");
  // By characters: half of one would be another name on disk. A word is not cut where that leaves enough.
  const characters = Array.from(words);
  const cut = characters.slice(0, longestTitle).join("");
  const whole = characters.length > longestTitle ? cut.replace(/-[^-]{0,15}$/, "") : cut;
  const short = whole.replaceAll(/^-+|-+$/g, "");
  return `${[day, ...(short === "" ? [] : [short])].join("-")}.${format}`;
}

/** The form that a file's name asks for; null where it asks for none. */
export function formatOfName(name: string): ExportFormat | null {
  const [, ending = ""] = /\.([a-z]+)$/i.exec(name) ?? [];
  const wanted = ending.toLowerCase();
  const known: Readonly<Record<string, ExportFormat>> = { markdown: "md", htm: "html" };
  return exportFormats.find((format) => format === wanted) ?? known[wanted] ?? null;
}
