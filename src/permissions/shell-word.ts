/** Words of a script after quote removal, with what each of their parts may hide. */
import type * as Unbash from "unbash";
import { say } from "../words/say.ts";
import { mayExpandBraces } from "./brace-form.ts";
import { plainWord, type Word } from "./shell-syntax.ts";

/** What is found beside the word itself. */
export type Finds = {
  /** Not understood, or not to be told before it runs. */
  doubt(because: string): void;
  /** As `doubt`, where a part of the script may be missing from what is found. */
  missing(because: string): void;
  /** Hides what runs: nobody may allow it beforehand. */
  grave(because: string): void;
  /** A script inside the word. */
  script(script: Unbash.ParsedScript | undefined): void;
  /** Every value that a variable can have here, null when it is set here to something unknown, undefined when it is not. */
  variable(name: string): readonly Word[] | null | undefined;
};

/** What stands between `$'` and `'` where everybody reads it the same. */
const plainEscapes = /^\$'(?:[^\\]|\\[abeEfnrtv\\'"?]|\\x[2-7][\da-fA-F](?![\da-fA-F]))*'$/;

/** More words than this in the place of one are not followed. */
const maxWords = 64;

/** Variables whose value may be shown to anybody. */
const openVariables =
  /^(HOME|PWD|OLDPWD|USER|LOGNAME|SHELL|TERM|LANG|LC_[A-Z]+|TZ|PATH|HOSTNAME|OSTYPE|MACHTYPE|COLUMNS|LINES|RANDOM|SECONDS|UID|EUID|BASH_VERSION|SHLVL|CI|NODE_ENV|TMPDIR|EDITOR|[?#$!0-9@*_-])$/;

/** The words that may stand where this one is written. With `pattern`, characters that the grammar gives to patterns are fine. */
export function readWord(word: Unbash.Word, finds: Finds, pattern = false): readonly Word[] {
  const { parts } = word;
  if (!pattern && mayExpandBraces(unquotedIn(word)))
    finds.missing(say`${word.text} may stand for several words to the shell`);
  if (parts === undefined)
    return [{ ...literal(word.text, word.value, finds, pattern), tilde: tildeIn(word.text) }];
  let words: readonly Word[] = [{ ...plainWord(""), tilde: tildeIn(word.text) }];
  for (const part of parts)
    words = joined(words, split(readPart(part, finds, pattern, parts.length === 1), part), finds);
  return words;
}

/** What of a word stands outside of quotes; in the place of everything else one letter. */
function unquotedIn({ text, parts }: Unbash.Word): string {
  const written = parts ?? [{ type: "Literal", text }];
  return written.map((part) => (part.type === "Literal" ? part.text.replace(/\\[^]/g, "q") : "q")).join("");
}

/** Outside quotes the shell splits a value at blanks and looks for patterns in it. */
function split(piece: Piece, part: Unbash.WordPart): Piece {
  if (part.type !== "SimpleExpansion" && part.type !== "ParameterExpansion") return piece;
  const words = piece.words.map((word) => (/[\s*?[]/.test(word.text) ? { ...word, unknown: true } : word));
  return { ...piece, words };
}

function tildeIn(text: string): boolean {
  return /(^|[=:])~/.test(text);
}

function literal(written: string, value: string, finds: Finds, pattern: boolean): Word {
  // What is neither escaped nor typed by the parser must not be something to the shell.
  const left = written.replace(/\\[^]/g, "");
  if (!pattern && /[<>()|&;$`"'\n]/.test(left)) {
    finds.missing(say`${written} may mean more to the shell`);
  }
  const escaped = /\\/.test(written) ? { bare: Math.max(0, written.indexOf("\\")) } : {};
  return { ...plainWord(value), ...escaped, glob: /[*?]|\[.*\]/s.test(left) };
}

type Piece = { readonly words: readonly Word[]; readonly quoted: boolean };

function readPart(part: Unbash.WordPart, finds: Finds, pattern: boolean, alone: boolean): Piece {
  switch (part.type) {
    case "Literal":
      return bare(literal(part.text, part.value, finds, pattern));
    case "Glob":
      if (part.kind !== "bracket") return bare({ ...plainWord(part.text), glob: true });
      for (const inner of part.parts) readPart(inner, finds, true, false);
      return bare({ ...plainWord("?"), glob: true });
    case "SingleQuoted":
      return quoted([plainWord(part.value)]);
    case "AnsiCQuoted":
      return quoted([{ ...plainWord(part.value), unknown: !plainEscapes.test(part.text) }]);
    case "DoubleQuoted":
    case "LocaleString": {
      let words: readonly Word[] = [plainWord("")];
      for (const child of part.parts) {
        const piece =
          child.type === "Literal"
            ? quoted([plainWord(child.value)])
            : readPart(child, finds, pattern, false);
        words = joined(words, { ...piece, quoted: true }, finds);
      }
      return quoted(part.type === "LocaleString" ? words.map((word) => ({ ...word, unknown: true })) : words);
    }
    case "SimpleExpansion":
      return { words: valuesOf(part.text.slice(1), part.text, finds), quoted: false };
    case "ParameterExpansion":
      return { words: readParameter(part, finds), quoted: false };
    case "CommandExpansion":
      // Bash looks for the line break before it knows what is quoted inside.
      if (part.text.startsWith("`") && part.text.includes("\\\n"))
        finds.missing(say`a line break stands inside of backticks`);
      finds.script(part.script);
      return bare(unknownWord(part.text));
    case "ArithmeticExpansion":
      readArithmetic(part.expression, finds);
      return bare(unknownWord(part.text));
    case "ProcessSubstitution":
      finds.script(part.script);
      if (!alone || part.operator === ">") finds.doubt(say`${part.text} feeds another command`);
      return bare({ ...plainWord(part.text), stream: true, unknown: !alone });
    case "BraceExpansion":
      // Bash takes the braces apart before it reads the command in them.
      if (/[<>$]\(|`/.test(part.text)) finds.missing(say`${part.text} has a command between braces`);
      for (const inner of part.parts ?? []) readPart(inner, finds, true, false);
      return bare(unknownWord(part.text));
    default:
      finds.missing(say`it uses a form of words that rein does not know`);
      return bare(unknownWord(part.text));
  }
}

function bare(word: Word): Piece {
  return { words: [word], quoted: false };
}

function quoted(words: readonly Word[]): Piece {
  return { words: words.map((word) => ({ ...word, bare: 0 })), quoted: true };
}

function unknownWord(text: string): Word {
  return { ...plainWord(text), unknown: true };
}

function joined(before: readonly Word[], { words, quoted: isQuoted }: Piece, finds: Finds): readonly Word[] {
  const all = before.flatMap((left) =>
    words.map((right) => ({
      text: left.text + right.text,
      glob: left.glob || right.glob,
      tilde: left.tilde,
      bare:
        left.bare !== Infinity
          ? left.bare
          : isQuoted || right.bare !== Infinity
            ? left.text.length + Math.min(right.bare, right.text.length)
            : Infinity,
      unknown: left.unknown || right.unknown,
      shows: [...left.shows, ...right.shows],
      stream: left.stream || right.stream,
    })),
  );
  if (all.length <= maxWords) return all;
  finds.doubt(say`it stands for too many words`);
  return [{ ...(all[0] ?? plainWord("")), unknown: true }];
}

/** The values of a variable, as they come out unquoted; `joined` takes them the same way inside quotes. */
function valuesOf(name: string, written: string, finds: Finds): readonly Word[] {
  const values = finds.variable(name);
  if (values === undefined)
    return [{ ...unknownWord(written), shows: openVariables.test(name) ? [] : [name] }];
  if (values === null) return [unknownWord(written)];
  return values;
}

function readParameter(part: Unbash.ParameterExpansionPart, finds: Finds): readonly Word[] {
  const { operation, index, prefix, parameter, text } = part;
  // Between double quotes bash sees `<( )` where the parser sees a text, and a text where the parser sees `$' '`.
  if (operation !== undefined && /[<>]\(|\$['"]/.test(text)) finds.missing(say`${text} may run something`);
  if (prefix === "!") finds.grave(say`${text} takes its name from a value`);
  if (index !== undefined && !/^(\d+|[@*])$/.test(index.text))
    finds.grave(say`${text} calculates with a value`);
  if (operation === undefined && index === undefined && prefix === undefined)
    return valuesOf(parameter, text, finds);
  const shown = prefix === "#" || openVariables.test(parameter) || finds.variable(parameter) !== undefined;
  switch (operation?.type) {
    case undefined:
      break;
    case "Default":
      if (operation.operator.includes("=")) finds.grave(say`${text} sets a variable`);
      readWord(operation.operand, finds, true);
      break;
    case "Remove":
      readWord(operation.operand, finds, true);
      break;
    case "Replace":
      readWord(operation.pattern, finds, true);
      readWord(operation.replacement, finds, true);
      break;
    case "CaseModification":
      if (operation.operand !== undefined) readWord(operation.operand, finds, true);
      break;
    case "Slice":
      for (const number of [operation.offset, operation.length]) {
        if (number !== undefined && !/^\s*-?\d+\s*$/.test(number.text))
          finds.grave(say`${text} calculates with a value`);
      }
      break;
    default:
      finds.grave(say`${text} evaluates a value`);
  }
  return [{ ...unknownWord(text), shows: shown ? [] : [parameter] }];
}

/** Calculating with anything but numbers evaluates text, which can run commands. */
export function readArithmetic(expression: Unbash.ArithmeticExpression | undefined, finds: Finds): void {
  if (expression === undefined) return finds.grave(say`it calculates with a value`);
  switch (expression.type) {
    case "ArithmeticWord":
      if (expression.parts !== undefined) {
        for (const part of expression.parts) readPart(part, finds, true, false);
        if (!expression.parts.every(({ type }) => type === "CommandExpansion"))
          finds.grave(say`it calculates with a value`);
        return finds.doubt(say`it calculates with the output of a command`);
      }
      if (!/^(\d+(#[\da-zA-Z]+)?|0[xX][\da-fA-F]+)$/.test(expression.value))
        finds.grave(say`it calculates with a value`);
      return;
    case "ArithmeticBinary":
      readArithmetic(expression.left, finds);
      return readArithmetic(expression.right, finds);
    case "ArithmeticUnary":
      return readArithmetic(expression.operand, finds);
    case "ArithmeticTernary":
      for (const one of [expression.test, expression.consequent, expression.alternate])
        readArithmetic(one, finds);
      return;
    case "ArithmeticGroup":
      return readArithmetic(expression.expression, finds);
    case "ArithmeticCommandExpansion":
      finds.script(expression.script);
      return finds.doubt(say`it calculates with the output of a command`);
    default:
      expression satisfies never;
      finds.grave(say`it calculates with a value`);
  }
}
