/** What a server did by itself in the course of an answer, in a few words for the user. */
import { say } from "../words/say.ts";
import { isRecord, type JsonRecord, listOf, numberOf, recordOf, textOf } from "./json.ts";

/** Most of a query or a command that is shown, UTF-16 units. */
const longestInput = 100;

/** A few words on one line for a block; empty where there is nothing to tell. */
export function serverNote(block: JsonRecord): string {
  const type = textOf(block["type"]);
  if (type.endsWith("tool_use")) return callNote(block);
  if (type.endsWith("_tool_result"))
    return resultNote(type.slice(0, -"_tool_result".length), block["content"]);
  if (type === "compaction") return say`The server summarised earlier messages.`;
  return "";
}

function callNote(block: JsonRecord): string {
  const name = textOf(block["name"]) || say`a tool`;
  const input = Object.values(recordOf(block["input"])).find((value) => typeof value === "string");
  const shown = textOf(input).replaceAll(/\s+/g, " ").trim();
  const short = shown.length > longestInput ? `${shown.slice(0, longestInput).toWellFormed()}…` : shown;
  return short === "" ? say`The server ran ${name}.` : say`The server ran ${name}: ${short}`;
}

function resultNote(name: string, content: unknown): string {
  const result = recordOf(content);
  const error = textOf(result["error_code"]);
  if (error !== "") return say`Its ${name} failed: ${error}.`;
  const code = numberOf(result["return_code"]);
  if (code !== undefined) return say`Its ${name} ended with exit code ${code}.`;
  const found = listOf(content).filter(isRecord);
  if (name === "web_search")
    return found.length === 1 ? say`It found 1 page.` : say`It found ${found.length} pages.`;
  return "";
}
