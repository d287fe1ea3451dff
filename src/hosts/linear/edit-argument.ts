/** Changing one argument of a call by a line: its name, a colon, and the new value. */
import { say } from "../../words/say.ts";

export type ChangedArgument =
  /** JSON of all of them. */
  | { readonly type: "arguments"; readonly arguments: string }
  /** Why it cannot be, in a few words. */
  | { readonly type: "fault"; readonly why: string };

/** The arguments by name, each on a line; one that is long only by its length. */
export function argumentLines(json: string): string[] {
  return Object.entries(objectOf(json)).map(([name, value]) => {
    const text = typeof value === "string" ? value : JSON.stringify(value);
    const isShort = text.length <= longestTold && !text.includes("\n");
    return isShort ? `${name}: ${text}` : say`${name}: ${text.length} characters`;
  });
}

/** A longer one is told by its length; UTF-16 units. */
const longestTold = 200;

/** Reads `name: value`. A text stays a text, whatever is written; anything else is written as JSON. */
export function changeArgument(line: string, json: string): ChangedArgument {
  const before = objectOf(json);
  const [, name = "", written = ""] = /^\s*([^\s:]+)\s*:[ ]?([\s\S]*)$/.exec(line) ?? [];
  if (name === "" || !Object.hasOwn(before, name)) {
    const names = Object.keys(before).join(", ");
    return { type: "fault", why: say`the line has to begin with one of ${names} and a colon` };
  }
  const value = typeof before[name] === "string" ? { json: written } : readJson(written);
  if (value === null) return { type: "fault", why: say`${name} is no text: its value is written as JSON` };
  return { type: "arguments", arguments: JSON.stringify({ ...before, [name]: value.json }) };
}

function objectOf(json: string): Readonly<Record<string, unknown>> {
  const read = readJson(json)?.json;
  return typeof read === "object" && read !== null && !Array.isArray(read) ? { ...read } : {};
}

function readJson(text: string): { readonly json: unknown } | null {
  try {
    const json: unknown = JSON.parse(text);
    return { json };
  } catch (thrown) {
    if (thrown instanceof SyntaxError) return null;
    throw thrown;
  }
}
