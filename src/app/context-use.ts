/** How full the model's context is, by estimates that follow the server's own counts. */
import { keptEntries } from "../context/kept.ts";
import { mostTokens, mostTokensOfFrame } from "../context/most-tokens.ts";
import { createTokenScale } from "../context/token-scale.ts";
import { canBeWindow } from "../context/window.ts";
import type { Entry, EntryOf } from "../protocol/entry.ts";
import type { ModelRequest } from "../protocol/message.ts";
import type { Provider } from "../providers/provider.ts";

/** What of the provider counts here. */
export type Asked = Pick<Provider, "model" | "contextWindow">;

export type ContextUse = {
  /** The window that holds: what the server said when it refused a request, else what is known; tokens. */
  windowOf(asked: Asked): number | undefined;
  /**
   * Remembers for this run what a refusal told of a model's window, and forgets it for undefined; does nothing with a number
   * that can be none.
   */
  learnWindow(model: string, window: number | undefined): void;
  /** False when a request of these entries is below `limit` tokens however they are counted. Counts nothing. */
  mayReach(limit: number, entries: readonly Entry[], frame: Frame): boolean;
  /** The tokens of a request to this model. */
  ofRequest(request: ModelRequest, model: string): Promise<number>;
  /** Tokens of a text and of an entry as this model's server counts them. */
  counters(model: string): Promise<Counters>;
  /** An estimate in tokens as this model's server counts them. */
  scaled(model: string, estimated: number): number;
  /** A request that was built from this branch goes out. */
  sent(request: ModelRequest, model: string, branch: readonly Entry[]): void;
  /** Takes the server's count of the last request into account, if the branch holds one. */
  learnFrom(branch: readonly Entry[]): Promise<void>;
};

/** What every request of a session has. */
export type Frame = Pick<ModelRequest, "system" | "tools">;

export type Counters = {
  readonly ofText: (text: string) => number;
  readonly ofEntry: (entry: Entry) => number;
};

/** The use of one session's context. The counting is loaded when it is first needed: most sessions never come near. */
export function createContextUse(): ContextUse {
  const scale = createTokenScale();
  const windows = new Map<string, number>();
  let last:
    | { readonly model: string; readonly request: ModelRequest; readonly before: Entry | undefined }
    | undefined;
  return {
    windowOf: ({ model, contextWindow }) => windows.get(model) ?? contextWindow,
    learnWindow(model, window) {
      if (window === undefined) windows.delete(model);
      else if (canBeWindow(window)) windows.set(model, window);
    },
    mayReach: (limit, entries, frame) => mostTokens(keptEntries(entries)) + mostTokensOfFrame(frame) >= limit,
    async ofRequest(request, model) {
      const { estimateRequest } = await import("../context/tokens.ts");
      return scale.apply(model, estimateRequest(request));
    },
    async counters(model) {
      const [{ estimateText }, { weighEntry }] = await Promise.all([
        import("../context/tokens.ts"),
        import("../context/weigh.ts"),
      ]);
      return {
        ofText: (text) => scale.apply(model, estimateText(text)),
        ofEntry: (entry) => scale.apply(model, weighEntry(entry)),
      };
    },
    scaled: (model, estimated) => scale.apply(model, estimated),
    sent(request, model, branch) {
      last = { model, request, before: lastAnswer(branch) };
    },
    async learnFrom(branch) {
      const answer = lastAnswer(branch);
      if (last === undefined || answer === last.before) return;
      const { model, request } = last;
      last = undefined;
      if (answer?.model !== model || answer.usage === undefined) return;
      const { estimateRequest } = await import("../context/tokens.ts");
      scale.learn(model, estimateRequest(request), answer.usage.inputTokens);
    },
  };
}

function lastAnswer(branch: readonly Entry[]): EntryOf<"assistant"> | undefined {
  return branch.findLast((entry) => entry.type === "assistant");
}
