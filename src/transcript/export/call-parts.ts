/** What an export shows of a tool call, apart from its head. */
import type { EncodedImage } from "../../protocol/message.ts";
import type { FileChange } from "../../protocol/tool-result.ts";
import { say } from "../../words/say.ts";
import { filesOf } from "../diff.ts";
import type { CallItem } from "../item.ts";
import { printedLines } from "../panel.ts";
import { visible } from "./visible.ts";

export type CallPart =
  /** `text` is printable; `lang` as a fence names it, empty for plain text. */
  | { readonly type: "text"; readonly label: string; readonly lang: string; readonly text: string }
  | { readonly type: "changes"; readonly files: readonly FileChange[] }
  | { readonly type: "images"; readonly images: readonly EncodedImage[] };

/** What was asked, and what came of it, in that order. Parts without content are left out. */
export function callParts(item: CallItem): CallPart[] {
  const { result } = item;
  const view = result?.view;
  const changes = view?.type === "changes" || view?.type === "diff" ? filesOf(view) : null;
  const parts: CallPart[] = changes === null ? [asked(item)] : [];
  if (result !== undefined && !result.ok) parts.push(printed(say`Error`, result.message));
  if (changes !== null) parts.push({ type: "changes", files: changes });
  else if (view?.type === "command") parts.push(printed(say`Output`, view.output));
  else if (view?.type === "text") parts.push(printed(say`Result`, view.text));
  else if (result?.ok === true) parts.push(printed(say`Result`, result.text));
  else if (result === undefined && item.output !== undefined) parts.push(printed(say`Output`, item.output));
  if (result?.ok === true && result.images !== undefined)
    parts.push({ type: "images", images: result.images });
  return parts.filter((part) => part.type !== "text" || part.text.trim() !== "");
}

function asked({ editedText, argumentsText }: CallItem): CallPart {
  const text = editedText ?? argumentsText;
  const given = parseObject(text);
  if (given === null) return { type: "text", label: say`Asked`, lang: "", text: visible(text) };
  const entries = Object.entries(given);
  const [only] = entries;
  if (entries.length === 1 && only?.[0] === "command" && typeof only[1] === "string")
    return { type: "text", label: say`Asked`, lang: "bash", text: visible(only[1]) };
  const lines = entries.map(([name, value]) => {
    const [first = "", ...rest] = visible(
      typeof value === "string" ? value : (JSON.stringify(value) ?? ""),
    ).split("\n");
    return [`${visible(name)}: ${first}`, ...rest.map((line) => `  ${line}`)].join("\n");
  });
  return { type: "text", label: say`Asked`, lang: "", text: lines.join("\n") };
}

function printed(label: string, text: string): CallPart {
  return { type: "text", label, lang: "", text: printedLines(text).join("\n") };
}

function parseObject(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}

/** A changed file as a heading and the lines of its hunks, as unified diffs have them; printable. */
export function changeLines(file: FileChange): { readonly head: string; readonly lines: readonly string[] } {
  const { kind, movedFrom, path, hunks } = file;
  const from = movedFrom === undefined ? "" : `${visible(movedFrom)} → `;
  const name = `${from}${visible(path)}`.replaceAll("\n", " ");
  return {
    head: `${name} · ${kindWords(kind)}`,
    lines: hunks.flatMap(({ oldStart, newStart, lines }) =>
      [`@@ -${oldStart} +${newStart} @@`].concat(lines.map(hunkLine)),
    ),
  };
}

/** A line break of another kind inside of a line must not make it two, one of them without its sign. */
function hunkLine(line: string): string {
  return visible(line).replaceAll("\n", "⏎");
}

function kindWords(kind: FileChange["kind"]): string {
  switch (kind) {
    case "created":
      return say`created`;
    case "modified":
    case "replaced":
      return say`changed`;
    case "deleted":
      return say`deleted`;
    case "unchanged":
      return say`unchanged`;
    default:
      return kind satisfies never;
  }
}
