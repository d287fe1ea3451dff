/**
 * Foreign text → printable text. Everything that a model, a tool, a file or a server said passes here before it
 * reaches the terminal; the result holds no control character but `\n`.
 */
import { say } from "../words/say.ts";
import { createEscapeStripper } from "./escape-sequences.ts";
import { createInvisibleSpeller, spellInvisible } from "./invisible.ts";
import { countBlanks, spellOut } from "./spelled-out.ts";

/**
 * - `output`: text to read. Escape sequences go, lone carriage returns and other line separators become `\n`, tabs
 *   become spaces, invisible characters are spelled out where no script needs them.
 * - `approval`: text to allow. Nothing is removed: every character that is not plainly seen is spelled out, letters of
 *   other alphabets inside Latin words too, long blanks are counted. Line breaks stay.
 * - `approval_inline`: the same for names and paths that stand on one line; long ones are cut with a count.
 * - `title`: for our own title and notification sequences: one line, nothing that could end the sequence.
 */
export type SanitizeMode = "output" | "approval" | "approval_inline" | "title";

export type SanitizeOptions = {
  /** Tab stops of `output`, columns. @default 8 */
  readonly tabWidth?: number;
  /** `output`: of a line that was drawn over with carriage returns keep the last state only. @default false */
  readonly lastStateOnly?: boolean;
  /** `approval`: longest text shown whole, UTF-16 units; beyond it head, count and tail. @default 16384 */
  readonly limit?: number;
};

const plain = /^[\n\u0020-\u007e]*$/;
const longestCommand = 16_384;
const longestName = 100;
const longestTitle = 200;

/** A foreign text as part of a line of rein's own: a name, a title, a path. */
export function printable(text: string): string {
  return sanitize(text, "approval_inline");
}

/** Returns `text` printable. Linear in the text's length; never throws. */
export function sanitize(text: string, mode: SanitizeMode, options: SanitizeOptions = {}): string {
  switch (mode) {
    case "output":
      return output(text, options);
    case "approval":
      return cutMiddle(countBlanks(spellOut(text)), options.limit ?? longestCommand);
    case "approval_inline":
      return cutName(spellOut(text).replaceAll("\n", "\\n"));
    case "title":
      return title(text);
    default:
      return mode satisfies never;
  }
}

/** Turns a stream into printable text, whichever way it is cut into pieces. */
export type Sanitizer = {
  /** Bytes are read as UTF-8; what is no UTF-8 becomes U+FFFD. */
  push(chunk: string | Uint8Array): string;
  /** What was held back. The sanitizer is as new afterwards. */
  end(): string;
};

/** Returns a sanitizer in `output` mode for text that comes in pieces. */
export function createSanitizer(options: Pick<SanitizeOptions, "tabWidth"> = {}): Sanitizer {
  const stripper = createEscapeStripper();
  const speller = createInvisibleSpeller();
  const tabs = createTabs(options.tabWidth ?? 8);
  let decoder = new TextDecoder("utf-8");
  let started = false;

  const print = (text: string, last: boolean): string => {
    const marked = started ? text : text.replace(/^\ufeff/, "");
    started ||= text !== "";
    const stripped = stripper.push(marked) + (last ? stripper.end() : "");
    return tabs.push(speller.push(stripped) + (last ? speller.end() : ""));
  };
  return {
    push: (chunk) =>
      print(typeof chunk === "string" ? chunk : decoder.decode(chunk, { stream: true }), false),
    end() {
      const rest = print(decoder.decode(), true);
      decoder = new TextDecoder("utf-8");
      tabs.reset();
      started = false;
      return rest;
    },
  };
}

/**
 * Returns the URL in its normal form (ASCII only) when it may become a link of ours, else null: http and https only,
 * no user or password, no control or blank character in what was given.
 */
export function safeUrl(text: string): string | null {
  if (/[\p{Cc} \u00a0]/u.test(text) || !/^https?:\/\//i.test(text)) return null;
  const url = URL.parse(text);
  if (url === null || url.username !== "" || url.password !== "") return null;
  return /^[\u0021-\u007e]+$/.test(url.href) ? url.href : null;
}

function output(text: string, options: SanitizeOptions): string {
  if (plain.test(text)) return text;
  const state = options.lastStateOnly === true ? lastStates(text) : text;
  const stripper = createEscapeStripper();
  const stripped = stripper.push(state.replace(/^\ufeff/, "")) + stripper.end();
  return createTabs(options.tabWidth ?? 8).push(spellInvisible(stripped));
}

/** What a terminal would show of lines that overwrite themselves: the text behind the last carriage return. */
function lastStates(text: string): string {
  if (!text.includes("\r")) return text;
  return text
    .split("\n")
    .map((line) => line.replace(/\r+$/, ""))
    .map((line) => line.slice(line.lastIndexOf("\r") + 1))
    .join("\n");
}

/** Expands tabs to the next stop, counted in columns from the start of the line. */
function createTabs(size: number): { push(text: string): string; reset(): void } {
  let sinceStop = "";
  const expand = (line: string): string => {
    if (!line.includes("\t")) {
      sinceStop += line;
      return line;
    }
    const cells = line.split("\t");
    return cells
      .map((cell, index) => {
        sinceStop += cell;
        if (index === cells.length - 1) return cell;
        const blank = size - (Bun.stringWidth(sinceStop) % size);
        sinceStop = "";
        return cell + " ".repeat(blank);
      })
      .join("");
  };
  return {
    push(text) {
      const lines = text.split("\n");
      return lines
        .map((line, index) => {
          if (index > 0) sinceStop = "";
          return expand(line);
        })
        .join("\n");
    },
    reset() {
      sinceStop = "";
    },
  };
}

function cutMiddle(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const half = Math.floor(limit / 2);
  const head = text
    .slice(0, half)
    .toWellFormed()
    .replace(/\ufffd$/, "");
  const tail = text
    .slice(-half)
    .toWellFormed()
    .replace(/^\ufffd/, "");
  return say`${head}…⟨${text.length - head.length - tail.length} more⟩…${tail}`;
}

function cutName(text: string): string {
  const characters = Array.from(text);
  const kept = longestName - 4;
  if (characters.length <= longestName) return text;
  return say`${characters.slice(0, kept).join("")}…⟨${characters.length - kept} more⟩`;
}

function title(text: string): string {
  const line = text.replace(/[\t\n\v\f\r\u0085\u2028\u2029]+/g, " ").replace(/\p{Cc}/gu, "");
  return Array.from(spellInvisible(line)).slice(0, longestTitle).join("");
}
