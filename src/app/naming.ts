/** What the open session is called: by its user, by its model where the settings say so, else by rule. */
import { titleInAnswer, titleRequest } from "../context/title-prompt.ts";
import { validateRequest } from "../context/validate.ts";
import type { QueryEngine } from "../engine/query-engine.ts";
import { textOf, toolCallsOf } from "../protocol/message.ts";
import type { ModelResponse, Provider } from "../providers/provider.ts";
import type { Session } from "../sessions/session.ts";
import { lastName, nameOf, titleByRule } from "../sessions/title.ts";

export type NamingParts = {
  readonly engine: Pick<QueryEngine, "noteTitle" | "subscribe" | "state">;
  readonly session: Pick<Session, "entries" | "branch">;
  /** The provider that is asked now. */
  readonly provider: () => Provider;
  /** Whether the model finds a title after the first turn. */
  readonly byModel: boolean;
  /** Whether the budget allows another request. */
  readonly mayAsk: () => boolean;
};

export type Naming = {
  /** What the session is called; empty where nothing was said yet. */
  title(): string;
  /** Gives it a name; an empty one leads back to the title by rule. */
  rename(name: string): void;
  /** Lets a request for a title go that is under way. */
  stopNaming(): void;
};

/** A user who always writes on before the title has come gets none; a server that fails is not asked for ever. */
const mostTries = 3;

export function createNaming({ engine, session, provider, byModel, mayAsk }: NamingParts): Naming {
  let tries = 0;
  let asking: AbortController | undefined;
  const stopNaming = () => {
    asking?.abort();
    asking = undefined;
  };
  const ask = async () => {
    // What waited behind the turn goes first.
    await Promise.resolve();
    if (engine.state !== "idle" || tries >= mostTries || !mayAsk()) return;
    if (lastName(session.entries()) !== null) return;
    const request = titleRequest(session.branch());
    if (request === null) return;
    tries += 1;
    const controller = new AbortController();
    asking = controller;
    const { model } = provider();
    const valid = validateRequest(request, { model }).request;
    const response = await answerOf(provider(), valid, controller.signal);
    // The user may have written on, gone, or named it in the meantime.
    if (response === null || controller.signal.aborted || lastName(session.entries()) !== null) return;
    asking = undefined;
    const { parts, usage } = response;
    // Words before a call say what the model wants to look at. What that has cost counts all the same.
    const title = toolCallsOf(parts).length > 0 ? "" : titleInAnswer(textOf(parts));
    engine.noteTitle({ title, by: "model", model, ...(usage === undefined ? {} : { usage }) });
  };
  if (byModel)
    engine.subscribe((event) => {
      if (event.type === "turn_started") stopNaming();
      // A title is nothing that anybody is told of when it does not come: `--debug` has the request.
      if (event.type === "turn_ended" && event.outcome === "completed") ask().catch(() => stopNaming());
    });
  return {
    title() {
      const entries = session.entries();
      return lastName(entries) || titleByRule(entries);
    },
    rename(name) {
      stopNaming();
      engine.noteTitle({ title: nameOf(name), by: "user" });
    },
    stopNaming,
  };
}

/** Null when there is none: the server failed, or the signal fired. */
async function answerOf(
  provider: Provider,
  request: Parameters<Provider["stream"]>[0],
  signal: AbortSignal,
): Promise<ModelResponse | null> {
  for await (const event of provider.stream(request, signal)) {
    if (event.type === "response") return event.response;
    if (event.type === "error") return null;
  }
  return null;
}
