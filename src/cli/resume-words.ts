/** `rein -r WORDS…`: from what is known of a session to the session. */
import type { ReplStart } from "../hosts/repl/start.ts";
import { UserError } from "../protocol/error.ts";
import type { SessionInfo } from "../sessions/glance.ts";
import { sessionsOf } from "../sessions/index/indexed-sessions.ts";
import { dataPaths } from "../sessions/paths.ts";
import { sanitize } from "../terminal/sanitize.ts";
import { say } from "../words/say.ts";
import type { Arguments } from "./arguments.ts";
import { currentFolder } from "./current-folder.ts";
import { tellLongReading } from "./sessions-search.ts";

export type ChosenStart = Pick<ReplStart, "resume" | "prompt">;

/**
 * The one session in which all the words behind `-r` stand, or a list of those to choose from. This folder's sessions
 * count first. The words are all that is not an option, up to a prompt: one argument with blanks in it. Throws a
 * `UserError` when there is none.
 */
export async function resumeByWords(
  argv: readonly string[],
  id: string,
  { prompt, resume }: Arguments,
): Promise<ChosenStart> {
  const isPrompt = /\s/.test(id) || (prompt !== undefined && /\s/.test(prompt) && argv.includes(prompt));
  const text = isPrompt || prompt === undefined ? id : `${id} ${prompt}`;
  const [first, ...others] = await sessionsWith(text);
  const asCopy = resume?.asCopy === true;
  const left = isPrompt && prompt !== undefined ? { prompt } : {};
  if (others.length === 0) return { resume: { type: "id", id: first.id, asCopy }, ...left };
  return {
    resume: { type: "pick", asCopy, found: { words: text, ids: [first, ...others].map((info) => info.id) } },
  };
}

/** The only session with these words. Throws a `UserError` that names them where there are several, and for none. */
export async function theOneWith(text: string): Promise<SessionInfo> {
  const all = await sessionsWith(text);
  const [first] = all;
  if (all.length === 1) return first;
  const lines = all
    .slice(0, mostNamed)
    .map(({ id, updatedAt, title }) => `  ${id}  ${day(updatedAt)}  ${sanitize(title, "approval_inline")}`);
  if (all.length > lines.length) lines.push(say`  … and ${all.length - lines.length} more`);
  throw new UserError(
    say`“${text}” stands in ${all.length} sessions. Say more words, or the id of one:\n${lines.join("\n")}`,
    { exitCode: 2 },
  );
}

/** The most sessions that an error names. */
const mostNamed = 10;

/**
 * Those in which all words of the text stand, this folder's where there are any. Throws a `UserError` for none: it says
 * what has to be imported first.
 */
async function sessionsWith(text: string): Promise<readonly [SessionInfo, ...SessionInfo[]]> {
  const found = await sessionsOf(
    dataPaths(process.env),
    text.split(/\s+/).filter((word) => word !== ""),
    { onRead: tellLongReading() },
  );
  const usable = found.filter(({ readable }) => readable);
  const cwd = currentFolder();
  const here = usable.filter((info) => info.cwd === cwd);
  const [first, ...others] = here.length > 0 ? here : usable;
  if (first !== undefined) return [first, ...others];
  const { foreignError } = await import("./foreign-id.ts");
  const elsewhere = await foreignError(text);
  if (elsewhere !== null) throw elsewhere;
  throw new UserError(
    say`There is no session "${text}": none has such an id, and in none do all these words stand. "rein sessions list --all" shows all of them.`,
    { exitCode: 2 },
  );
}

function day(at: string): string {
  return at.slice(0, 16).replace("T", " ");
}
