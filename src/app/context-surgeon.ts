/** The door to what a session's requests hold: to look at it part by part, to change parts, and to know what that costs. */
import type { ContextEdit } from "../context/edits.ts";
import type { Summarized } from "../context/summarize.ts";
import type { QueryEngine } from "../engine/query-engine.ts";
import type { Entry } from "../protocol/entry.ts";
import { UserError } from "../protocol/error.ts";
import type { Provider } from "../providers/provider.ts";
import type { Session } from "../sessions/session.ts";
import { say } from "../words/say.ts";
import type { ContextChange } from "./context-change.ts";
import type { ContextLook, ContextPart } from "./context-parts.ts";
import type { RequestBuilder } from "./build-requests.ts";
import type { ContextUse } from "./context-use.ts";
import type { PartText } from "./part-text.ts";
import type { Spending } from "./spending.ts";

export type ContextSurgeon = {
  /** Loads what it takes; what it gives back looks at the session as it then is, each time. */
  open(): Promise<OpenContext>;
};

export type OpenContext = {
  /** What fills the window now, or would with these edits. */
  look(edits?: readonly ContextEdit[]): ContextLook;
  /** What it saves and costs to come from one look to another. */
  compare(before: ContextLook, after: ContextLook): ContextChange;
  /** What a part says. */
  text(part: ContextPart): PartText;
  /** What a part says in about so many tokens: its beginning and its end. */
  shorten(part: ContextPart, tokens: number): string;
  /** Has the model write what a part says in fewer words; `interrupt` of the engine stops it. */
  summarise(part: ContextPart, tell: (label: string) => void): Promise<ShortPart>;
  /** Writes the edits down as one entry. Throws a `UserError` while a turn runs. */
  apply(edits: readonly ContextEdit[]): void;
  /** Whether a turn runs, so that nothing can be applied. */
  readonly isBusy: boolean;
  /** Something that changes with every entry of the branch. */
  readonly version: string;
};

/** What came of a summary; `reason` in words for the user. */
export type ShortPart =
  | { readonly type: "summary"; readonly text: string }
  | { readonly type: "interrupted" }
  | { readonly type: "failed"; readonly reason: string };

export type SurgeonParts = {
  readonly session: Session;
  readonly engine: QueryEngine;
  readonly provider: () => Provider;
  readonly requests: Pick<RequestBuilder, "frame" | "instructions">;
  readonly use: ContextUse;
  readonly spending: Pick<Spending, "guard" | "priceOf" | "loadPrices">;
};

/** A model with a window that nobody knows is asked in requests of so many tokens at most. */
const assumedWindow = 8_000;
/** The same model has to read what is summarised, and write the summary behind it. */
const shareForSummary = 0.5;

/** The door of one open session. */
export function createContextSurgeon(parts: SurgeonParts): ContextSurgeon {
  return {
    async open() {
      const [looks, changes, texts, shorter, { estimateText }] = await Promise.all([
        import("./context-parts.ts"),
        import("./context-change.ts"),
        import("./part-text.ts"),
        import("../context/shorter-text.ts"),
        import("../context/tokens.ts"),
      ]);
      const { session, engine, use, provider, requests, spending } = parts;
      const { frame, instructions } = requests;
      const entries = session.branch().slice();
      const { model, vision: takesImages } = provider();
      await Promise.all([
        use.learnFrom(entries),
        spending.loadPrices(),
        looks.countAhead({ entries, model, takesImages }),
      ]);
      const scaled = (tokens: number) => use.scaled(provider().model, tokens);
      const count = (text: string) => scaled(estimateText(text));
      const look = (edits: readonly ContextEdit[] = []): ContextLook => {
        const branch = session.branch();
        const { model, vision: takesImages } = provider();
        const entry: Entry = { type: "context_edit", edits: [...edits], id: "", parentId: null, at: "" };
        return looks.lookAtContext({
          entries: edits.length === 0 ? branch : [...branch, entry],
          ...frame(),
          instructions,
          model,
          takesImages,
          window: use.windowOf(provider()),
          scaled,
        });
      };
      const text = (part: ContextPart): PartText =>
        part.place === null ? texts.frameText(part, frame()) : texts.textOfPart(session.branch(), part.place);
      return {
        look,
        text,
        compare: (before, after) => changes.changeBetween(before, after, spending.priceOf(provider().model)),
        shorten: (part, tokens) => shorter.shortenedTo(text(part).said, tokens, count),
        summarise: (part, tell) =>
          summarise(parts, { text: text(part).said, part, count, tell, taken: look().total + part.whole }),
        apply(edits) {
          if (edits.length === 0) return;
          const tokens = { before: look().total, after: look(edits).total };
          if (!engine.editContext({ edits: [...edits], tokens }))
            throw new UserError(say`That has to wait until the turn is over; Esc stops it.`);
        },
        get isBusy() {
          return engine.state !== "idle";
        },
        get version() {
          const branch = session.branch();
          return `${branch.length} ${branch.at(-1)?.id ?? ""} ${provider().model}`;
        },
      };
    },
  };
}

type ToSummarise = {
  readonly text: string;
  readonly part: ContextPart;
  readonly count: (text: string) => number;
  readonly tell: (label: string) => void;
  /** A request that the model takes, as far as anybody knows, tokens. */
  readonly taken: number;
};

async function summarise(
  { engine, provider, use, spending }: SurgeonParts,
  { text, part, count, tell, taken }: ToSummarise,
): Promise<ShortPart> {
  let outcome: ShortPart = {
    type: "failed",
    reason: say`That has to wait until the turn is over; Esc stops it.`,
  };
  const ended = engine.work(async (turn) => {
    const stopped = await spending.guard(turn);
    if (stopped !== null) {
      outcome = { type: "failed", reason: stopped.reason ?? say`The budget does not allow another request.` };
      return { outcome: "completed" };
    }
    const { summarizeText, whatIs } = await import("../context/shorter-text.ts");
    const asked = provider();
    const most = shareForSummary * (use.windowOf(asked) ?? Math.max(taken, assumedWindow));
    const what = whatIs(part);
    const { signal } = turn;
    const told = (label: string) => {
      turn.tell(label);
      tell(label);
    };
    const written = await summarizeText({
      provider: asked,
      text,
      what,
      most,
      estimate: count,
      signal,
      tell: told,
    });
    const { usage } = written;
    // What it has cost counts, whether it is taken or not.
    if (usage !== undefined) turn.append({ type: "context_edit", edits: [], model: asked.model, usage });
    outcome = outcomeOf(written, asked.model);
    return { outcome: "completed" };
  }, "stay");
  const end = await ended;
  return end?.outcome === "interrupted" ? { type: "interrupted" } : outcome;
}

function outcomeOf(written: Summarized, model: string): ShortPart {
  switch (written.type) {
    case "summary":
      return { type: "summary", text: written.text };
    case "interrupted":
      return { type: "interrupted" };
    case "empty":
      return { type: "failed", reason: say`${model} wrote nothing in its place; nothing was changed.` };
    case "error":
      return { type: "failed", reason: written.error.message };
    default:
      return written satisfies never;
  }
}
