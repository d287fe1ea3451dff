/** What the model is told of a call that the user changed before it ran. Pure. */
import type { ToolResult } from "../../protocol/tool-result.ts";

/** Up to these lengths of its JSON, a changed argument is told old and new, or new alone. UTF-16 units. */
const most = { both: 200, now: 20_000 } as const;

/** A line that says which arguments the user changed, and to what. Both texts are JSON objects; the first may be blank. */
export function changedWords(before: string, after: string): string {
  const [old, now] = [objectOf(before), objectOf(after)];
  const names = [...new Set([...Object.keys(old), ...Object.keys(now)])];
  const changes = names
    .filter((name) => JSON.stringify(old[name]) !== JSON.stringify(now[name]))
    .map((name) => changeOf(name, old[name], now[name]));
  if (changes.length === 0)
    return "[The user looked over the arguments of this call and left them as they were.]";
  return `[The user changed this call; what follows is about the changed one. ${changes.join("; ")}]`;
}

function changeOf(name: string, old: unknown, now: unknown): string {
  if (now === undefined) return `${name}: taken away`;
  const [was, is] = [JSON.stringify(old) ?? "nothing", JSON.stringify(now)];
  // A command is told whole, whatever its length: what it does is in no file.
  if (name === "command" || Math.max(was.length, is.length) <= most.both) return `${name}: ${was} → ${is}`;
  return is.length <= most.now
    ? `${name} is now ${is}`
    : `${name}: another text, which you have not seen; read it where it was put`;
}

/** A result with a line above it or below it, where the model reads it. */
export function withNote(result: ToolResult, note: string, place: "before" | "behind"): ToolResult {
  const noted = (text: string) =>
    [place === "before" ? note : "", text, place === "behind" ? note : ""]
      .filter((part) => part !== "")
      .join("\n");
  return result.ok ? { ...result, text: noted(result.text) } : { ...result, message: noted(result.message) };
}

function objectOf(text: string): Readonly<Record<string, unknown>> {
  const value: unknown = text.trim() === "" ? {} : JSON.parse(text);
  return typeof value === "object" && value !== null ? { ...value } : {};
}
