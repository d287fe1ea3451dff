/** The first half of validation: each message by itself. Pure. */
import {
  type AssistantPart,
  isOnlyReasoning,
  type ModelMessage,
  type ToolCallPart,
  type ToolMessageResult,
} from "../protocol/message.ts";
import { holdsHalfCharacters, wellFormed } from "../sessions/well-formed.ts";
import { noOutput } from "./request.ts";

type MessageOf<Role extends ModelMessage["role"]> = Extract<ModelMessage, { role: Role }>;

/** Told in a few words about everything that is changed. */
export type Report = (repair: string) => void;

/**
 * A message without blank text, half characters, other models' reasoning and calls that nobody could answer; null when
 * nothing is left of it. What needs no change comes back as it is, the same object.
 */
export function cleanMessage(message: ModelMessage, model: string, report: Report): ModelMessage | null {
  if (message.role === "user") return cleanUser(message, report);
  if (message.role === "assistant") return cleanAnswer(message, model, report);
  const results = message.results.map((result) => cleanResult(result, report));
  return isSame(message.results, results) ? message : { role: "tool", results };
}

function cleanUser(message: MessageOf<"user">, report: Report): ModelMessage | null {
  const text = cleanText(message.text, report);
  if (text.trim() === "") {
    report("left out a blank message of the user");
    return null;
  }
  // As many units as before: images stay in their places.
  return text === message.text ? message : { ...message, text };
}

function cleanAnswer(message: MessageOf<"assistant">, model: string, report: Report): ModelMessage | null {
  const parts = message.parts.flatMap((part) => cleanPart(part, message.model === model, report) ?? []);
  if (isOnlyReasoning(parts)) {
    report("left out an answer that says nothing");
    return null;
  }
  return isSame(message.parts, parts) ? message : { ...message, parts };
}

function cleanPart(part: AssistantPart, sameModel: boolean, report: Report): AssistantPart | null {
  if (part.type === "tool_call") return cleanCall(part, report);
  if (part.type === "reasoning" && !sameModel) {
    report("left out another model's reasoning");
    return null;
  }
  if (part.type === "reasoning" && part.opaque !== undefined) {
    // It may be signed over its text: it goes back exactly as it came, or not at all.
    if (!holdsHalfCharacters(part)) return part;
    report("left out reasoning with half characters");
    return null;
  }
  const text = cleanText(part.text, report);
  if (text.trim() === "") {
    report(`left out a blank ${part.type} part`);
    return null;
  }
  if (part.opaque !== undefined && (!sameModel || text !== part.text || holdsHalfCharacters(part.opaque))) {
    report(
      sameModel
        ? "left out what belonged to a text with half characters"
        : "left out what is for another model",
    );
    return { type: part.type, text };
  }
  return text === part.text ? part : { ...part, text };
}

function cleanCall(call: ToolCallPart, report: Report): ToolCallPart | null {
  if (call.callId.trim() === "" || call.name.trim() === "") {
    report("left out a tool call without an id or a name");
    return null;
  }
  const callId = cleanText(call.callId, report);
  const name = cleanText(call.name, report);
  const argumentsText = cleanArguments(call.argumentsText, report);
  const same = callId === call.callId && name === call.name && argumentsText === call.argumentsText;
  return same ? call : { ...call, callId, name, argumentsText };
}

/** The arguments as a JSON object. Some servers parse the history's arguments, and fail on what a model got wrong. */
function cleanArguments(text: string, report: Report): string {
  const whole = text.toWellFormed();
  const value = parseJson(whole);
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    report("replaced a call's arguments that are no JSON object by {}");
    return "{}";
  }
  if (isDeeper(value, maxDepth)) {
    report("replaced a call's arguments that are nested too deeply by {}");
    return "{}";
  }
  // The escape `\ud83d` alone is well-formed as JSON text, but not once it is parsed.
  if (whole === text && !holdsHalfCharacters(value)) return text;
  report("replaced half characters in a call's arguments");
  return JSON.stringify(wellFormed(value));
}

/** JSON readers of servers give up at some depth: serde_json, for one, at 128. Ours would overflow the stack later. */
const maxDepth = 100;

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1));
}

function cleanResult(result: ToolMessageResult, report: Report): ToolMessageResult {
  const callId = cleanText(result.callId, report);
  const name = cleanText(result.name, report);
  let text = cleanText(result.text, report);
  if (text.trim() === "") {
    report("marked an empty result as such");
    text = noOutput;
  }
  const same = callId === result.callId && name === result.name && text === result.text;
  return same ? result : { ...result, callId, name, text };
}

/** A text without half characters. */
export function cleanText(text: string, report: Report): string {
  if (text.isWellFormed()) return text;
  report("replaced half characters");
  return text.toWellFormed();
}

function isSame<T>(before: readonly T[], after: readonly T[]): boolean {
  return before.length === after.length && after.every((item, index) => item === before[index]);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
