/** `rein sessions search`: what was said and printed in the saved sessions. */
import { UserError } from "../protocol/error.ts";
import type { SessionFilter } from "../sessions/list.ts";
import { type IndexedSearch, patternSign, searchSessions } from "../sessions/index/indexed-sessions.ts";
import type { Hit } from "../sessions/index/search.ts";
import { dataPaths } from "../sessions/paths.ts";
import { colourDepthOf, hasAttributes } from "../terminal/colour-depth.ts";
import { jsonLine } from "../terminal/json-line.ts";
import { printable } from "../terminal/sanitize.ts";
import { createStyle, plainStyle, type Style } from "../terminal/style.ts";
import { padLine } from "../terminal/width.ts";
import { formatAge, formatBytes } from "../transcript/format.ts";
import { say } from "../words/say.ts";
import { PatternError } from "../workspace/regex-dialect.ts";
import { printExactly, stdoutIsTerminal, tell } from "./output.ts";

const mostHits = 50;
/** A wait for more than so much to be read is told, bytes: some seconds. */
const muchToRead = 16 * 1024 * 1024;

export type SearchWish = SessionFilter & { readonly json: boolean };

/** Prints the hits and returns the exit code: 0 when there is one, else 1. Throws a `UserError` for a wrong pattern. */
export async function searchCommand(query: string, { json, ...filter }: SearchWish): Promise<number> {
  const found = await search(query, filter);
  for (const name of found.unread) await tell(say`rein: ${name} could not be read, and was not searched.`);
  if (found.gaveUp)
    await tell(say`rein: The pattern took too long, so not everything was looked at. Simplify it.`);
  const { hits, isCut } = found;
  if (json) {
    await printExactly(hits.map((hit) => `${jsonLine(jsonOf(hit))}\n`).join(""));
  } else {
    const style = styleOfStdout();
    const now = Date.now();
    // Every foreign text in them was made printable; the sequences are the style's own.
    await printExactly(hits.map((hit) => `${lineOf(hit, now, style, filter.cwd === undefined)}\n`).join(""));
  }
  if (hits.length === 0)
    await tell(
      filter.cwd === undefined
        ? say`rein: Nothing was found.`
        : say`rein: Nothing was found in this folder's sessions; --all searches those of others, too.`,
    );
  if (isCut) await tell(say`rein: Only the last ${mostHits} hits are shown. Say more words to find fewer.`);
  return hits.length === 0 ? 1 : 0;
}

async function search(query: string, filter: SessionFilter): Promise<IndexedSearch> {
  try {
    return await searchSessions(dataPaths(process.env), query, {
      ...filter,
      limit: mostHits,
      onRead: tellLongReading(),
    });
  } catch (thrown) {
    if (!(thrown instanceof PatternError)) throw thrown;
    throw new UserError(
      say`“${query.slice(patternSign.length)}” is no regular expression: ${thrown.message}`,
      { exitCode: 2, cause: thrown },
    );
  }
}

/** Says once that much has to be read. */
export function tellLongReading(): (bytes: number) => void {
  let read = 0;
  return (bytes) => {
    const wasLittle = read < muchToRead;
    read += bytes;
    if (wasLittle && read >= muchToRead)
      void tell(
        say`rein: More than ${formatBytes(muchToRead)} of sessions are read for the first time; it takes a moment.`,
      );
  };
}

function styleOfStdout(): Style {
  const depth = colourDepthOf(process.env);
  return stdoutIsTerminal()
    ? createStyle({ colour: depth !== "none", attributes: hasAttributes(process.env), depth })
    : plainStyle;
}

/** Hits are told by their look, and by marks where there are no looks. */
function lineOf({ id, at, who, cwd, snippet }: Hit, now: number, style: Style, isAll: boolean): string {
  const mark = (text: string) => (style.attributes ? style.selection(text) : `«${text}»`);
  const words = snippet.map(({ text, isHit }) => (isHit ? mark(printable(text)) : printable(text))).join("");
  return [
    id,
    padLine(formatAge(now - Date.parse(at)), 4, "right"),
    padLine(speakers[who], speakerWidth),
    ...(isAll ? [style.dim(printable(cwd))] : []),
    words,
  ].join("  ");
}

const speakers: Readonly<Record<Hit["who"], string>> = {
  user: say`you`,
  assistant: say`model`,
  tool: say`tool`,
};
const speakerWidth = 5;

/** The shape that programs read: a hit a line. `hits` are places in `text`, UTF-16 units. */
function jsonOf({ id, title, cwd, who, at, snippet }: Hit): unknown {
  const hits: (readonly [start: number, end: number])[] = [];
  let text = "";
  for (const piece of snippet) {
    if (piece.isHit) hits.push([text.length, text.length + piece.text.length]);
    text += piece.text;
  }
  return { session: id, title, cwd, who, at, text, hits };
}
