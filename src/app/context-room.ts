/** Keeps a session's requests within the model's context window: before each request, after a refusal, and by hand. */
import type { GuardedTurn, Recovery, RequestGuard } from "../engine/dependencies.ts";
import type { TurnEnd } from "../engine/stop-kinds.ts";
import type { Entry } from "../protocol/entry.ts";
import type { ModelRequest } from "../protocol/message.ts";
import type { Provider } from "../providers/provider.ts";
import type { Session } from "../sessions/session.ts";
import { say } from "../words/say.ts";
import { type ContextUse, createContextUse, type Frame } from "./context-use.ts";
import type { Room, RoomInput } from "./make-room.ts";
import { createRecovery } from "./recovery.ts";

export type ContextRoomParts = {
  readonly session: Session;
  /** The provider that is asked now. */
  readonly provider: () => Provider;
  /** What every request to it has. */
  readonly frame: () => Frame;
  /** The valid request that a branch makes for a model. */
  readonly build: (branch: readonly Entry[], model: string) => ModelRequest;
  /** False when only the user decides that something is summarised. */
  readonly automatic: boolean;
  /** The share of the window from which on it is summarised. */
  readonly threshold: number;
};

export type ContextRoom = {
  readonly use: ContextUse;
  /** Summarises the conversation before a request that would come too close to the window. */
  readonly guard: RequestGuard;
  /** Makes the next request one that a server may take after it has refused one. */
  readonly recover: Recovery;
  /** Summarises by hand; `focus` says what to pay attention to. */
  compact(turn: GuardedTurn, focus: string): Promise<TurnEnd>;
  /** The conversation goes on from another place: what the last summary could not make room of says nothing there. */
  forget(): void;
};

/** What a summary is made for. */
type Why = Pick<RoomInput, "byHand" | "wasRefused" | "focus">;

/** What is left to grow after a summary that made less room than it should, as a share of the window. */
const roomToGrow = 0.1;

/** The room of one session's context. */
export function createContextRoom(parts: ContextRoomParts): ContextRoom {
  const { session, provider, frame, build, automatic, threshold } = parts;
  const use = createContextUse();
  /** Below so many tokens another summary would not help: the last one made all the room there is. */
  let settledBelow = 0;

  const make = async (
    turn: GuardedTurn,
    { byHand = false, wasRefused = false, focus = "" }: Partial<Why> = {},
  ): Promise<Room> => {
    const { makeRoom } = await import("./make-room.ts");
    const asked = provider();
    const { signal, tell } = turn;
    const branch = session.branch().slice();
    const room = await makeRoom({
      provider: asked,
      branch,
      build: (entries) => build(entries, asked.model),
      use,
      threshold,
      byHand,
      wasRefused,
      focus,
      signal,
      tell,
    });
    if ("entry" in room && room.entry !== undefined) turn.append(room.entry);
    if (room.type === "made" && !room.isRoomy)
      settledBelow = room.after + (use.windowOf(asked) ?? 0) * roomToGrow;
    return room;
  };

  const guard: RequestGuard = async (turn) => {
    const asked = provider();
    const branch = session.branch();
    learnFromFullWindow(use, branch, asked);
    const window = use.windowOf(asked);
    if (!automatic || window === undefined) return null;
    const limit = window * threshold;
    const counted = lastCount(branch, asked.model, window);
    if (counted < limit && !use.mayReach(limit, branch, frame())) return null;
    await use.learnFrom(branch);
    const tokens = Math.max(counted, await use.ofRequest(build(branch, asked.model), asked.model));
    if (tokens < limit || tokens < settledBelow) return null;
    const room = await make(turn);
    if (room.type === "failed") return failedEnd(room);
    return null;
  };

  return {
    use,
    guard,
    forget() {
      settledBelow = 0;
    },
    recover: createRecovery({
      session,
      use,
      provider,
      automatic,
      makeRoom: (turn) => make(turn, { wasRefused: true }),
    }),
    async compact(turn, focus) {
      const room = await make(turn, { byHand: true, focus });
      switch (room.type) {
        case "made":
          return { outcome: "completed" };
        case "nothing":
          return {
            outcome: "completed",
            reason: say`A summary is not yet needed: nothing stands before the last turn.`,
          };
        case "interrupted":
          return { outcome: "interrupted" };
        case "failed":
          return failedEnd(room);
        default:
          return room satisfies never;
      }
    },
  };
}

function failedEnd({ reason, error }: Extract<Room, { type: "failed" }>): TurnEnd {
  return { outcome: "failed", reason, ...(error === undefined ? {} : { error }) };
}

/** An answer that filled the window says how large that is. */
function learnFromFullWindow(use: ContextUse, branch: readonly Entry[], asked: Provider): void {
  const last = branch.findLast(({ type }) => type === "assistant" || type === "compaction");
  if (last?.type !== "assistant" || last.stop !== "context_window" || last.usage === undefined) return;
  if (last.model !== asked.model) return;
  const { inputTokens, outputTokens } = last.usage;
  use.learnWindow(
    asked.model,
    Math.min(inputTokens + outputTokens, use.windowOf(asked) ?? Number.POSITIVE_INFINITY),
  );
}

/**
 * What the server counted for the last request, as long as that was the beginning of the next one: the estimate is never
 * below it. A count beyond the window counts something else.
 */
function lastCount(branch: readonly Entry[], model: string, window: number): number {
  const last = branch.findLast(
    (entry) =>
      entry.type === "assistant" ||
      (entry.type === "compaction" && entry.summary !== "") ||
      (entry.type === "context_edit" && entry.edits.length > 0),
  );
  if (last?.type !== "assistant" || last.model !== model) return 0;
  const { inputTokens = 0 } = last.usage ?? {};
  return inputTokens <= window ? inputTokens : 0;
}
