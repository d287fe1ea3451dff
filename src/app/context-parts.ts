/** What fills the window of a session's model, part by part: how much each takes, how old it is, and what holds for it. */
import { setImmediate as othersFirst } from "node:timers/promises";
import { withoutAbandoned } from "../context/abandoned.ts";
import { besideText } from "../context/beside.ts";
import { createCountOnce } from "../context/count-once.ts";
import { editedBeside, editedParts, editedResult, editedSummary, editedUser } from "../context/edited.ts";
import { type ContextEdits, editsOf, type PartPlace } from "../context/edits.ts";
import { type Kept, keptOf } from "../context/kept.ts";
import { leftOutOf, type LeftOutParts } from "../context/left-out.ts";
import { resultOf } from "../context/request.ts";
import { estimateMessage, estimateText, estimateTools } from "../context/tokens.ts";
import type { Entry, EntryOf } from "../protocol/entry.ts";
import {
  type AssistantPart,
  isOnlyReasoning,
  type ModelRequest,
  toolCallsOf,
  type ToolMessageResult,
} from "../protocol/message.ts";
import { userMessageOf } from "../protocol/user-images.ts";
import { type AnsweredCall, matchResults } from "../sessions/open-calls.ts";
import { type Unsent, unsentImages } from "./sent-images.ts";

export type PartKind =
  "system" | "instructions" | "tools" | "summary" | "user" | "answer" | "call" | "notice" | "command";

/** `compacted`: a summary stands for it. `refused`: a server refused it, and requests go without. */
export type PartState = "in" | "left_out" | "shortened" | "summarised" | "refused" | "compacted";

export type ContextPart = {
  /** Its place in the list, from 1. */
  readonly number: number;
  readonly kind: PartKind;
  /** By what an edit names it; null for what every request has. */
  readonly place: PartPlace | null;
  /** Where it comes from: of a call its tool's name. Foreign text, as `title` is. */
  readonly source: string;
  /** What it begins with, one line or more. */
  readonly title: string;
  /** What it takes in the next request, tokens, estimated. */
  readonly tokens: number;
  /** What it would take as it was said. */
  readonly whole: number;
  /** How many turns ago it was said; 0 is the last one. Null for what every request has. */
  readonly turnsAgo: number | null;
  readonly state: PartState;
  readonly isPinned: boolean;
};

export type ContextLook = {
  readonly parts: readonly ContextPart[];
  /** The next request without what the user is about to say, tokens. */
  readonly total: number;
  /** The model's window, tokens; undefined when unknown. */
  readonly window: number | undefined;
  readonly model: string;
};

export type LookInput = {
  /** The active branch. */
  readonly entries: readonly Entry[];
  readonly system: string;
  /** The project's instructions as they stand at the end of `system`; empty for none. */
  readonly instructions: string;
  readonly tools: ModelRequest["tools"];
  readonly model: string;
  /** Whether it sees, where more is known of it than its name says. */
  readonly takesImages?: boolean | undefined;
  readonly window: number | undefined;
  /** An estimate as the model's server would count it. */
  readonly scaled: (tokens: number) => number;
};

type Sized = Omit<ContextPart, "number" | "turnsAgo"> & { readonly entry?: Entry };

/** Looks at everything. Costs nothing for what was looked at before, but for a walk over the branch. */
export function lookAtContext(input: LookInput): ContextLook {
  const { entries, model, window, scaled } = input;
  const turns = turnsOf(entries);
  const parts = [...frameParts(input), ...branchParts(input)].map((part, at) =>
    partOf(part, at + 1, { scaled, turns }),
  );
  const total = parts.reduce((sum, { tokens }) => sum + tokens, 0);
  return { parts, total, window, model };
}

function partOf(
  { entry, ...part }: Sized,
  number: number,
  { scaled, turns }: Pick<LookInput, "scaled"> & { readonly turns: ReadonlyMap<Entry, number> },
): ContextPart {
  return {
    ...part,
    number,
    tokens: part.tokens === 0 ? 0 : scaled(part.tokens),
    whole: scaled(part.whole),
    turnsAgo: entry === undefined ? null : (turns.get(entry) ?? 0),
  };
}

function frameParts({ system, instructions, tools }: LookInput): Sized[] {
  const own =
    instructions === "" ? system : system.slice(0, Math.max(0, system.length - instructions.length));
  const names = tools.map(({ name }) => name).join(", ");
  const frame: [PartKind, string, number][] = [
    ["system", own, estimateText(own)],
    ["instructions", instructions, instructions === "" ? 0 : estimateText(instructions)],
    ["tools", names, estimateTools(tools)],
  ];
  return frame.flatMap(([kind, title, tokens]) =>
    tokens === 0
      ? []
      : [{ kind, place: null, source: "", title, tokens, whole: tokens, state: "in", isPinned: false }],
  );
}

/** How many turns ago each entry was written. */
function turnsOf(entries: readonly Entry[]): Map<Entry, number> {
  const ago = new Map<Entry, number>();
  let turns = 0;
  for (const entry of entries.toReversed()) {
    ago.set(entry, turns);
    if (entry.type === "user" && entry.via !== "steer") turns += 1;
  }
  return ago;
}

/** What a branch holds, with everything that it takes to say what of it goes out. */
type Branch = {
  readonly model: string;
  readonly edits: ContextEdits;
  readonly kept: Kept;
  readonly left: LeftOutParts;
  readonly answered: ReadonlyMap<EntryOf<"assistant">, readonly AnsweredCall[]>;
  readonly isKept: ReadonlySet<Entry>;
  readonly unsent: Unsent;
};

type BranchInput = Pick<LookInput, "entries" | "model" | "takesImages">;

/** Entries are counted for so long before others get their turn, ms. */
const longestSlice = 10;

/** Counts the tokens of a long branch while keys are let through, so that looking at it holds nobody up. */
export async function countAhead(input: BranchInput, sliceMs = longestSlice): Promise<void> {
  const { inOrder, branch } = branchOf(input);
  let begun = performance.now();
  for (const entry of inOrder) {
    partsOf(entry, branch);
    if (performance.now() - begun < sliceMs) continue;
    await othersFirst();
    begun = performance.now();
  }
}

function branchParts(input: BranchInput): Sized[] {
  const { inOrder, branch } = branchOf(input);
  return inOrder.flatMap((entry) => partsOf(entry, branch));
}

/** In the order of requests: a summary first, what it stands for behind it, then what stands as it was said. */
function branchOf({ entries, model, takesImages }: BranchInput): {
  readonly branch: Branch;
  readonly inOrder: readonly Entry[];
} {
  const edits = editsOf(entries);
  const kept = keptOf(entries, edits);
  const standing = withoutAbandoned(entries);
  const left = leftOutOf(entries);
  const answered = matchResults(standing);
  const going = withoutAbandoned([...kept.pinned, ...kept.rest]);
  const unsent = unsentImages({ entries: going, edits, left, answered, model, takesImages });
  const isKept = new Set(kept.rest);
  const branch: Branch = { model, edits, kept, left, answered, isKept, unsent };
  const others = standing.filter((entry) => entry !== kept.summary);
  return { branch, inOrder: kept.summary === null ? others : [kept.summary, ...others] };
}

const once = createCountOnce();

function partsOf(entry: Entry, branch: Branch): Sized[] {
  const { edits, left, kept, unsent } = branch;
  switch (entry.type) {
    case "user": {
      if (entry.text.trim() === "") return [];
      return [
        sized(entry, branch, {
          kind: "user",
          title: entry.text,
          whole: once(entry, () => estimateMessage(userMessageOf(entry.text, entry.images))),
          edited: () => {
            const edited = editedUser(entry, edits);
            if (edited === null) return 0;
            return estimateMessage(edited) - unsent(edited.images?.map(({ image }) => image));
          },
          unsent: unsent(entry.images),
          refused: left.hasText(entry.text) ? () => 0 : undefined,
        }),
      ];
    }
    case "notice":
    case "user_command": {
      const text = besideText(entry);
      if (text === "") return [];
      return [
        sized(entry, branch, {
          kind: entry.type === "notice" ? "notice" : "command",
          title: entry.type === "notice" ? entry.text : entry.command,
          whole: once(entry, () => estimateText(text) + 4),
          edited: () => estimateText(editedBeside(entry, edits)),
          refused: left.hasText(text) ? () => 0 : undefined,
        }),
      ];
    }
    case "compaction": {
      if (entry.summary.trim() === "") return [];
      const part = sized(entry, branch, {
        kind: "summary",
        title: entry.summary,
        whole: once(entry, () => estimateText(entry.summary)),
        edited: () => estimateText(editedSummary(entry, edits)),
      });
      if (part.state === "left_out") return [{ ...part, tokens: 0 }];
      // Only the last one stands for something.
      return [entry === kept.summary ? part : { ...part, ...(part.isPinned ? {} : compacted) }];
    }
    case "assistant":
      return answerParts(entry, branch);
    default:
      return [];
  }
}

const compacted = { state: "compacted", tokens: 0 } as const;

function answerParts(entry: EntryOf<"assistant">, branch: Branch): Sized[] {
  const { edits, left, model, answered, isKept } = branch;
  const calls = toolCallsOf(entry.parts);
  // Thoughts belong to the calls that they led to: with one that a server does not take back, they go.
  const hasThoughts =
    entry.model === model && !left.reasoningOf(entry) && !calls.some((call) => left.has("call", call.callId));
  const words = entry.parts.filter(
    (part) => part.type === "text" || (part.type === "reasoning" && hasThoughts),
  );
  const text = words.map((part) => (part.type === "text" ? part.text : "")).join("");
  const thoughts = words.map((part) => (part.type === "reasoning" ? part.text : "")).join("");
  const tokensOf = (parts: readonly AssistantPart[]) =>
    estimateMessage({ role: "assistant", model: entry.model, parts: parts.filter(isWords) });
  const whole = tokensOf(words);
  const taken = words.filter((part) => part.type !== "text" || !left.hasText(part.text));
  // Thoughts alone are no answer, and with one that is only there because it is pinned none are sent.
  const isSent = calls.length > 0 || !isOnlyReasoning(taken);
  const going = isKept.has(entry) ? taken : taken.filter(({ type }) => type === "text");
  const sent = () => (!isSent ? 0 : going.length === words.length ? whole : tokensOf(going));
  const said =
    (text + thoughts).trim() === ""
      ? []
      : [
          sized(entry, branch, {
            kind: "answer",
            title: text.trim() === "" ? thoughts : text,
            whole,
            edited: () =>
              edits.holdOf(entry.id)?.action === "exclude" ? 0 : tokensOf(editedParts(entry, words, edits)),
            unsent: whole - sent(),
            refused: taken.length < words.length ? sent : undefined,
          }),
        ];
  return [...said, ...(answered.get(entry) ?? []).map((call) => callPart(entry, call, branch))];
}

function callPart(entry: EntryOf<"assistant">, { call, result }: AnsweredCall, branch: Branch): Sized {
  const { edits, left, unsent } = branch;
  const { callId, name } = call;
  // A long text is read from the log each time that somebody asks for it.
  const results = () => (result === null ? [] : [resultOf(call, result.result)]);
  const edited = () => results().map((one) => editedResult(entry.id, one, edits));
  const asked = () => editedParts(entry, [call], edits);
  const title = result?.title ?? "";
  return sized(entry, branch, {
    kind: "call",
    callId,
    source: name,
    title: title === "" ? call.argumentsText : title,
    whole: once(result ?? call, () => tokensOfCall([call], results())),
    edited: () => tokensOfCall(asked(), edited()) - unsent(edited()[0]?.images),
    unsent: unsent(result?.result.ok === true ? result.result.images : undefined),
    refused: left.has("call", callId)
      ? () => tokensOfCall(asked(), edited().map(textOnly)) + aroundTold
      : left.has("result", callId)
        ? () => tokensOfCall(asked(), []) + aroundRefused
        : undefined,
  });
}

/** What stands around a call that is told in words, and in the place of a result that a server refused; tokens. */
const [aroundTold, aroundRefused] = [40, 24] as const;

function textOnly({ callId, name, text, isError }: ToolMessageResult): ToolMessageResult {
  return { callId, name, text, isError };
}

/** Of a call with its result, if it has one. */
function tokensOfCall(asked: readonly AssistantPart[], results: readonly ToolMessageResult[]): number {
  const parts = asked.filter(({ type }) => type === "tool_call");
  return (
    estimateMessage({ role: "assistant", model: "", parts }) + estimateMessage({ role: "tool", results })
  );
}

type Facts = Pick<Sized, "kind" | "title" | "whole"> & {
  readonly callId?: string;
  readonly source?: string;
  /** Its tokens with what the user has changed of it. */
  readonly edited: () => number;
  /** How much of it, as it was said, does not go out in any case; tokens. @default 0 */
  readonly unsent?: number;
  /** What of it goes out although a server refused some; undefined where none did. */
  readonly refused?: (() => number) | undefined;
};

const states = { exclude: "left_out", shorten: "shortened", summarise: "summarised" } as const;

function sized(entry: Entry, { edits, isKept, kept }: Branch, facts: Facts): Sized {
  const { kind, title, whole, edited, callId, source = "", unsent = 0, refused } = facts;
  const place = callId === undefined ? { entryId: entry.id } : { entryId: entry.id, callId };
  const hold = edits.holdOf(entry.id, callId);
  const isPinned = edits.isPinned(entry.id, callId);
  const part = { entry, kind, place, source, title, whole, isPinned };
  if (!isKept.has(entry) && entry !== kept.summary && !isPinned && hold?.action !== "exclude")
    return { ...part, ...compacted };
  const isHere = isKept.has(entry) || entry === kept.summary || isPinned;
  if (refused !== undefined) return { ...part, state: "refused", tokens: isHere ? refused() : 0 };
  if (hold === undefined) return { ...part, state: "in", tokens: Math.max(0, whole - unsent) };
  return { ...part, state: states[hold.action], tokens: isHere ? edited() : 0 };
}

function isWords({ type }: AssistantPart): boolean {
  return type !== "tool_call";
}
