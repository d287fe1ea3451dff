/** A session's entries on their way out of rein, one after the other, and the veil that they pass under. */
import type { Entry } from "../../protocol/entry.ts";
import { labelsIn } from "../../secrets/label.ts";
import type { Veil } from "../../secrets/veil.ts";
import { openVeil } from "../secret-veil.ts";
import type { TellEntry } from "./conceal-entries.ts";
import { beginTurn } from "./turns.ts";

/** The entries as they are told, with time for others in between. Throws the signal's reason when it fires. */
export async function* toldEntries(
  entries: readonly Entry[],
  tell: TellEntry,
  signal?: AbortSignal,
): AsyncGenerator<Entry> {
  const turn = beginTurn();
  for (const [at, entry] of entries.entries()) {
    if (turn.isOver()) await turn.rest();
    signal?.throwIfAborted();
    yield await tell(entry, at);
  }
}

export type VeilOptions = {
  /** False where somebody knows that no name of a secret stands in the entries. @default true */
  readonly hasLabels?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
};

/**
 * A veil for what is told of these entries. The names that secrets have in them are given to no other ones. Throws the
 * signal's reason when it fires.
 */
export async function veilOver(
  entries: readonly Entry[],
  cwd: string,
  env: Readonly<Record<string, string | undefined>>,
  { hasLabels = true, signal }: VeilOptions = {},
): Promise<Veil> {
  const labels = new Set<string>();
  const turn = beginTurn();
  for (const entry of hasLabels ? entries : []) {
    if (turn.isOver()) await turn.rest();
    signal?.throwIfAborted();
    for (const label of labelsIn(JSON.stringify(entry))) labels.add(label);
  }
  return openVeil({ entries: () => entries }, cwd, env, labels);
}
