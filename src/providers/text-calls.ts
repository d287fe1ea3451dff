/**
 * Tool calls that a model wrote into its answer as text, because its server does not know the model's way of calling
 * or the model has left it. Careful on purpose: only names of tools that were offered count, and what stands in a
 * code block counts only where the answer ends with it. Pure.
 */
import {
  fromArgKeys,
  fromBareJson,
  fromDeepSeek,
  fromFunctionTag,
  fromJson,
  fromKimi,
  fromMistral,
  fromOwnTag,
  type WrittenCall,
} from "./text-call-forms.ts";

/** A call, and where it stands in the text: UTF-16 offsets, `end` exclusive. Calls of one mark share their place. */
export type TextCall = WrittenCall & { readonly start: number; readonly end: number };

type Place = { readonly start: number; readonly end: number };

/** The calls in the text, in order; none when no offered tool is called. */
export function findTextCalls(text: string, offered: readonly string[]): TextCall[] {
  if (offered.length === 0) return [];
  const names = new Set(offered);
  const code = codeBlocks(text);
  // What stands inside another call is an argument of that one.
  const calls = [...markedCalls(text, offered), ...bareCalls(text, code)].toSorted(
    (one, other) => one.start - other.start || other.end - one.end,
  );
  const found: TextCall[] = [];
  for (const call of calls) {
    if (!names.has(call.name) || found.some((other) => overlaps(other, call))) continue;
    const block = code.find((block) => block.start < call.start && call.end < block.end);
    if (isInCode(text, call, block)) continue;
    found.push(call);
  }
  return found;
}

/** The text without these calls of it and the marks around them. */
export function withoutTextCalls(text: string, calls: readonly TextCall[]): string {
  if (calls.length === 0) return text;
  let rest = "";
  let from = 0;
  for (const { start, end } of calls) {
    if (start < from) continue;
    rest += text.slice(from, start);
    from = end;
  }
  rest += text.slice(from);
  return rest.replaceAll(emptyMarks, "").trimEnd();
}

/** What stands around calls, and is left behind with nothing in it. */
const emptyMarks =
  /<\/?(?:function_calls|minimax:tool_call|tool_calls?)>|<\|tool_calls_section_(?:begin|end)\|>|<｜tool▁calls▁(?:begin|end)｜>|<\/?｜DSML｜function_calls>|<｜end▁of▁sentence｜>/g;

/** Two calls in one mark stand at one place and are two calls. */
function overlaps(one: Place, other: Place): boolean {
  return (
    one.start < other.end && other.start < one.end && (one.start !== other.start || one.end !== other.end)
  );
}

/** Whether a call is an example in somebody's prose. */
function isInCode(text: string, call: Place, block: Place | undefined): boolean {
  if (text[call.start - 1] === "`" && block === undefined) return text[call.end] === "`";
  return block !== undefined && text.slice(block.end).trim() !== "";
}

/** Calls with marks of their own, each form a family of models'. */
function markedCalls(text: string, offered: readonly string[]): TextCall[] {
  return [
    ...between(text, "<tool_call>", "</tool_call>", (inner) =>
      /^\s*[{[]/.test(inner) ? fromJson(inner) : (functionTags(inner) ?? fromArgKeys(inner)),
    ),
    ...between(text, "<function_call>", "</function_call>", fromJson),
    ...between(text, "<|tool_call_begin|>", "<|tool_call_end|>", fromKimi),
    ...between(text, "<｜tool▁call▁begin｜>", "<｜tool▁call▁end｜>", fromDeepSeek),
    ...between(text, "[TOOL_CALLS]", "[TOOL_CALLS]", fromMistral, "up to"),
    ...tagged(text),
    ...offered.flatMap((name) =>
      between(text, `<${name}>`, `</${name}>`, (inner) => fromOwnTag(name, inner)),
    ),
  ];
}

/**
 * What `read` finds between each pair of marks. The last one may be open: servers stop a model at the mark that closes.
 * With "up to", the mark that closes begins the next one.
 */
function between(
  text: string,
  open: string,
  close: string,
  read: (inner: string) => readonly WrittenCall[],
  how: "with" | "up to" = "with",
): TextCall[] {
  const calls: TextCall[] = [];
  let start = text.indexOf(open);
  while (start !== -1) {
    const from = start + open.length;
    const closed = text.indexOf(close, from);
    const to = closed === -1 ? text.length : closed;
    const end = closed === -1 || how === "up to" ? to : closed + close.length;
    calls.push(...placed(read(text.slice(from, to)), { start, end }));
    start = text.indexOf(open, end);
  }
  return calls;
}

/** The mark that opens a call with the tool's name in it, and the word in the mark that closes it. */
const openTag = /<(｜DSML｜)?(?:(function)=|(invoke)\s+name=)"?([\w.-]+)"?\s*>/g;

function tagged(text: string): TextCall[] {
  const calls: TextCall[] = [];
  let last = 0;
  for (const tag of text.matchAll(openTag)) {
    const [whole, mark = "", word = "invoke", , name = ""] = tag;
    if (tag.index < last) continue;
    const from = tag.index + whole.length;
    const close = `</${mark}${word}>`;
    const closed = text.indexOf(close, from);
    const inner = text.slice(from, closed === -1 ? undefined : closed);
    last = closed === -1 ? text.length : closed + close.length;
    calls.push(...placed(fromFunctionTag(name, inner), { start: tag.index, end: last }));
  }
  return calls;
}

/** The calls in tags with the tool's name, or undefined when there are none. */
function functionTags(inner: string): readonly WrittenCall[] | undefined {
  const calls = tagged(inner);
  return calls.length === 0 ? undefined : calls;
}

/** JSON without marks: all of the answer, or the code block that it ends with. */
function bareCalls(text: string, code: readonly Place[]): TextCall[] {
  const whole = text.trim();
  if (/^[{[]/.test(whole)) return placed(fromBareJson(whole), { start: 0, end: text.length });
  const last = code.at(-1);
  if (last === undefined || text.slice(last.end).trim() !== "") return [];
  const [fence = "", ...lines] = text.slice(last.start, last.end).trimEnd().split("\n");
  if (!/^`{3,}(?:json|tool_call|tool_code|tool)?\s*$/.test(fence)) return [];
  if (lines.at(-1)?.trim().startsWith("```") === true) lines.pop();
  return placed(fromBareJson(lines.join("\n")), last);
}

function placed(calls: readonly WrittenCall[], { start, end }: Place): TextCall[] {
  return calls.map(({ name, argumentsText }) => ({ name, argumentsText, start, end }));
}

/** Where code blocks stand, their fences included. One that is not closed reaches to the end. */
function codeBlocks(text: string): Place[] {
  const fences = [...text.matchAll(/^[ \t]*(`{3,}|~{3,})[^\n]*$/gm)];
  const blocks: Place[] = [];
  let open: { readonly start: number; readonly fence: string } | undefined;
  for (const fence of fences) {
    const mark = fence[1] ?? "";
    const start = fence.index + fence[0].indexOf(mark);
    if (open === undefined) open = { start, fence: mark };
    else if (fence[0].trim().startsWith(open.fence) && /^[`~]+\s*$/.test(fence[0].trim())) {
      blocks.push({ start: open.start, end: fence.index + fence[0].length });
      open = undefined;
    }
  }
  return open === undefined ? blocks : [...blocks, { start: open.start, end: text.length }];
}
