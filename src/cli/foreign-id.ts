/** Ids that are none of rein's: what a command does with the session of another program that is named by one. */
import {
  elsewhereWords,
  type ForeignSession,
  foreignSession,
  type ForeignTranscript,
  looksForeign,
  titleOf,
} from "../app/foreign-session.ts";
import { UserError } from "../protocol/error.ts";
import { findTranscripts, unreadableWords } from "../sessions/import/find-transcripts.ts";
import { toolNames } from "../sessions/import/transcript.ts";
import { dataPaths } from "../sessions/paths.ts";
import { printable } from "../terminal/sanitize.ts";
import { say, sayCount } from "../words/say.ts";
import { currentFolder } from "./current-folder.ts";
import { importFound } from "./import-found.ts";
import { tell } from "./output.ts";

/** Our session to go on with, and what its user should know about its being that one, a sentence each. */
export type TakenSession = {
  readonly id: string;
  /** It was made for this just now, so that nobody needs a copy of it. */
  readonly isNew: boolean;
  readonly notes: readonly string[];
};

/**
 * What stands in our store for the session of another program that is named by its whole id, or nearly that: what was made
 * of it before, or else is made of it now. Null where the text names none. Throws a `UserError` where none can be made.
 */
export async function takeForeign(
  text: string,
  isEphemeral: boolean,
  version: string,
): Promise<TakenSession | null> {
  if (!looksForeign(text)) return null;
  const foreign = await foreignOf(text);
  if (foreign.type === "imported")
    return { id: foreign.sessionId, isNew: false, notes: [importedWords(foreign)] };
  if (foreign.type !== "whole") return null;
  // Nothing is to be kept of a session, so none is made either.
  if (isEphemeral) throw notOurs(text, [foreign.found]);
  const outcome = await importFound(foreign.found, version);
  const program = toolNames[foreign.found.tool];
  const { sessionId } = outcome;
  if (outcome.type === "before")
    return {
      id: sessionId,
      isNew: false,
      notes: [say`This session of ${program} was imported before, as ${sessionId}.`],
    };
  const made = say`Imported from ${program}, which keeps its own: ${titleOf(foreign.found)} (${sayCount(outcome.messages, "message")}) is session ${sessionId} of rein.`;
  return { id: sessionId, isNew: true, notes: [made, ...outcome.notes] };
}

/**
 * What is told of an id that a session of ours has, where one of another program has it as well; null where none has it in
 * the name of its file: no others are opened for this.
 */
export async function namesakeWords(text: string): Promise<string | null> {
  const all = await findTranscripts(process.env, { here: currentFolder(), named: text });
  const namesake = all.find(({ id }) => id === text);
  if (namesake === undefined) return null;
  return say`${toolNames[namesake.tool]} has a session of this id, too. This is the one of rein; rein sessions import ${text} makes another one of theirs.`;
}

/**
 * The id of our session that was made of the one of another program, which is told; the text itself where it names none.
 * Throws a `UserError` for one that was not imported yet.
 */
export async function importedAs(text: string): Promise<string> {
  const foreign = await foreignOf(text);
  if (foreign.type === "none") return text;
  if (foreign.type !== "imported") throw notOurs(text, foundIn(foreign));
  await tell(`rein: ${importedWords(foreign)}`);
  return foreign.sessionId;
}

/** The error that says which command imports what the text may mean; null where other programs have no such id. */
export async function foreignError(text: string): Promise<UserError | null> {
  const foreign = await foreignOf(text);
  return foreign.type === "none" || foreign.type === "imported" ? null : notOurs(text, foundIn(foreign));
}

function foundIn(foreign: Extract<ForeignSession, { type: "whole" | "unclear" }>) {
  return foreign.type === "whole" ? [foreign.found] : foreign.found;
}

function notOurs(text: string, found: readonly ForeignTranscript[]): UserError {
  return new UserError(elsewhereWords(text, found), { exitCode: 2 });
}

/** A text may be looked for as an id and then among words: what cannot be read is told once a run. */
const told = new Set<string>();

async function foreignOf(text: string): Promise<ForeignSession> {
  const notes = new Set<string>();
  const foreign = await foreignSession(text.trim(), {
    paths: dataPaths(process.env),
    env: process.env,
    cwd: currentFolder(),
    onUnreadable: (file, why) => notes.add(unreadableWords(file, why)),
  });
  for (const note of notes) {
    if (told.has(note)) continue;
    told.add(note);
    await tell(`rein: ${note}`);
  }
  return foreign;
}

function importedWords({
  program,
  id,
  sessionId,
  hasGrown,
}: Extract<ForeignSession, { type: "imported" }>): string {
  return hasGrown
    ? say`This session of ${program} was imported before, as ${sessionId}, and has grown there since: what came then is not in it. rein sessions import ${printable(id)} makes another one of all of it.`
    : say`This session of ${program} was imported before, as ${sessionId}, and nothing has come since.`;
}
