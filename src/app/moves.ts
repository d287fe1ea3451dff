/** Going to another place of a session's tree, and what goes with it: bringing files back, summarising what is left. */
import type { GuardedTurn, RequestGuard } from "../engine/dependencies.ts";
import { chosenOf, type QueryEngine } from "../engine/query-engine.ts";
import type { TurnEnd } from "../engine/stop-kinds.ts";
import type { Entry, NewEntry } from "../protocol/entry.ts";
import type { ModelRequest } from "../protocol/message.ts";
import type { Provider } from "../providers/provider.ts";
import type { Session } from "../sessions/session.ts";
import type { SessionShell } from "../tools/session-shell.ts";
import type { ReadLedger } from "../tools/tool.ts";
import { say } from "../words/say.ts";
import { notedBehindMove } from "./behind-move.ts";
import type { ContextRoom } from "./context-room.ts";
import { folderLeft } from "./open-shell.ts";
import type { ProjectFiles } from "./project-files.ts";
import type { RestoreResult } from "./restore-apply.ts";
import type { RestorePlan } from "./restore-files.ts";
import type { PartInput, PartSummary } from "./summarise-part.ts";

export type MoveParts = {
  readonly engine: QueryEngine;
  readonly session: Session;
  readonly shell: SessionShell;
  readonly reads: ReadLedger;
  /** What files held before they were changed. */
  readonly files: Pick<ProjectFiles, "store" | "watch">;
  readonly room: ContextRoom;
  /** The provider that is asked now. */
  readonly provider: () => Provider;
  readonly build: (branch: readonly Entry[], model: string) => ModelRequest;
  /** Whether the budget allows another request. */
  readonly guard: RequestGuard;
  /** The project's folder. */
  readonly root: string;
};

/** Goes behind this entry, of whatever branch; null: before everything. `noted` is told to the model and the user there. */
export type GoTo = (entryId: string | null, noted?: string) => void;

/** What a task that stands in for a turn may do. */
export type Held = GuardedTurn & {
  readonly goTo: GoTo;
  summarise(messageId: string, part: PartInput["part"]): Promise<PartSummary>;
  /** Does what a plan says for the chosen files; absent, all that it can do. Never rejects for what is on the disk. */
  restore(plan: RestorePlan, chosen?: readonly string[]): Promise<RestoreResult>;
};

export type Moves = {
  /**
   * Goes to another place of the session's tree. Mode, model, spending and waiting messages stay. Throws a `UserError`
   * while a turn runs, and when there is no such place.
   */
  readonly goTo: GoTo;
  /**
   * What it would take to bring files, or only these, back to what they held when the entry `to` was the last one of the
   * log. Changes nothing; null when there is no such entry.
   */
  planRestore(to: string | null, paths?: readonly string[]): Promise<RestorePlan | null>;
  /**
   * Has the task done in place of a turn: messages wait behind it, and Esc fires its signal. `waiting`: whether messages
   * that wait are sent when it is completed. Returns how it ended, at once null while a turn runs.
   */
  inPlaceOfTurn(task: (held: Held) => Promise<TurnEnd>, waiting: "deliver" | "stay"): Promise<TurnEnd> | null;
};

/** The moves of one open session. */
export function createMoves(parts: MoveParts): Moves {
  const { engine, session, shell, reads, room, provider, build, guard, root } = parts;
  const { store, watch } = parts.files;
  const goWith =
    (go: QueryEngine["goTo"]): GoTo =>
    (to, noted = "") => {
      const left = session.branch().slice();
      go(to, (branch) => [
        ...notedBehindMove({
          branch,
          left,
          entries: session.entries(),
          jobs: shell.jobs.list(),
          mode: engine.mode,
          chosen: chosenOf(provider()),
        }),
        ...(noted === "" ? [] : [{ type: "notice" as const, text: noted }]),
      ]);
      reads.forget();
      room.forget();
      shell.folder.ended(folderLeft(session, root) ?? root);
    };
  const summarise = async (
    turn: GuardedTurn,
    messageId: string,
    part: PartInput["part"],
  ): Promise<PartSummary> => {
    const stopped = await guard(turn);
    if (stopped !== null) return { type: "failed", reason: stopped.reason ?? say`The budget is used up.` };
    const { summarisePart } = await import("./summarise-part.ts");
    const asked = provider();
    return summarisePart({
      provider: asked,
      branch: session.branch().slice(),
      build: (branch) => build(branch, asked.model),
      use: room.use,
      messageId,
      part,
      turn,
    });
  };
  const restore = async (turn: GuardedTurn, plan: RestorePlan, chosen?: readonly string[]) => {
    const { applyRestore } = await import("./restore-apply.ts");
    const { signal } = turn;
    const append = (entry: NewEntry) => session.append(entry);
    const result = await applyRestore(plan, chosen, {
      root,
      store,
      append,
      entries: session.entries().slice(),
      signal,
    });
    const changed = result.ends.filter(({ outcome }) => outcome.type !== "failed");
    await watch.written(changed.map(({ path }) => path));
    // What the model has read of them is not what they hold any more.
    reads.forget();
    return result;
  };
  return {
    async planRestore(to, paths) {
      const { planRestore } = await import("./restore-files.ts");
      const only = paths === undefined ? {} : { paths };
      await watch.settled();
      return planRestore({ entries: session.entries().slice(), to, ...only, root, store });
    },
    goTo: goWith((to, behind) => engine.goTo(to, behind)),
    inPlaceOfTurn: (task, waiting) =>
      engine.work(
        (turn, go) =>
          task({
            ...turn,
            goTo: goWith(go),
            summarise: (messageId, part) => summarise(turn, messageId, part),
            restore: (plan, chosen) => restore(turn, plan, chosen),
          }),
        waiting,
      ),
  };
}
