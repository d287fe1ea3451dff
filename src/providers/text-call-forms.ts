/** What is written between the marks of a call that a model wrote as text → its name and its arguments. Pure. */
import { isRecord, type JsonRecord, parseJson, textOf } from "./json.ts";

/** `argumentsText` is JSON where the model wrote JSON, as it wrote it; it may be broken, and is not mended. */
export type WrittenCall = { readonly name: string; readonly argumentsText: string };

/** `{"name": …, "arguments": …}` and its relatives, one or an array of them; broken JSON still has its name. */
export function fromJson(text: string): WrittenCall[] {
  const value = parseJson(text);
  if (value !== undefined)
    return (Array.isArray(value) ? value : [value]).flatMap((one) => fromObject(one) ?? []);
  const name = /^[\s[]*\{[^{}]*?"name"\s*:\s*"([^"\\]+)"/.exec(text)?.[1];
  return name === undefined ? [] : [{ name, argumentsText: text.trim() }];
}

/** The same, for JSON that stands alone: it has to be whole, and to hold a name, arguments and nothing else. */
export function fromBareJson(text: string): WrittenCall[] {
  const value = parseJson(text);
  const all = Array.isArray(value) ? value : [value];
  return all.every(isBareCall) ? fromJson(text) : [];
}

function isBareCall(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const called = isRecord(value["function"]) ? value["function"] : value;
  const others = Object.keys(called).filter((key) => key !== "name" && key !== "id" && key !== "type");
  return typeof called["name"] === "string" && others.length === 1 && argumentKeys.has(others[0] ?? "");
}

const argumentKeys: ReadonlySet<string> = new Set(["arguments", "parameters", "args", "input"]);

function fromObject(value: unknown): WrittenCall | undefined {
  if (!isRecord(value)) return undefined;
  const called = isRecord(value["function"]) ? value["function"] : value;
  const name = textOf(called["name"]) || textOf(value["function"]);
  const key = [...argumentKeys].find((key) => called[key] !== undefined);
  const given = key === undefined ? undefined : called[key];
  if (name === "") return undefined;
  return { name, argumentsText: typeof given === "string" ? given : JSON.stringify(given ?? {}) };
}

/** `<function=NAME>` or `<invoke name="NAME">` and what is inside: JSON, or parameters in tags of their own. */
export function fromFunctionTag(name: string, inner: string): WrittenCall[] {
  const json = inner.trim();
  if (json === "") return [{ name, argumentsText: "{}" }];
  if (json.startsWith("{")) return [{ name, argumentsText: json }];
  return [{ name, argumentsText: JSON.stringify(parametersOf(inner)) }];
}

/** `<parameter=KEY>` (Qwen), `<parameter name="KEY">` (Anthropic, MiniMax), and DeepSeek's with its mark in front. */
const parameterTag = /<(?:｜DSML｜)?parameter(?:=|\s+name=)"?([^">\s]+)"?([^>]*)>/;

function parametersOf(inner: string): JsonRecord {
  const parameters: Record<string, unknown> = {};
  let rest = inner;
  for (let tag = parameterTag.exec(rest); tag !== null; tag = parameterTag.exec(rest)) {
    const [whole, key = "", attributes = ""] = tag;
    const from = tag.index + whole.length;
    const end = /<\/(?:｜DSML｜)?parameter>/.exec(rest.slice(from));
    const value = rest.slice(from, end === null ? undefined : from + end.index);
    // DeepSeek says which values are JSON; elsewhere the tool's schema decides.
    parameters[key] = attributes.includes('string="false"') ? (parseJson(value) ?? value) : unwrapped(value);
    rest = end === null ? "" : rest.slice(from + end.index + end[0].length);
  }
  return parameters;
}

/** GLM: the name on a line of its own, then `<arg_key>` and `<arg_value>` in turns. */
export function fromArgKeys(inner: string): WrittenCall[] {
  const name = /^\s*([^\s<{]+)/.exec(inner)?.[1];
  if (name === undefined) return [];
  const parameters: Record<string, string> = {};
  for (const pair of inner.split("<arg_key>").slice(1)) {
    const [key = "", value] = pair.split("</arg_key>");
    const begun = value?.indexOf("<arg_value>") ?? -1;
    if (value === undefined || begun === -1) continue;
    parameters[key.trim()] = value.slice(begun + "<arg_value>".length).split("</arg_value>")[0] ?? "";
  }
  return [{ name, argumentsText: JSON.stringify(parameters) }];
}

/** `<NAME><key>value</key>…</NAME>`: nothing but parameters may stand inside, and at least one. */
export function fromOwnTag(name: string, inner: string): WrittenCall[] {
  const parameters: Record<string, string> = {};
  let rest = inner.trim();
  while (rest !== "") {
    const key = /^<([a-z][\w-]*)>/i.exec(rest)?.[1];
    const end = key === undefined ? -1 : rest.indexOf(`</${key}>`);
    if (key === undefined || end === -1) return [];
    parameters[key] = unwrapped(rest.slice(key.length + 2, end));
    rest = rest.slice(end + key.length + 3).trimStart();
  }
  return Object.keys(parameters).length === 0 ? [] : [{ name, argumentsText: JSON.stringify(parameters) }];
}

/** A value without the one line break that stands on either side of it. */
function unwrapped(value: string): string {
  return value.replace(/^\r?\n/, "").replace(/\r?\n$/, "");
}

/** Kimi: `functions.NAME:0<|tool_call_argument_begin|>{…}`. */
export function fromKimi(inner: string): WrittenCall[] {
  const [id = "", argumentsText] = inner.split("<|tool_call_argument_begin|>");
  const name = /^\s*(?:functions\.)?([\w.-]+?)(?::\d+)?\s*$/.exec(id)?.[1];
  return name === undefined || argumentsText === undefined
    ? []
    : [{ name, argumentsText: argumentsText.trim() }];
}

/** DeepSeek: `NAME<｜tool▁sep｜>{…}`, in older models `function<｜tool▁sep｜>NAME` and a fence with the JSON. */
export function fromDeepSeek(inner: string): WrittenCall[] {
  const [before = "", behind] = inner.split("<｜tool▁sep｜>");
  if (behind === undefined) return [];
  const fence = behind.indexOf("```");
  if (before.trim() === "function" && fence !== -1) {
    const json = behind
      .slice(fence)
      .replace(/^`{3}(?:json)?/, "")
      .trim();
    return [{ name: behind.slice(0, fence).trim(), argumentsText: json.replace(/`{3}$/, "").trim() }];
  }
  return [{ name: before.trim(), argumentsText: behind.trim() }];
}

/** Mistral: an array of objects, or `NAME[ARGS]{…}`, or `NAME{…}`. */
export function fromMistral(inner: string): WrittenCall[] {
  if (/^\s*\[/.test(inner)) return fromJson(inner);
  const [, name, argumentsText] =
    /^\s*([\w.-]+)\s*(?:\[CALL_ID\][\w-]*)?(?:\[ARGS\])?\s*(\{[^]*)$/.exec(inner) ?? [];
  return name === undefined || argumentsText === undefined
    ? []
    : [{ name, argumentsText: argumentsText.trim() }];
}
