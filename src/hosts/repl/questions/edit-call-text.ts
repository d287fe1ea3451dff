/** A call's arguments as a text to be edited, and back. Pure. */
import { messageOf } from "../../../protocol/error.ts";
import type { ApprovalRequest } from "../../../protocol/approval.ts";
import { plainText } from "../../../terminal/input/plain-text.ts";
import { say } from "../../../words/say.ts";

/** `command`: only the command of a shell is edited, its other arguments stay. `json`: all of them are. */
export type CallText = { readonly form: "command" | "json"; readonly text: string };

export type ReadCallText =
  /** JSON. */
  | { readonly type: "arguments"; readonly arguments: string }
  /** Why it cannot be, in a few words. */
  | { readonly type: "fault"; readonly why: string };

/** How the arguments of a call are edited; null when they are not to be. */
export function callTextOf({ arguments: json, preview }: ApprovalRequest): CallText | null {
  if (json === undefined) return null;
  const given = read(json);
  if (given.type === "fault") return { form: "json", text: json };
  const { command } = given.value;
  const isCommand = preview.type === "command" && typeof command === "string";
  // What would not survive as typed text is edited as JSON, which has signs for it.
  if (isCommand && plainText(command) === command) return { form: "command", text: command };
  return { form: "json", text: typable(JSON.stringify(given.value, null, 2)) };
}

/** The arguments that an edited text stands for. `json`: what they were before. */
export function readCallText({ form, text }: CallText, json: string): ReadCallText {
  if (form === "json") {
    const now = read(text);
    return now.type === "fault" ? now : { type: "arguments", arguments: text };
  }
  if (text.trim() === "") return { type: "fault", why: say`there is no command any more` };
  const before = read(json);
  const rest = before.type === "fault" ? {} : before.value;
  return { type: "arguments", arguments: JSON.stringify({ ...rest, command: text }) };
}

type Read =
  | { readonly type: "object"; readonly value: Readonly<Record<string, unknown>> }
  | { readonly type: "fault"; readonly why: string };

function read(json: string): Read {
  try {
    const value: unknown = JSON.parse(json);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) {
      return { type: "object", value: { ...value } };
    }
    return { type: "fault", why: say`arguments are a JSON object, in { }` };
  } catch (thrown) {
    return {
      type: "fault",
      why: say`not valid JSON: ${messageOf(thrown).replace(/^JSON Parse error: /, "")}`,
    };
  }
}

/** JSON in which every character that a text buffer would not keep is written as a sign. */
function typable(json: string): string {
  return json.replace(/[\u007f-\u009f\u2028\u2029]/g, (char) => {
    return `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
}
