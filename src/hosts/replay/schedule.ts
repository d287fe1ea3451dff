/**
 * A branch of a log as it happened: each entry as the events that an engine told around it, with the time between them.
 * Pure. What the log does not say is made up plainly: an answer came evenly from its first token to its last.
 */
import type { Entry, EntryOf } from "../../protocol/entry.ts";
import type { EngineEvent } from "../../protocol/event.ts";
import type { AssistantPart } from "../../protocol/message.ts";
import { graphemesOf } from "../../terminal/width.ts";
import { callsIn, type CallWords } from "./call-words.ts";

/** What an engine tells, and what only a replay knows: the user is writing, and has this much by now. */
export type ReplayEvent = EngineEvent | { readonly type: "typing"; readonly text: string };

/** An event, so many ms of the original's time after the one before it. */
export type TimedEvent = { readonly afterMs: number; readonly event: ReplayEvent };

export type ScheduleOptions = {
  /** A pause in which the session waited for its user is this long at most, ms. */
  readonly maxPauseMs: number;
  /** Nothing is waited for: no text grows, nothing is typed. @default false */
  readonly isInstant?: () => boolean;
};

/** Somebody who types fast, ms a character; and how long the longest message takes. */
const typingMs = 30;
const longestTyping = 1_500;
/** So often an answer grows, ms, and in so many pieces at most. */
const pieceMs = 50;
const mostPieces = 1_000;
/** Where nobody knows when the first token came: this share of the time. */
const usualFirst = 0.3;

/** Turns entries into events, in the order of the branch. It keeps the time, so every entry has to be told or skipped. */
export class Schedule {
  readonly #options: ScheduleOptions;
  readonly #calls: ReadonlyMap<string, CallWords>;
  /** The original's time since the beginning, pauses shortened, ms. */
  #now = 0;
  #previousAt: number | undefined;
  #turnId: string | null = null;
  readonly #started = new Map<string, number>();

  /** `entries`: the whole branch; what calls are named and print is known before they are told. */
  constructor(entries: readonly Entry[], options: ScheduleOptions) {
    this.#options = options;
    this.#calls = callsIn(entries);
  }

  /** The entry is passed over: it was shown in another way. */
  skip(entry: Entry): void {
    this.#gapBefore(entry);
    this.#note(entry);
  }

  /** What happened around an entry, the entry itself among it exactly once. */
  next(entry: Entry): TimedEvent[] {
    const gap = this.#gapBefore(entry);
    const events = this.#eventsOf(entry, gap);
    this.#now += events.reduce((sum, { afterMs }) => sum + afterMs, 0);
    this.#note(entry);
    return events;
  }

  /** How long nothing was written down before it, ms; clocks go backwards, too. */
  #gapBefore({ at }: Entry): number {
    const time = Date.parse(at);
    const gap = this.#previousAt === undefined ? 0 : time - this.#previousAt;
    if (Number.isFinite(time)) this.#previousAt = time;
    return Number.isFinite(gap) ? Math.max(0, gap) : 0;
  }

  #note(entry: Entry): void {
    if (entry.type === "turn_start") this.#turnId = entry.turnId;
    if (entry.type === "turn_end") this.#turnId = null;
    if (entry.type === "tool_start") this.#started.set(entry.callId, this.#now);
    if (entry.type === "tool_result") this.#started.delete(entry.callId);
  }

  #eventsOf(entry: Entry, gap: number): TimedEvent[] {
    const itself: TimedEvent = at(0, { type: "entry", entry });
    const pause = Math.min(gap, this.#options.maxPauseMs);
    switch (entry.type) {
      case "user":
        return [...this.#typing(entry, pause), itself];
      case "turn_start":
        return [
          at(0, { type: "state", state: "thinking" }),
          itself,
          at(0, { type: "turn_started", turnId: entry.turnId }),
        ];
      case "assistant":
        return [...this.#answer(entry), itself, ...this.#announced(entry)];
      case "approval":
        return [...this.#asked(entry, pause), itself];
      case "tool_start":
        return [itself, ...this.#running(entry)];
      case "tool_result":
        return this.#result(entry, itself);
      case "turn_end": {
        const { turnId, outcome, reason, error } = entry;
        const why = {
          ...(reason === undefined ? {} : { reason }),
          ...(error === undefined ? {} : { error }),
        };
        return [
          itself,
          at(0, { type: "state", state: "idle" }),
          at(0, { type: "turn_ended", turnId, outcome, ...why }),
        ];
      }
      case "mode":
        return [at(this.#idle(pause), { type: "entry", entry }), at(0, { type: "mode", mode: entry.mode })];
      default:
        return [at(this.#idle(pause), { type: "entry", entry })];
    }
  }

  /** In the middle of a turn nobody waited for what is written down beside it. */
  #idle(pause: number): number {
    return this.#turnId === null ? pause : 0;
  }

  /** A message that waited in the queue was written long before; it is not typed again. */
  #typing({ text, via }: EntryOf<"user">, pause: number): TimedEvent[] {
    if (via !== "submit") return [];
    if (this.#options.isInstant?.() === true) return [at(pause, { type: "typing", text: "" })];
    const pieces = textPieces(text, Math.min(longestTyping, text.length * typingMs) / pieceMs);
    const typed: TimedEvent[] = [];
    let written = "";
    for (const piece of pieces) {
      written += piece;
      const isFirst = typed.length === 0;
      const before = Math.max(0, pause - pieces.length * pieceMs);
      typed.push(at(isFirst ? before : pieceMs, { type: "typing", text: written }));
    }
    return [...typed, at(pieceMs, { type: "typing", text: "" })];
  }

  #answer(entry: EntryOf<"assistant">): TimedEvent[] {
    const { step, attempts, latencyMs, firstTokenMs = latencyMs * usualFirst } = entry;
    const request = at(0, { type: "request", step, attempt: attempts } as const);
    const first = Math.min(Math.max(0, firstTokenMs), Math.max(0, latencyMs));
    const rest = Math.max(0, latencyMs - first);
    const said = spoken(entry.parts);
    const length = said.reduce((sum, { text }) => sum + text.length, 0);
    const isInstant = this.#options.isInstant?.() === true;
    const count = isInstant ? said.length : Math.min(mostPieces, rest / pieceMs);
    const deltas = said.flatMap(({ type, text }) =>
      textPieces(text, isInstant ? 1 : (count * text.length) / Math.max(1, length)).map(
        (piece): ReplayEvent => ({
          type: type === "text" ? "text_delta" : "reasoning_delta",
          text: piece,
        }),
      ),
    );
    const calls = entry.parts.flatMap((part): ReplayEvent[] =>
      part.type === "tool_call"
        ? [{ type: "call_delta", index: 0, name: part.name, length: part.argumentsText.length }]
        : [],
    );
    const pieces = [...deltas, ...calls];
    if (pieces.length === 0) return [request, at(latencyMs, { type: "state", state: "thinking" })];
    const every = pieces.length === 1 ? 0 : rest / (pieces.length - 1);
    return [request, ...pieces.map((event, index) => at(index === 0 ? first : every, event))];
  }

  #announced({ parts }: EntryOf<"assistant">): TimedEvent[] {
    const calls = parts.flatMap((part) => (part.type === "tool_call" ? [part] : []));
    if (calls.length === 0) return [];
    return [
      at(0, { type: "state", state: "acting" }),
      ...calls.map(({ callId, name }) => this.#life(callId, name, "pending")),
    ];
  }

  #asked({ callId, answer, preview, rule }: EntryOf<"approval">, pause: number): TimedEvent[] {
    const { name = "", title = "" } = this.#calls.get(callId) ?? {};
    const approval = {
      callId,
      tool: name,
      title,
      preview,
      reasons: [],
      ...(rule === undefined ? {} : { remember: rule }),
    };
    return [
      this.#life(callId, name, "awaiting_approval"),
      at(0, { type: "approval_requested", approval }),
      at(pause, { type: "approval_answered", callId, answer }),
    ];
  }

  /** What it printed was seen while it ran; when, the log does not say. */
  #running({ callId, name, title }: EntryOf<"tool_start">): TimedEvent[] {
    const { output = "" } = this.#calls.get(callId) ?? {};
    const running = at(0, { type: "call", call: { callId, name, title, status: "running" } });
    return output === "" ? [running] : [running, at(0, { type: "call_output", callId, text: output })];
  }

  /** It ends as long after its start as it took; several run side by side. */
  #result(entry: EntryOf<"tool_result">, itself: TimedEvent): TimedEvent[] {
    const { callId, name, title, result, durationMs } = entry;
    const started = this.#started.get(callId);
    const wait = started === undefined ? 0 : Math.max(0, started + durationMs - this.#now);
    const call = { callId, name, title, status: result.ok ? "done" : "failed" } as const;
    return [at(wait, { type: "call", call }), itself];
  }

  #life(callId: string, name: string, status: "pending" | "awaiting_approval"): TimedEvent {
    const { title = "" } = this.#calls.get(callId) ?? {};
    return at(0, { type: "call", call: { callId, name, title, status } });
  }
}

function at(afterMs: number, event: ReplayEvent): TimedEvent {
  return { afterMs, event };
}

type Spoken = { readonly type: "text" | "reasoning"; readonly text: string };

/** What came before the first call: what is said behind one is drawn with the entry. */
function spoken(parts: readonly AssistantPart[]): Spoken[] {
  const firstCall = parts.findIndex(({ type }) => type === "tool_call");
  return parts.slice(0, firstCall === -1 ? parts.length : firstCall).flatMap((part): Spoken[] => {
    if (part.type === "tool_call") return [];
    if (part.text.trim() !== "") return [{ type: part.type, text: part.text }];
    return part.type === "reasoning" && part.note !== undefined
      ? [{ type: "reasoning", text: `\n${part.note}\n` }]
      : [];
  });
}

/** A text in about so many pieces, none of which ends in the middle of a character. */
export function textPieces(text: string, count: number): string[] {
  const size = Math.max(1, Math.ceil(text.length / Math.max(1, count)));
  const pieces: string[] = [];
  let piece = "";
  for (const grapheme of graphemesOf(text)) {
    piece += grapheme;
    if (piece.length < size) continue;
    pieces.push(piece);
    piece = "";
  }
  return piece === "" ? pieces : [...pieces, piece];
}
