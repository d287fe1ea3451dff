/** From a shell text to its reading. */
import { createRequire } from "node:module";
import type * as Unbash from "unbash";
import { say } from "../words/say.ts";
import { hiddenCharacter, hidesCharacters } from "./compared-names.ts";
import {
  type Doubt,
  plainWord,
  type Reading,
  type Span,
  unclear,
  withoutOuterBlanks,
} from "./shell-syntax.ts";
import { walkScript } from "./walk-script.ts";

/** Longer commands are not looked into. UTF-16 units. */
const maxLength = 16_384;

const require = createRequire(import.meta.url);
let parser: typeof Unbash | null = null;

const recent = new Map<string, Reading>();
const maxRecent = 64;

/** Reads a command text. Never throws: what the parser refuses or fails at is not understood. */
export function readShell(command: string): Reading {
  const known = recent.get(command);
  if (known !== undefined) return known;
  const reading = readAnew(command);
  if (recent.size >= maxRecent) recent.clear();
  recent.set(command, reading);
  return reading;
}

/** The words of a text that is only plain words with blanks between, or null; needs no parser. */
export function plainWords(text: string): string[] | null {
  return /^[\w./:@%+,-]+( [\w./:@%+,-]+)*$/.test(text) ? text.split(" ") : null;
}

function loadParser(): typeof Unbash {
  const loaded: typeof Unbash = require("unbash");
  return loaded;
}

function readAnew(command: string): Reading {
  const whole = { from: 0, to: command.length };
  const hidden = hiddenPart(command);
  if (hidden !== null) return unclear(hidden.because, hidden, hidden.because);
  const line = withoutOuterBlanks(command);
  if (line === "") return unclear(say`it is empty`, whole);
  // No blank for the shell, yet one for the eye: the words are not where they seem to be.
  const blank = spanOf(/(?![\t\n ])[\p{Cc}\p{Z}]/u, command);
  if (blank !== null) return unclear(say`it contains blanks that are none to the shell`, blank);
  const words = plainWords(line);
  if (words !== null && /^[a-z][\w-]*$/.test(words[0] ?? "") && !reserved.has(words[0] ?? "")) {
    const from = command.indexOf(line);
    return plainReading(words, { from, to: from + line.length });
  }
  try {
    // Loaded at the first command that needs it: it takes longer than everything else at the start of a decision.
    parser ??= loadParser();
    const script = parser.parse(command);
    const reading = walkScript(script, command, parser);
    const [error] = script.errors ?? [];
    if (error === undefined) return withoutTangle(reading, command);
    const because = say`it is not correct shell (${error.message})`;
    const from = Math.max(0, Math.min(error.pos, command.length - 1));
    const doubts = [{ from, to: command.length, because }, ...reading.doubts];
    return { ...reading, understood: false, whole: false, because, doubts };
  } catch {
    return unclear(say`it could not be read`, whole);
  }
}

/**
 * Where `((` turns out to be no arithmetic, bash reads it a second time, and a here-document that waits for its lines is
 * not where it was: `a <<-- | ((⏎-⏎b) > c)` runs `-`, which the parser takes for the end of the document.
 */
function withoutTangle(reading: Reading, command: string): Reading {
  const parentheses = /(?<!<)<<(?!<)/.test(command) ? spanOf(/(?<!\$)\(\(/, command) : null;
  if (parentheses === null) return reading;
  const because = say`a here-document and \`((\` stand in one text`;
  const doubts = [{ ...parentheses, because }, ...reading.doubts];
  return { ...reading, understood: false, whole: false, because, doubts };
}

const reserved = new Set(
  "if then elif else fi for while until do done case esac select in function time coproc".split(" "),
);

function plainReading([name = "", ...rest]: readonly string[], span: Span): Reading {
  const command = {
    span,
    assignments: [],
    words: [plainWord(name), ...rest.map(plainWord)] as const,
    piped: false,
    redirections: [],
    input: null,
  };
  const steps = [{ type: "command", command, sure: false, loops: false }] as const;
  return { understood: true, whole: true, because: "", grave: null, doubts: [], commands: [command], steps };
}

/** What of the text a person may not see as it is, and why, or null. */
function hiddenPart(command: string): Doubt | null {
  if (command.length > maxLength) return { from: 0, to: command.length, because: say`it is very long` };
  // Half a character: the shell would be given another one.
  const half = command.isWellFormed() ? null : spanOf(/\p{Cs}/u, command);
  if (half !== null) return { ...half, because: say`it contains invisible or misleading characters` };
  const seen = command.replace(/[\t\n\v\f\r]/g, " ").replace(/\p{Zs}|\u2028|\u2029/gu, " ");
  if (hidesCharacters(seen)) {
    const span = spanOf(hiddenCharacter, seen) ?? { from: 0, to: command.length };
    return { ...span, because: say`it contains invisible or misleading characters` };
  }
  const gap = spanOf(/[ \t]{100,}|(\n[ \t]*){20,}/, command);
  return gap === null ? null : { ...gap, because: say`a wide gap pushes a part of it out of view` };
}

/** Where a pattern is found first, or null. */
function spanOf(pattern: RegExp, text: string): Span | null {
  const found = pattern.exec(text);
  return found === null ? null : { from: found.index, to: found.index + found[0].length };
}
