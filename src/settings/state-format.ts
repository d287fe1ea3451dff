/** How a remembered state that an older rein wrote becomes one of today. Pure. */

type State = Readonly<Record<string, unknown>>;

/** Makes a state of the next format of one. */
export type Migration = (state: State) => State;

/** Where a state says which format it has. The first format did not say so. */
const formatKey = "format";

/** Each makes of the format of its index, counted from 0, the next one; rein's own format is their number. */
export const migrations: readonly Migration[] = [];

/** The format of a state: a whole number from 0. */
export function formatOf(state: State): number {
  const format = state[formatKey];
  return typeof format === "number" && Number.isInteger(format) && format > 0 ? format : 0;
}

/** The state in the newest format that these migrations know; one of a newer format stays as it is. */
export function migrated(state: State, known: readonly Migration[] = migrations): State {
  const format = formatOf(state);
  if (format >= known.length) return state;
  return {
    ...known.slice(format).reduce((older, migrate) => migrate(older), state),
    [formatKey]: known.length,
  };
}
