/** Has a model summarise a conversation: in one request where that fits, else piece by piece. */
import type { Entry } from "../protocol/entry.ts";
import type { ProviderError } from "../protocol/error.ts";
import { type ModelRequest, type StopKind, textOf, toolCallsOf, type Usage } from "../protocol/message.ts";
import type { ModelResponse, Provider } from "../providers/provider.ts";
import { say } from "../words/say.ts";
import { conversationText, lengths, shortened } from "./conversation-text.ts";
import { summaryRequest } from "./summary-prompt.ts";
import { sumOfUsages } from "./usage-sum.ts";

export type SummarizeInput = {
  readonly provider: Provider;
  /** What is summarised, and the branch that it is a part of. */
  readonly entries: readonly Entry[];
  readonly branch: readonly Entry[];
  /** The most that a request may have, tokens by `estimate`. */
  readonly most: number;
  readonly estimate: (text: string) => number;
  readonly focus?: string;
  readonly signal: AbortSignal;
  /** Told in a few words what is under way. */
  readonly tell: (label: string) => void;
};

/** What came of it; `usage` is that of all its requests together, absent when no server counted. */
export type Summarized = { readonly usage?: Usage } & (
  | { readonly type: "summary"; readonly text: string }
  /** The model wrote none: nothing at all, or a call of a tool, which it was offered none of. */
  | { readonly type: "empty" }
  | { readonly type: "error"; readonly error: ProviderError }
  | { readonly type: "interrupted" }
);

/** More pieces than this take longer than anybody waits: of a longer conversation the oldest part is left out. */
export const mostPieces = 8;

/** Summarises `entries`. Never throws for what a server does. */
export async function summarize(input: SummarizeInput): Promise<Summarized> {
  const { provider, focus = "", signal, tell } = input;
  const request = (conversation: string, soFar?: string) =>
    summaryRequest({ conversation, focus, ...(soFar === undefined ? {} : { soFar }) });
  return summarizePieces({ provider, pieces: piecesOf(input), request, label: pieceLabel, signal, tell });
}

function pieceLabel(part: number, of: number): string {
  return of === 1
    ? say`summarising the conversation`
    : say`summarising the conversation, part ${part} of ${of}`;
}

export type PiecesInput = Pick<SummarizeInput, "provider" | "signal" | "tell"> & {
  readonly pieces: readonly string[];
  /** The request for a piece; `soFar` is the summary of those before it. */
  readonly request: (piece: string, soFar?: string) => ModelRequest;
  /** What is under way, in a few words; parts count from 1. */
  readonly label: (part: number, of: number) => string;
};

/** Has the pieces summarised one after the other, each together with the summary of those before it. */
export async function summarizePieces(input: PiecesInput): Promise<Summarized> {
  const { provider, pieces, signal, tell } = input;
  let soFar: string | undefined;
  let usage: Usage | undefined;
  for (const [at, piece] of pieces.entries()) {
    const label = input.label(at + 1, pieces.length);
    tell(label);
    const request = input.request(piece, soFar);
    const answer = await ask(provider, request, signal, (words) => tell(`${label} · ${words}`));
    if (answer.type === "response") usage = sumOfUsages(usage, answer.response.usage);
    const used = usage === undefined ? {} : { usage };
    if (answer.type !== "response") return { ...answer, ...used };
    const { parts, stop } = answer.response;
    const fault = faultOf(stop, provider.model);
    if (fault !== null) return { type: "error", error: fault, ...used };
    const text = textOf(parts).trim();
    // What stands before a call says what the model wants to look at, not what was said.
    if (text === "" || toolCallsOf(parts).length > 0) return { type: "empty", ...used };
    soFar = isCut(stop) ? `${text}\n${breaksOff}` : text;
  }
  const used = usage === undefined ? {} : { usage };
  return soFar === undefined ? { type: "empty", ...used } : { type: "summary", text: soFar, ...used };
}

/** Whoever goes on with half a summary has to know that it is one. */
const breaksOff = "[The summary breaks off here: it had become longer than the model may write.]";

function isCut(stop: StopKind): boolean {
  return stop === "length" || stop === "context_window";
}

/** Why what was written is no summary, whatever it says; null when it may be one. */
function faultOf(stop: StopKind, model: string): ProviderError | null {
  switch (stop) {
    case "refusal":
    case "content_filter":
      return {
        kind: "content_filter",
        message: say`${model} refused to write the summary. /model lets another model write it.`,
        retryable: false,
      };
    case "error":
    case "truncated":
      return { kind: "cut", message: say`The summary of ${model} did not come to its end.`, retryable: true };
    default:
      return null;
  }
}

/** The conversation as texts that each fit into a request: one where shortening results is enough, else several. */
function piecesOf({ entries, branch, most, estimate }: SummarizeInput): string[] {
  const frame = estimate(summaryRequest({ conversation: "" }).system) + 200;
  const room = Math.max(200, most - frame);
  let blocks: string[] = [];
  for (const length of lengths) {
    blocks = conversationText(entries, branch, length);
    const whole = blocks.join("\n\n");
    if (estimate(whole) <= room) return whole === "" ? [] : [whole];
  }
  // A later piece comes with the summary of those before it.
  return pack(blocks, Math.floor(room / 2), estimate);
}

function pack(blocks: readonly string[], room: number, estimate: (text: string) => number): string[] {
  const pieces: string[][] = [];
  let left = 0;
  // From the end: what does not fit any more is the oldest.
  for (const [at, block] of [...blocks.entries()].toReversed()) {
    const text = fitted(block, room, estimate);
    const size = estimate(text) + 2;
    if (size > left) {
      if (pieces.length === mostPieces) {
        pieces[0]?.unshift(`[… the ${at + 1} oldest messages are left out: there is no room for them …]`);
        break;
      }
      pieces.unshift([]);
      left = room;
    }
    pieces[0]?.unshift(text);
    left -= size;
  }
  return pieces.map((piece) => piece.join("\n\n"));
}

function fitted(text: string, room: number, estimate: (text: string) => number): string {
  let fits = text;
  for (let most = text.length; estimate(fits) > room && most > 1;) {
    most = Math.floor(most / 2);
    fits = shortened(text, most);
  }
  return fits;
}

type Asked =
  | { readonly type: "response"; readonly response: ModelResponse }
  | { readonly type: "error"; readonly error: ProviderError }
  | { readonly type: "interrupted" };

async function ask(
  provider: Provider,
  request: Parameters<Provider["stream"]>[0],
  signal: AbortSignal,
  tell: (words: string) => void,
): Promise<Asked> {
  for await (const event of provider.stream(request, signal)) {
    if (event.type === "response") return { type: "response", response: event.response };
    if (event.type === "error") return { type: "error", error: event.error };
    if (event.type === "retry")
      tell(say`attempt ${event.attempt} in ${Math.ceil(event.delayMs / 1000)}s · ${event.error.message}`);
  }
  if (signal.aborted) return { type: "interrupted" };
  const message = say`The provider's stream ended without an answer.`;
  return { type: "error", error: { kind: "cut", message, retryable: true } };
}
