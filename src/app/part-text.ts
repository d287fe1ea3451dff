/** What a part of the context says, as text: to read, to shorten and to summarise. Pure. */
import { besideText } from "../context/beside.ts";
import { editsOf, type PartPlace } from "../context/edits.ts";
import { wordsOf } from "../context/edited.ts";
import { resultText } from "../context/request.ts";
import type { Entry } from "../protocol/entry.ts";
import { type ModelRequest, textOf } from "../protocol/message.ts";
import { matchResults } from "../sessions/open-calls.ts";
import type { ContextPart } from "./context-parts.ts";

export type PartText = {
  /** What was asked of a tool; empty for what is no call. */
  readonly asked: string;
  /** What shortening is about: of a call its result. */
  readonly said: string;
  /** What the model thought, which is not shortened but left out with what it said. */
  readonly thought: string;
  /** What stands in its place now; empty where it stands as it was said. */
  readonly instead: string;
};

const nothing: PartText = { asked: "", said: "", thought: "", instead: "" };

/** What the part of this branch says; nothing where there is no such part. */
export function textOfPart(entries: readonly Entry[], { entryId, callId }: PartPlace): PartText {
  const entry = entries.find(({ id }) => id === entryId);
  if (entry === undefined) return nothing;
  const hold = editsOf(entries).holdOf(entryId, callId);
  const instead = hold === undefined ? "" : wordsOf(hold);
  if (callId === undefined) return { ...nothing, ...ownText(entry), instead };
  if (entry.type !== "assistant") return nothing;
  const answered = matchResults(entries).get(entry) ?? [];
  const { call, result } = answered.find((one) => one.call.callId === callId) ?? {};
  return {
    ...nothing,
    asked: call === undefined ? "" : `${call.name} ${call.argumentsText}`,
    said: result === undefined || result === null ? "" : resultText(result.result),
    instead,
  };
}

function ownText(entry: Entry): Pick<PartText, "said"> & Partial<PartText> {
  switch (entry.type) {
    case "user":
      return { said: entry.text };
    case "assistant": {
      const thoughts = entry.parts.map((part) => (part.type === "reasoning" ? part.text : ""));
      return { said: textOf(entry.parts), thought: thoughts.filter((text) => text !== "").join("\n\n") };
    }
    case "notice":
    case "user_command":
      return { said: besideText(entry) };
    case "compaction":
      return { said: entry.summary };
    default:
      return nothing;
  }
}

/** What every request has: the system prompt, the project's instructions in it, and the tools with what each takes. */
export function frameText({ kind, title }: ContextPart, { tools }: Pick<ModelRequest, "tools">): PartText {
  if (kind !== "tools") return { ...nothing, said: title };
  const said = tools.map((tool) => `${tool.name}\n${tool.description}\n${JSON.stringify(tool.parameters)}`);
  return { ...nothing, said: said.join("\n\n") };
}
