/** Calls that only looked, one behind the other, on one line: what they were and what they looked at. */
import { keyName } from "../terminal/keymap/active.ts";
import { sanitize } from "../terminal/sanitize.ts";
import { say, sayCount } from "../words/say.ts";
import type { CallItem, Item } from "./item.ts";
import { layHead, oneLine } from "./panel.ts";
import type { RenderOptions } from "./render-options.ts";

type Kind = "read" | "search" | "look";

/** By the names that models call them by. */
const kinds: ReadonlyMap<string, Kind> = new Map([
  ...namesOf("read", "read_file read Read cat view"),
  ...namesOf("search", "grep Grep search search_files glob Glob find_files list_files"),
]);
const commandTools: ReadonlySet<string> = new Set(["bash", "shell", "Bash", "run_command", "execute"]);

/** Programs that only look, as long as nothing else is on their line. What may run is not decided here. */
const looking =
  /^(?:ls|cat|head|tail|wc|pwd|tree|stat|file|which|du|rg|grep|find|git (?:status|log|diff|show|blame|ls-files))(?: [^;&|<>$`\n()]*)?$/;
const acting = /(?:^| )-(?:-output|exec|execdir|ok|okdir|delete|fprint|fprintf|fls)\b/;

function namesOf(kind: Kind, names: string): [string, Kind][] {
  return names.split(" ").map((name) => [name, kind]);
}

/** One behind the other in `items`: those that are shown together, and whether more of them may come. */
export type Run = { readonly items: readonly CallItem[]; readonly isOpen: boolean };

/**
 * The run of finished calls that begins at `from`; empty when that item belongs to none. It is open while it stands at the
 * end of `items`, or before a call that is not finished and may belong to it.
 */
export function runAt(items: readonly Item[], from: number, end = items.length): Run {
  const run: CallItem[] = [];
  for (let at = from; at < end; at += 1) {
    const item = items[at];
    if (item?.type !== "call" || !isQuiet(item)) break;
    run.push(item);
  }
  const next = items[from + run.length];
  return { items: run, isOpen: run.length > 0 && (next === undefined || mayJoin(next)) };
}

/** It looked, nobody was asked about it, and all went well: there is nothing about it to be told by itself. */
export function isQuiet(item: CallItem): boolean {
  const { result, status, folder } = item;
  if (kindOf(item) === null || item.preview !== undefined || status !== "done" || folder !== undefined)
    return false;
  if (result?.ok !== true || result.images !== undefined || result.job !== undefined) return false;
  return result.view?.type !== "command" || result.view.exitCode === 0;
}

function mayJoin(item: Item): boolean {
  return (
    item.type === "call" &&
    item.result === undefined &&
    item.preview === undefined &&
    item.status !== "interrupted" &&
    kindOf(item) !== null
  );
}

function kindOf({ name, argumentsText }: CallItem): Kind | null {
  if (!commandTools.has(name)) return kinds.get(name) ?? null;
  const parts = commandOf(argumentsText).split("|");
  return parts.every((part) => looking.test(part.trim()) && !acting.test(part)) ? "look" : null;
}

function commandOf(argumentsText: string): string {
  try {
    const value: unknown = JSON.parse(argumentsText);
    if (typeof value !== "object" || value === null || !("command" in value)) return "";
    return typeof value.command === "string" ? value.command.trim() : "";
  } catch {
    // Half-written arguments are of no call that has run.
    return "";
  }
}

/** Draws a run of several calls in one line, or two where the window is narrow. */
export function renderRun(
  items: readonly CallItem[],
  options: Pick<RenderOptions, "width" | "style">,
): string[] {
  const { style } = options;
  const titles = [...new Set(items.map(({ title }) => oneLine(title)).filter((title) => title !== ""))];
  const start = `${style.success("●")} ${style.bold(wordsOf(items))}`;
  const title = titles.length === 0 ? "" : `  ${sanitize(titles.join(", "), "approval_inline")}`;
  return layHead({ start, title, facts: [keyName("open-transcript", "global")] }, options);
}

/** `read 5 files, searched 2×, ran 1 command`. */
function wordsOf(items: readonly CallItem[]): string {
  const of = (kind: Kind) => items.filter((item) => kindOf(item) === kind);
  const files = new Set(of("read").map(({ title }) => title)).size;
  const searches = of("search").length;
  const looks = of("look").length;
  return [
    ...(files === 0 ? [] : [say`read ${sayCount(files, "file")}`]),
    ...(searches === 0 ? [] : [searches === 1 ? say`searched once` : say`searched ${searches}×`]),
    ...(looks === 0 ? [] : [say`ran ${sayCount(looks, "command")}`]),
  ].join(say`, `);
}
