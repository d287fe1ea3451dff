/** A session's entries on their way out of rein, one after the other, and the veil that they pass under. */
import type { Entry } from "../../protocol/entry.ts";
import { labelsIn } from "../../secrets/label.ts";
import type { Veil } from "../../secrets/veil.ts";
import { openVeil } from "../secret-veil.ts";
import type { TellEntry } from "./conceal-entries.ts";
import { beginTurn } from "./turns.ts";

/** The entries as they are told, with time for others in between. */
export async function* toldEntries(entries: readonly Entry[], tell: TellEntry): AsyncGenerator<Entry> {
  const turn = beginTurn();
  for (const [at, entry] of entries.entries()) {
    if (turn.isOver()) await turn.rest();
    yield await tell(entry, at);
  }
}

/**
 * A veil for what is told of these entries. The names that secrets have in them are given to no other ones; `hasLabels`:
 * false where somebody knows that there are none.
 */
export async function veilOver(
  entries: readonly Entry[],
  cwd: string,
  env: Readonly<Record<string, string | undefined>>,
  hasLabels = true,
): Promise<Veil> {
  const labels = new Set<string>();
  const turn = beginTurn();
  for (const entry of hasLabels ? entries : []) {
    if (turn.isOver()) await turn.rest();
    for (const label of labelsIn(JSON.stringify(entry))) labels.add(label);
  }
  return openVeil({ entries: () => entries }, cwd, env, labels);
}
