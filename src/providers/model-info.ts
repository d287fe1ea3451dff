/** What is known of a model. Everything may be unknown: such a model is used with safe defaults. */
import type { Effort } from "../protocol/effort.ts";
import type { ChatTraits } from "./chat-request.ts";
import type { LearnedTraits } from "./learned-traits.ts";

/** US dollars per million tokens. */
export type ModelPrices = {
  /** Of input that came from no cache. */
  readonly input: number;
  /** Reasoning included. */
  readonly output: number;
  /** Of input read from the provider's cache; absent where it costs what other input does, or is not known. */
  readonly cacheRead?: number;
  /** Of input written to the provider's cache; absent where it costs what other input does, or is not known. */
  readonly cacheWrite?: number;
};

/**
 * How a model's reasoning is asked for, wherever its server has a form for it. `effort`: by a level. `budget`: by a
 * number of tokens, of which each level stands for one. `toggle`: it is on or off.
 */
export type ReasoningControl = "effort" | "budget" | "toggle";

export type ModelInfo = {
  /** The family's id, or the name of a provider from the settings. */
  readonly provider: string;
  /** As the server knows it. */
  readonly id: string;
  /** All that a request and its answer may hold together, tokens. */
  readonly contextWindow?: number;
  /** The longest answer, tokens. */
  readonly maxOutput?: number;
  readonly prices?: ModelPrices;
  /** The levels that it takes, the lowest first; empty when its reasoning cannot be set. */
  readonly efforts: readonly Effort[];
  readonly reasoning?: ReasoningControl;
  /** Takes images in a request. */
  readonly vision: boolean;
};

/** What the settings say of a model; it counts more than what rein knows. */
export type OwnModel = Partial<
  Pick<ModelInfo, "contextWindow" | "maxOutput" | "prices" | "vision" | "efforts">
> & { readonly traits?: ChatTraits & LearnedTraits };
