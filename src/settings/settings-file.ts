/** A settings file on disk → its text, and from that the settings in it. */
import { closeSync, constants, existsSync, fstatSync, openSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { whyNotBelieved } from "../private-files/believable.ts";
import { isLink } from "../private-files/link-error.ts";
import { messageOf } from "../protocol/error.ts";
import { say } from "../words/say.ts";
import { parseCommentedJson } from "./commented-json.ts";
import { readLayer, type ReadLayer } from "./layers.ts";

/** The text of a file; null when there is none. Throws when it cannot be read or must not be believed. */
export type ReadText = (file: string) => string | null;

/** A project's file is a stranger's: it may be a FIFO that never ends, or huge. Bytes. */
const largestFile = 1024 * 1024;

class NotBelievedError extends Error {}

/** The settings in a file. Never throws: what cannot be read or is not right is left out and warned about. */
export function fileLayer(file: string, readText: ReadText): ReadLayer {
  try {
    return textLayer(readText(file), file);
  } catch (thrown) {
    const message =
      thrown instanceof NotBelievedError
        ? say`It is not used: ${thrown.message}.`
        : say`It could not be read (${messageOf(thrown)}). It was left as it is, and rein runs without it.`;
    return { layer: {}, warnings: [{ where: file, message }], missesRules: true, notTaken: "all" };
  }
}

/** The settings in the text of a file; null for no file. Throws what the parser throws. */
function textLayer(text: string | null, file: string): ReadLayer {
  if (text === null || text.trim() === "") return { layer: {}, warnings: [] };
  return readLayer(parseCommentedJson(text), file);
}

/** A project's file, which anybody may have written. */
export const readProjectText: ReadText = (file) => readText(file, () => null);

/** The user's file: one that others could have written is not believed. */
export const readUserText: ReadText = (file) => readText(file, whyNotBelieved);

function readText(file: string, doubt: typeof whyNotBelieved): string | null {
  let fd: number;
  try {
    fd = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (thrown) {
    const code = thrown instanceof Error && "code" in thrown ? thrown.code : undefined;
    if (code !== "ENOENT" && code !== "ENOTDIR") throw thrown;
    // Behind a link that leads nowhere there are settings that nobody can read now: a drive that is not there.
    if ([file, dirname(file)].some((path) => isLink(path) && !existsSync(path)))
      throw new Error(say`a link on the way to it leads nowhere`, { cause: thrown });
    return null;
  }
  try {
    const stats = fstatSync(fd);
    if (!stats.isFile()) throw new Error(say`it is not a regular file`);
    if (stats.size > largestFile)
      throw new Error(say`it has ${stats.size} bytes, more than settings ever need`);
    const why = doubt(stats, file);
    if (why !== null) throw new NotBelievedError(why);
    return textOf(readFileSync(fd));
  } finally {
    closeSync(fd);
  }
}

/** UTF-8, with a byte order mark or without. */
function textOf(bytes: Buffer): string {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff))
    throw new Error(say`it is UTF-16; settings are UTF-8`);
  if (bytes.includes(0)) throw new Error(say`it holds NUL bytes, as a power cut leaves them`);
  return bytes.toString("utf8").replace(/^\uFEFF/, "");
}
