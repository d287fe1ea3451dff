/** The acting half of a step: a batch of tool calls, each with exactly one result. */
import type { ToolCallPart } from "../../protocol/message.ts";
import { interruptedResult } from "../interruption.ts";
import type { ActContext } from "./act-context.ts";
import { askUser, type Permission } from "./ask-user.ts";
import { type BatchContext, createBatchContext } from "./batch-context.ts";
import { announce, type CallCase, openCase, settle } from "./call-case.ts";
import { clear, look, type Look } from "./clear.ts";
import { execute } from "./execute.ts";
import { type Proposal, propose } from "./propose.ts";

/** Calls that only read run side by side, but not more than these at once: each may hold files or a process. */
const maxParallel = 8;

/** A call with what came of it before any of its response ran. */
type Taken = {
  readonly one: CallCase;
  readonly look: Look;
  /** The user's answer, where one was asked for before anything ran. */
  readonly permission: Promise<Permission> | null;
};

/**
 * Runs a response's calls and returns when each has its result in the log.
 *
 * All are prepared and decided first, and all questions that come of it are opened together. Calls run in the model's
 * order, those that only read side by side. One that was asked about waits until all of these questions are answered; one
 * that is allowed anyhow does not, as far as those before it have run. What is answered to one says nothing about others.
 */
export async function act(calls: readonly ToolCallPart[], context: ActContext): Promise<void> {
  const batch = createBatchContext(context);
  const cases = calls.map((call) => openCase(call, context));
  for (const one of cases) announce(one, "pending", context);
  const proposed = await proposeAll(cases, batch);
  // Without a pause between them: all questions are open before the first of them can be answered.
  const taken = proposed.map(({ one, look: seen, proposal }): Taken => {
    const permission = proposal?.type === "ask" ? ask(one, proposal, batch) : null;
    return { one, look: seen, permission };
  });
  const answered = Promise.all(taken.flatMap(({ permission }) => permission ?? []));
  for (const group of groups(taken, context)) {
    await sideBySide(group, async (call) => {
      if (call.permission !== null) await answered;
      await finish(call, batch);
    });
  }
  await answered;
}

/** Gives every call the same refusal without running any: the response that asked for them did not end well. */
export async function refuseAll(
  calls: readonly ToolCallPart[],
  message: string,
  context: ActContext,
): Promise<void> {
  for (const call of calls)
    await settle(openCase(call, context), { ok: false, kind: "incomplete_call", message }, context);
}

type Proposed = { readonly one: CallCase; readonly look: Look; readonly proposal: Proposal | null };

/** Prepares and decides every call, in the model's order; null where there is nothing to decide yet. */
async function proposeAll(cases: readonly CallCase[], batch: BatchContext): Promise<readonly Proposed[]> {
  const looks = new Map<CallCase, Look>();
  await sideBySide(cases, async (one) => void looks.set(one, await look(one, batch)));
  return Promise.all(
    cases.flatMap((one): Promise<Proposed>[] => {
      const seen = looks.get(one);
      return seen === undefined ? [] : [proposedOf(one, seen, batch)];
    }),
  );
}

async function proposedOf(one: CallCase, seen: Look, batch: BatchContext): Promise<Proposed> {
  const { taken } = seen;
  const isOpen = taken.type === "ready" && !batch.signal.aborted;
  return {
    one,
    look: seen,
    proposal: isOpen ? await propose(one, taken.ready, batch.declined, batch) : null,
  };
}

/** Asks; a call that the user does not want has its result at once. */
async function ask(
  one: CallCase,
  proposal: Extract<Proposal, { type: "ask" }>,
  batch: BatchContext,
): Promise<Permission> {
  const permission = await askUser(one, proposal, batch);
  if (permission.type === "refused") await settle(one, permission.result, batch);
  return permission;
}

/** Runs a call whose turn has come, or says why it does not run. */
async function finish({ one, look: seen, permission }: Taken, batch: BatchContext): Promise<void> {
  const said = await permission;
  if (said?.type === "refused") return;
  if (batch.signal.aborted) return settle(one, interruptedResult("not_started"), batch);
  const cleared = await clear(one, seen, said, batch);
  if (cleared.type === "refused") return settle(one, cleared.result, batch);

  const { callId, name } = one.call;
  batch.begun.calls += 1;
  if (cleared.ready.tool.risk !== "read") batch.begun.changes += 1;
  batch.append({ type: "tool_start", callId, name, title: one.title });
  announce(one, "running", batch);
  const { result, durationMs, files } = await execute(one, cleared, batch);
  await settle(one, result, batch, { durationMs, files });
}

/** The calls in the model's order, cut into groups: neighbours that only read together, every other call alone. */
function groups(taken: readonly Taken[], { dependencies }: ActContext): Taken[][] {
  const result: Taken[][] = [];
  let reading = false;
  for (const call of taken) {
    const reads = dependencies.tools.find(call.one.call.name)?.risk === "read";
    if (reads && reading) result.at(-1)?.push(call);
    else result.push([call]);
    reading = reads;
  }
  return result;
}

async function sideBySide<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const waiting = items.values();
  const worker = async () => {
    for (const item of waiting) await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(maxParallel, items.length) }, worker));
}
