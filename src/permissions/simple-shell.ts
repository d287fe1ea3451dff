/**
 * A reading of the simplest shell commands only: words, quotes, pipes and lists. Whatever else a text contains, it is
 * "not understood", and who asked must then assume the worst. It is no shell parser and must not grow into one.
 */

/** One word after quote removal. */
export type Word = {
  readonly text: string;
  /** It has an unquoted `*` or `?`: the shell may put other words in its place. */
  readonly glob: boolean;
  /** It has an unquoted `~` where the shell puts a home folder. */
  readonly tilde: boolean;
  /** How much of `text` stands before its first quote, UTF-16 units: a quoted `X=1` sets nothing. */
  readonly bare: number;
};

export type SimpleCommand = {
  /** `NAME=value` before the command. */
  readonly assignments: readonly string[];
  /** The command's name and arguments; never empty. */
  readonly words: readonly [Word, ...Word[]];
  /** Its input is the output of the command before it. */
  readonly piped: boolean;
};

export type Reading =
  | { readonly understood: true; readonly commands: readonly SimpleCommand[] }
  | { readonly understood: false; readonly because: string };

/** Longer commands are not looked into. UTF-16 units. */
const maxLength = 16_384;

/** Shows as nothing or as a blank but is none to the shell, turns the reading direction, or moves the cursor. */
const invisible = /(?![\t\n ])[\p{Cc}\p{Cf}\p{Z}]/u;

const plain = /[\p{L}\p{N}\p{M}_@%+=:,./^-]/u;

/** Redirections that touch no file. Only at the start of a word, so that `a2>&1` is not taken for one. */
const harmlessRedirection =
  /^(?:[12]?>&[12]|[12]?>>?[ \t]*\/dev\/null|&>>?[ \t]*\/dev\/null|<[ \t]*\/dev\/null)(?=[ \t;|&]|$)/;

/** Words that begin a construct instead of a command. */
const reserved = new Set(
  "if then elif else fi for while until do done case esac select in function time coproc [[ ]] { } !".split(
    " ",
  ),
);

/** Reads a command text. Never throws; anything out of the ordinary is `understood: false`, with the reason. */
export function readSimpleShell(command: string): Reading {
  if (command.length > maxLength) return unclear("it is very long");
  if (invisible.test(command)) return unclear("it contains invisible or misleading characters");
  const line = withoutOuterBlanks(command);
  if (line.includes("\n")) return unclear("it has several lines");
  if (/[ \t]{100}/.test(command)) return unclear("a wide gap pushes a part of it out of view");
  if (/[$`]/.test(command)) return unclear("it uses variables or substitutions ($ or `)");
  const tokens = tokenize(line);
  return typeof tokens === "string" ? unclear(tokens) : commandsOf(tokens);
}

/** The text without the blanks and line ends around it, as the shell has it: `trim` would also take characters of words. */
export function withoutOuterBlanks(command: string): string {
  return command.replace(/^[ \t\n]+|[ \t\n]+$/g, "");
}

type Operator = "|" | "||" | "&&" | ";";
type Token = Operator | Word;

function unclear(because: string): Reading {
  return { understood: false, because };
}

/** The words and operators of a line, or the reason why it is not one of the simplest. */
function tokenize(line: string): Token[] | string {
  const tokens: Token[] = [];
  let word: { text: string; glob: boolean; tilde: boolean; bare: number } | null = null;
  let at = 0;
  const endWord = () => {
    if (word !== null) tokens.push(word);
    word = null;
  };
  while (at < line.length) {
    const character = String.fromCodePoint(line.codePointAt(at) ?? 0);
    const redirection = word === null ? harmlessRedirection.exec(line.slice(at)) : null;
    if (redirection !== null) {
      at += redirection[0].length;
      continue;
    }
    const operator = /^(?:&&|\|\|(?!\|)|\|(?![|&])|;(?!;))/.exec(line.slice(at));
    if (operator !== null) {
      endWord();
      tokens.push(operatorOf(operator[0]));
      at += operator[0].length;
      continue;
    }
    if (character === " " || character === "\t") {
      endWord();
      at += 1;
      continue;
    }
    word ??= { text: "", glob: false, tilde: false, bare: Infinity };
    if (character === "'" || character === '"') {
      const end = line.indexOf(character, at + 1);
      if (end === -1) return "a quote is not closed";
      const quoted = line.slice(at + 1, end);
      if (character === '"' && quoted.includes("\\")) return "it uses a backslash";
      word.bare = Math.min(word.bare, word.text.length);
      word.text += quoted;
      at = end + 1;
      continue;
    }
    if (character === "~") word.tilde ||= /(^|[=:])$/.test(word.text);
    else if (character === "*" || character === "?") word.glob = true;
    else if (!plain.test(character)) return `it uses ${nameOf(character)}`;
    word.text += character;
    at += character.length;
  }
  endWord();
  return tokens;
}

function operatorOf(text: string): Operator {
  return text === "|" || text === "||" || text === "&&" ? text : ";";
}

function nameOf(character: string): string {
  switch (character) {
    case "<":
    case ">":
      return "a redirection";
    case "&":
      return "a background job (&)";
    case "\\":
      return "a backslash";
    default:
      return `shell syntax ("${character}")`;
  }
}

function commandsOf(tokens: readonly Token[]): Reading {
  if (tokens.length === 0) return unclear("it is empty");
  const commands: SimpleCommand[] = [];
  let words: Word[] = [];
  let piped = false;
  // A list may end in `;`, and reads the same when one is added to it.
  const closed = tokens.at(-1) === ";" ? tokens : [...tokens, ";" as const];
  for (const token of closed) {
    if (typeof token !== "string") {
      words.push(token);
      continue;
    }
    if (words.length === 0) return unclear("a part of it is empty");
    const command = commandOf(words, piped);
    if (typeof command === "string") return unclear(command);
    commands.push(command);
    words = [];
    piped = token === "|";
  }
  return { understood: true, commands };
}

const assignment = /^[A-Za-z_][A-Za-z0-9_]*\+?=/;

function commandOf(words: readonly Word[], piped: boolean): SimpleCommand | string {
  const nameAt = words.findIndex((word) => !assignment.test(word.text.slice(0, word.bare)));
  if (nameAt === -1) return "it sets variables";
  const [name, ...rest] = words.slice(nameAt);
  if (name === undefined) return "a part of it is empty";
  if (name.glob || name.tilde || name.text === "") return "the name of the command is computed";
  if (reserved.has(name.text)) return `it uses shell syntax ("${name.text}")`;
  return { assignments: words.slice(0, nameAt).map((word) => word.text), words: [name, ...rest], piped };
}
