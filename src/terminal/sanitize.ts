/**
 * Foreign text → printable text. Everything that a model, a tool, a file or a server said passes here before it
 * reaches the terminal; the result holds no control character but `\n`.
 */
import { createEscapeStripper } from "./escape-sequences.ts";
import { createInvisibleSpeller, spell, spellInvisible } from "./invisible.ts";

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

/** Returns `text` printable. Linear in the text's length; never throws. */
export function sanitize(text: string, mode: SanitizeMode, options: SanitizeOptions = {}): string {
  switch (mode) {
    case "output":
      return output(text, options);
    case "approval":
      return cutMiddle(countBlanks(spellAll(text)), options.limit ?? longestCommand);
    case "approval_inline":
      return cutName(spellAll(text).replaceAll("\n", "\\n"));
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

const unseen = /[[\p{C}\p{Default_Ignorable_Code_Point}\p{Z}\u2800]--[\n ]]|\p{M}{9,}/gv;

function spellAll(text: string): string {
  if (plain.test(text)) return text;
  return spellLookalikes(text).replace(unseen, (hit) => {
    const code = hit.codePointAt(0) ?? 0;
    if (hit === "\t") return "\\t";
    if (hit === "\r") return "\\r";
    if (code < 0x20 || code === 0x7f) return `\\x${code.toString(16).padStart(2, "0")}`;
    const characters = Array.from(hit);
    if (characters.length === 1) return spell(hit);
    return characters.map((mark, index) => (index < 8 ? mark : spell(mark))).join("");
  });
}

const word = /[\p{L}\p{M}\p{N}]+/gu;
/** Letters that can stand for Latin ones: other alphabets, phonetic signs, full-width and mathematical letters. */
const otherAlphabet =
  /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}\p{Script=Coptic}\p{Script=Lisu}\u0250-\u02af\uff10-\uff19\uff21-\uff3a\uff41-\uff5a\u{1d400}-\u{1d7ff}]/gu;
/** Cyrillic letters that no eye tells from a Latin one. */
const latinLooking = /^[асԁеһіјӏорԛѕԝхуАВЕЅІЈКМНОРСТХҮЗ0-9]+$/u;
const host = /(?<=:\/\/)[^\s"'`<>|;&()/?#]+/gu;
const strangeInHost = /[^\p{ASCII}\p{L}\p{M}\p{N}]|[\u0250-\u02af\uff00-\uffef\u{1d400}-\u{1d7ff}]/gu;

/** Spells out letters that only look Latin: in words that mix alphabets, and in host names made of nothing else. */
function spellLookalikes(text: string): string {
  const hosts = text.replace(host, (name) =>
    name
      .replace(word, (label) => (latinLooking.test(label) ? label.replace(otherAlphabet, spell) : label))
      .replace(strangeInHost, spell),
  );
  return hosts.replace(word, (letters) =>
    /[A-Za-z]/.test(letters) ? letters.replace(otherAlphabet, spell) : letters,
  );
}

/** Long blanks push text out of sight: they are shown as a count. */
function countBlanks(text: string): string {
  return text
    .replace(/ {41,}/g, (blank) => `⟨${blank.length} spaces⟩`)
    .replace(/\n(?: *\n){9,}/g, (blank) => `\n⟨${blank.split("\n").length - 2} blank lines⟩\n`);
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
  return `${head}…⟨${text.length - head.length - tail.length} more⟩…${tail}`;
}

function cutName(text: string): string {
  const characters = Array.from(text);
  const kept = longestName - 4;
  if (characters.length <= longestName) return text;
  return `${characters.slice(0, kept).join("")}…⟨${characters.length - kept} more⟩`;
}

function title(text: string): string {
  const line = text.replace(/[\t\n\v\f\r\u0085\u2028\u2029]+/g, " ").replace(/\p{Cc}/gu, "");
  return Array.from(spellInvisible(line)).slice(0, longestTitle).join("");
}
