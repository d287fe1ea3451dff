/** What has to hold after any fault. */
import { readFileSync } from "node:fs";
import { buildRequest } from "../../../src/context/request.ts";
import { validateRequest } from "../../../src/context/validate.ts";
import type { Entry } from "../../../src/protocol/entry.ts";
import { messageOf } from "../../../src/protocol/error.ts";
import { branchOf, parseLog } from "../../../src/sessions/log.ts";
import { openSession, readSession, type SessionContext } from "../../../src/sessions/session-store.ts";
import { models } from "../../context/random-history.ts";
import { brokenRules } from "../../context/request-rules.ts";

export type Expected = {
  /** Ids of the entries that were acknowledged before the fault and that it left in the file, in their order. */
  readonly acknowledged: readonly string[];
  /** Something is gone or damaged, and the user has to hear of it. @default false */
  readonly mustSay?: boolean;
};

export type Verdict = {
  /** Ids of acknowledged entries that are not there. */
  readonly lost: readonly string[];
  /** What else is wrong, in words; empty when nothing is. */
  readonly wrong: readonly string[];
};

/**
 * Opens a session as its user would, says something, and looks at it again: nothing acknowledged is missing, what could not
 * be read is told, and every model could be asked. `added` is what that wrote: from now on it must not be lost either.
 */
export function checkSession(
  file: string,
  context: SessionContext,
  { acknowledged, mustSay = false }: Expected,
): Verdict & { readonly added: readonly string[] } {
  const wrong: string[] = [];
  try {
    const { session, notes } = openSession(file, context);
    if (mustSay && notes.length === 0) wrong.push("nothing is said of what is gone");
    const before = session.nodes().length;
    session.append({ type: "user", text: "go on", via: "submit" });
    wrong.push(...faultsOfRequests(session.branch()));
    const added = session.nodes().slice(before);
    session.close();
    const { nodes, entries } = readSession(file, context).session;
    // However it was read, it says what stands in the file.
    const inFile = branchOf(parseLog(readFileSync(file)).nodes);
    if (!isSame(entries, inFile)) wrong.push("it says something else than its file");
    if (!isSame(session.branch(), inFile)) wrong.push("what was open says something else than its file");
    const ids = nodes.map(({ id }) => id);
    if (JSON.stringify(ids) !== JSON.stringify(session.nodes().map(({ id }) => id)))
      wrong.push("it is read again as something else");
    // What the repair wrote stood there before the count began.
    const all = new Set([...acknowledged, ...added.map(({ id }) => id)]);
    const order = ids.filter((id) => all.has(id));
    const lost = [...all].filter((id) => !ids.includes(id));
    if (lost.length === 0 && order.join() !== [...all].join()) wrong.push("the order is another one");
    return { lost, wrong, added: ids.slice(ids.lastIndexOf(acknowledged.at(-1) ?? "") + 1) };
  } catch (thrown) {
    return { lost: acknowledged, wrong: [...wrong, `it does not open: ${messageOf(thrown)}`], added: [] };
  }
}

const isSame = (some: readonly Entry[], others: readonly Entry[]) =>
  JSON.stringify(some) === JSON.stringify(others);

/** The rules that a request made of these entries breaks, for each model. */
export function faultsOfRequests(entries: readonly Entry[]): string[] {
  return models.flatMap((model) => {
    const built = buildRequest({ entries, system: "s", tools: [], model });
    const { request } = validateRequest(built, { model });
    const broken = brokenRules(request, model);
    if (request.messages.length === 0) broken.push("nothing to send");
    return broken.map((rule) => `the next request for ${model}: ${rule}`);
  });
}
