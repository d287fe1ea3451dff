/** The one validator. Every request of every provider passes it, after everything else has been done to it. Pure. */
import {
  type ModelMessage,
  type ModelRequest,
  toolCallsOf,
  type ToolCallPart,
  type ToolMessageResult,
} from "../protocol/message.ts";
import { joinUserMessages } from "../protocol/user-images.ts";
import { type IdEvent, matchIds } from "../sessions/open-calls.ts";
import { holdsHalfCharacters, wellFormed } from "../sessions/well-formed.ts";
import { cleanMessage, cleanText, type Report } from "./clean.ts";
import { limitImages } from "./images.ts";

export type ValidatedRequest = {
  readonly request: ModelRequest;
  /** What had to be changed, in a few words each, in order; empty for a request that was valid: it is returned as it is. */
  readonly repairs: readonly string[];
};

type AssistantMessage = Extract<ModelMessage, { role: "assistant" }>;

/**
 * A request that no server has a reason to refuse for its history. After it:
 *
 * - each tool call has exactly one result, all of a step's in one message directly behind it, in the order of the calls
 * - call ids are unique; there is no result without a call
 * - no text is blank, no message is empty, and no two neighbours are both the user's or both the model's
 * - the first message is the user's, the last one the user's or results, or an answer of this model's that it paused
 * - every string is well-formed Unicode, and every call's arguments are a JSON object
 * - reasoning goes to the model that made it and to no other
 * - images go to models that see; they are whole files of a known type, within the limits of size and number
 *
 * It repairs by removing, by joining neighbours, by numbering repeated call ids, by adding "interrupted" results, and by
 * saying in the text of a result or a message which of its images were left out.
 * It invents nothing else, and a second pass changes nothing. When nothing that can be sent is left, `messages` is
 * empty: such a request must not go out.
 */
export function validateRequest(
  request: ModelRequest,
  { model, takesImages }: { readonly model: string; readonly takesImages?: boolean | undefined },
): ValidatedRequest {
  const repairs: string[] = [];
  const report: Report = (repair) => repairs.push(repair);
  const clean = request.messages
    .map((message) => cleanMessage(message, model, report))
    .filter((m) => m !== null);
  const paired = pairResults(clean, report);
  const ordered = trimEnds(joinNeighbours(paired, model, report), model, report);
  const messages = limitImages(ordered, model, report, takesImages);
  const system = cleanText(request.system, report);
  const tools = cleanTools(request.tools, report);
  return repairs.length === 0
    ? { request, repairs }
    : { request: { ...request, system, messages, tools }, repairs };
}

/** Puts each call's result behind it: the one it has, wherever that stands, or "interrupted". */
function pairResults(messages: readonly ModelMessage[], report: Report): ModelMessage[] {
  const answers = matchIds(
    messages.flatMap((message): IdEvent<ToolMessageResult>[] => {
      if (message.role === "assistant")
        return [{ calls: toolCallsOf(message.parts).map(({ callId }) => callId) }];
      if (message.role === "tool")
        return message.results.map((result) => ({ answer: result.callId, by: result }));
      return [];
    }),
  );
  reportLeftOut(messages, answers.flat().filter((answer) => answer !== null).length, report);
  const usedIds = new Set<string>();
  const paired: ModelMessage[] = [];
  for (const [index, message] of messages.entries()) {
    if (message.role === "tool") continue;
    if (message.role === "user") {
      paired.push(message);
      continue;
    }
    const named = withUniqueIds(message, usedIds, report);
    paired.push(named);
    const calls = toolCallsOf(named.parts);
    const results = resultsOf(calls, answers.shift() ?? [], report);
    if (results.length > 0) paired.push(toolMessage(results, messages[index + 1], report));
  }
  return paired;
}

function reportLeftOut(messages: readonly ModelMessage[], matched: number, report: Report): void {
  const standing = messages.filter((message) => message.role === "tool");
  const results = standing.flatMap((message) => message.results);
  if (results.length > matched) report(`left out ${results.length - matched} results without a call`);
  if (standing.some((message) => message.results.length === 0))
    report("left out an empty message of results");
}

/** The message with a number behind each call id that was used before it. */
function withUniqueIds(message: AssistantMessage, used: Set<string>, report: Report): AssistantMessage {
  let changed = false;
  const parts = message.parts.map((part) => {
    if (part.type !== "tool_call") return part;
    let callId = part.callId;
    for (let count = 2; used.has(callId); count += 1) callId = `${part.callId}_${count}`;
    used.add(callId);
    if (callId === part.callId) return part;
    changed = true;
    report(`renamed a repeated call id (${part.callId})`);
    return { ...part, callId };
  });
  return changed ? { ...message, parts } : message;
}

function resultsOf(
  calls: readonly ToolCallPart[],
  answers: readonly (ToolMessageResult | null)[],
  report: Report,
): ToolMessageResult[] {
  return calls.map(({ callId, name }, index) => {
    const answer = answers[index] ?? null;
    if (answer === null) {
      report(`added an interrupted result (${callId})`);
      return { callId, name, text: "Interrupted: this call has no result.", isError: true };
    }
    return answer.callId === callId ? answer : { ...answer, callId };
  });
}

/** The results as one message; the one that stands there already when it is the same. */
function toolMessage(
  results: readonly ToolMessageResult[],
  next: ModelMessage | undefined,
  report: Report,
): ModelMessage {
  if (next?.role === "tool") {
    const standing = next.results;
    if (standing.length === results.length && standing.every((item, at) => item === results[at])) return next;
  }
  report("put the results of a step directly behind it");
  return { role: "tool", results };
}

/** Joins messages of the user, or of the model, that nothing separates: strict chat templates refuse them. */
function joinNeighbours(messages: readonly ModelMessage[], model: string, report: Report): ModelMessage[] {
  const joined: ModelMessage[] = [];
  for (const message of messages) {
    const last = joined.at(-1);
    if (message.role === "user" && last?.role === "user") {
      report("joined two messages of the user");
      joined[joined.length - 1] = joinUserMessages(last, message);
    } else if (message.role === "assistant" && last?.role === "assistant") {
      report("joined two answers");
      const by = last.model === model ? last.model : message.model;
      const paused = message.paused === true ? { paused: true } : {};
      const parts = [...last.parts, ...message.parts];
      joined[joined.length - 1] = { role: "assistant", model: by, parts, ...paused };
    } else {
      joined.push(message);
    }
  }
  return joined;
}

/** A conversation begins with the user and waits for the model: one that paused goes on from its own words. */
function trimEnds(messages: readonly ModelMessage[], model: string, report: Report): ModelMessage[] {
  const start = messages.findIndex((message) => message.role === "user");
  const end = messages.findLastIndex(
    (message) => message.role !== "assistant" || (message.paused === true && message.model === model),
  );
  if (start > 0 || (start === -1 && messages.length > 0))
    report("left out what stands before the user's first message");
  if (end < messages.length - 1) report("left out an answer at the end");
  return start === -1 ? [] : messages.slice(start, end + 1);
}

function cleanTools(tools: ModelRequest["tools"], report: Report): ModelRequest["tools"] {
  if (!holdsHalfCharacters(tools)) return tools;
  report("replaced half characters in a tool's description");
  return wellFormed(tools);
}
