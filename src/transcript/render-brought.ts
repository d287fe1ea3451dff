/** What a folder brings for rein, for a person who decides whether to trust it. */
import type { Brought } from "../settings/brought.ts";
import type { Trust } from "../settings/trust.ts";
import { sanitize } from "../terminal/sanitize.ts";
import type { Style } from "../terminal/style.ts";
import { padLine, widthOf, wrapLine } from "../terminal/width.ts";
import { say } from "../words/say.ts";
import { formatBytes } from "./format.ts";

export type BroughtOptions = {
  readonly width: number;
  readonly style: Style;
  /** Of what the settings set, no more than this is shown. @default all */
  readonly most?: number;
};

/** A name in front, and what is to be said of it; `isPart`: of the name above. */
type Row = { readonly name: string; readonly says: string; readonly isPart?: boolean };

/** The lines: what would be used, what would not, and what trusting it means. */
export function renderBrought(
  brought: Brought,
  trust: Trust,
  { width, style, most = Number.POSITIVE_INFINITY }: BroughtOptions,
): string[] {
  const rows = rowsOf(brought, trust, most);
  const column = Math.min(
    Math.max(...rows.map(({ name }) => widthOf(name))),
    Math.max(1, Math.floor(width / 3)),
  );
  const indent = width < 40 ? "" : "  ";
  const wrapped = (text: string, left = indent) =>
    wrapLine(text, Math.max(1, width - widthOf(left))).map((line) => left + line);
  const linesOf = ({ name, says, isPart = false }: Row): string[] => {
    const left = `${indent}${indent}${padLine(name, column)}  ${isPart ? "  " : ""}`;
    if (widthOf(name) > column) return wrapped(name, indent + indent).concat(wrapped(says, indent + indent));
    const lines = wrapLine(says, Math.max(1, width - widthOf(left)));
    return lines.map((line, at) => (at === 0 ? left : " ".repeat(widthOf(left))) + line);
  };
  return [
    ...wrapped(headOf(brought, trust)).map((line) => style.bold(line)),
    ...rows.flatMap((row) => linesOf(row)),
    ...wrapped(meaning(brought)).map((line) => style.dim(line)),
  ];
}

function headOf({ folder }: Brought, trust: Trust): string {
  const place = sanitize(folder, "approval_inline");
  return trust.type === "changed"
    ? say`What ${place} brings has changed since you trusted it. Until you decide, none of this is used:`
    : say`You have not trusted ${place} yet. It brings, and rein does not use until you do:`;
}

function rowsOf({ settings, instructions, notUsed }: Brought, trust: Trust, most: number): Row[] {
  const changes = trust.type === "changed" ? trust.changes : [];
  const rows: Row[] = [];
  if (instructions !== null) {
    const { name, bytes } = instructions;
    rows.push({
      name,
      says: say`instructions, ${formatBytes(bytes)}: the model reads them with every message`,
    });
  }
  if (settings !== null) {
    const { name, sets } = settings;
    const how = changes.find((change) => change.name === name)?.how;
    rows.push({ name, says: settingsWords(how) });
    for (const line of sets.slice(0, most))
      rows.push({ name: "", says: sanitize(line, "approval_inline"), isPart: true });
    const hidden = sets.length - most;
    if (hidden > 0) rows.push({ name: "", says: say`… and ${hidden} more`, isPart: true });
  }
  for (const { name, how } of changes)
    if (how === "removed") rows.push({ name: sanitize(name, "approval_inline"), says: say`removed` });
  for (const name of notUsed) rows.push({ name, says: say`rein does not use this, trusted or not` });
  return rows;
}

function settingsWords(how: "added" | "changed" | "removed" | undefined): string {
  switch (how) {
    case undefined:
      return say`settings:`;
    case "added":
      return say`settings, added:`;
    case "changed":
      return say`settings, changed:`;
    case "removed":
      return say`settings, removed:`;
    default:
      return how satisfies never;
  }
}

function meaning({ settings, instructions }: Brought): string {
  const parts = [
    ...(instructions === null ? [] : [say`${instructions.name} also when it changes`]),
    ...(settings === null ? [] : [say`the settings only as they are now`]),
  ];
  return say`Trusting holds for this folder: ${parts.join(say`, `)}. What the model does is asked about all the same.`;
}
