/** A step's request, and the one that follows it when it was refused and can be made another one. */
import type { ModelRequest } from "../protocol/message.ts";
import type { GuardedTurn, Recovery } from "./dependencies.ts";
import type { Thought } from "./think.ts";

export type AskAgainInput = {
  readonly build: () => ModelRequest;
  readonly think: (request: ModelRequest) => Promise<Thought>;
  readonly recover: Recovery | undefined;
  /** The turn as it stands now. */
  readonly turn: () => GuardedTurn;
};

/** Thinks, and thinks again as long as `recover` says so. Returns the last thought. */
export async function askAgain({ build, think, recover, turn }: AskAgainInput): Promise<Thought> {
  const tried = new Set<string>();
  while (true) {
    const request = build();
    const thought = await think(request);
    if (thought.type !== "error" || thought.parts.length > 0 || recover === undefined) return thought;
    const { error } = thought;
    const now = turn();
    const answer = await recover({ ...now, request, error, tried });
    if (now.signal.aborted) return { ...thought, type: "interrupted" };
    if (answer !== "again") return { ...thought, error: answer };
  }
}
