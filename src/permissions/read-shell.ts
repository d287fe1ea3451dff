/** From a shell text to its reading. */
import { createRequire } from "node:module";
import type * as Unbash from "unbash";
import { hidesCharacters } from "./compared-names.ts";
import { plainWord, type Reading, unclear, withoutOuterBlanks } from "./shell-syntax.ts";
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
  const hidden = hiddenPart(command);
  if (hidden !== null) return unclear(hidden, hidden);
  const line = withoutOuterBlanks(command);
  if (line === "") return unclear("it is empty");
  // No blank for the shell, yet one for the eye: the words are not where they seem to be.
  if (/(?![\t\n ])[\p{Cc}\p{Z}]/u.test(command))
    return unclear("it contains blanks that are none to the shell");
  const words = plainWords(line);
  if (words !== null && /^[a-z][\w-]*$/.test(words[0] ?? "") && !reserved.has(words[0] ?? ""))
    return plainReading(words);
  try {
    // Loaded at the first command that needs it: it takes longer than everything else at the start of a decision.
    parser ??= loadParser();
    const script = parser.parse(command);
    if (script.errors !== undefined && script.errors.length > 0) {
      const reading = walkScript(script, command, parser);
      const why = `it is not correct shell (${script.errors[0]?.message ?? "an error"})`;
      return { ...reading, understood: false, whole: false, because: why };
    }
    return walkScript(script, command, parser);
  } catch {
    return unclear("it could not be read");
  }
}

const reserved = new Set(
  "if then elif else fi for while until do done case esac select in function time coproc".split(" "),
);

function plainReading([name = "", ...rest]: readonly string[]): Reading {
  const command = {
    assignments: [],
    words: [plainWord(name), ...rest.map(plainWord)] as const,
    piped: false,
    redirections: [],
    input: null,
  };
  const steps = [{ type: "command", command, sure: false, loops: false }] as const;
  return { understood: true, whole: true, because: "", grave: null, commands: [command], steps };
}

/** Why what a person sees of the text may not be all of it, or null. */
function hiddenPart(command: string): string | null {
  if (command.length > maxLength) return "it is very long";
  const seen = command.replace(/[\t\n\v\f\r]/g, " ").replace(/\p{Zs}|\u2028|\u2029/gu, " ");
  if (hidesCharacters(seen)) return "it contains invisible or misleading characters";
  if (/[ \t]{100}/.test(command) || /(\n[ \t]*){20}/.test(command))
    return "a wide gap pushes a part of it out of view";
  return null;
}
