/** The session that an id on the command line names: one of ours, or what was made of another program's. */
import type { SessionInfo } from "../sessions/glance.ts";
import { findSession, isBeginningOfId } from "../sessions/list.ts";
import { dataPaths } from "../sessions/paths.ts";
import type { Arguments } from "./arguments.ts";

type ById = Extract<NonNullable<Arguments["resume"]>, { type: "id" }>;
/** `notes`: what the user should know about its being that one, a sentence each. */
export type ChosenById = ById & { readonly notes?: readonly string[] };

/** Other programs' ids look so, and ours where somebody has chosen one: only of those it is looked who else has them. */
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * The session to go on with where an id is behind `-r`: ours, or, for the whole id of another program's, what was made of
 * that; where nothing was, it is made. Null where it is no id: it may be words. Throws a `UserError` where none can be made.
 */
export async function chosenById(
  resume: ById,
  { sessionId, isEphemeral }: Pick<Arguments, "sessionId" | "isEphemeral">,
  version: string,
): Promise<ChosenById | null> {
  if (isBeginningOfId(dataPaths(process.env), resume.id)) {
    if (!uuid.test(resume.id)) return resume;
    const { namesakeWords } = await import("./foreign-id.ts");
    const words = await namesakeWords(resume.id);
    return words === null ? resume : { ...resume, notes: [words] };
  }
  const { takeForeign } = await import("./foreign-id.ts");
  const taken = await takeForeign(resume.id.trim(), isEphemeral === true, version);
  if (taken === null) return null;
  // What was made just now is the copy already, unless it is to have an id of the user's.
  const asCopy = resume.asCopy === true && (!taken.isNew || sessionId !== undefined);
  return { type: "id", id: taken.id, asCopy, notes: taken.notes };
}

/**
 * The saved session that an argument names: by the beginning of its id, or by the id that another program has for what it
 * was made from, which is told. Throws a `UserError` where there is none or several; it says what has to be imported first.
 */
export async function savedSession(prefix: string): Promise<SessionInfo> {
  const paths = dataPaths(process.env);
  if (isBeginningOfId(paths, prefix)) return findSession(paths, prefix);
  const { importedAs } = await import("./foreign-id.ts");
  return findSession(paths, await importedAs(prefix));
}
