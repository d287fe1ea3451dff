/** JSON with comments, as people write it: read, and if it is none, with the place where it goes wrong. */
import { messageOf } from "../protocol/error.ts";
import { say } from "../words/say.ts";

/**
 * What a text in JSON with comments and commas too many holds.
 *
 * @throws {SyntaxError} whose message begins with the line and column of the fault, counted from 1, for a person to read.
 */
export function parseCommentedJson(text: string): unknown {
  const content = parsed(text);
  // Bun reads no further than to the end of the first value: one brace too many, and rules behind it would be lost.
  const fault = faultIn(text);
  if (fault?.isBehindEnd === true)
    throw new SyntaxError(placed(text, fault.at, say`what stands here is behind the end`));
  return content;
}

/** So much of a parser's message is shown, UTF-16 units. */
const mostWords = 120;

function parsed(text: string): unknown {
  try {
    return Bun.JSONC.parse(text);
  } catch (thrown) {
    // Of Bun's message, which names no place, the words are as good as any; but it may quote all of the text.
    const why =
      thrown instanceof RangeError
        ? say`it is nested too deeply`
        : messageOf(thrown).replace(/^JSONC Parse error: /, "");
    throw new SyntaxError(withPlace(text, shortened(why)), { cause: thrown });
  }
}

function shortened(why: string): string {
  return why.length <= mostWords ? why : `${why.slice(0, mostWords).toWellFormed()}…`;
}

/** Why a text is no JSON, with the line and column of the fault in front of it where that can be told. */
export function withPlace(text: string, why: string): string {
  const fault = faultIn(text);
  return fault === null ? why : placed(text, fault.at, why);
}

function placed(text: string, at: number, why: string): string {
  const before = text.slice(0, at).split("\n");
  return say`line ${before.length}, column ${(before.at(-1) ?? "").length + 1}: ${why}`;
}

// What Bun takes, which is a little more than JSON: other quotes, hexadecimal numbers.
const blank = /(?:\s+|\/\/[^\n]*|\/\*[^]*?\*\/)*/y;
// A string holds no control characters; these ranges leave them, the quote and the backslash out.
const stringToken =
  /"[ !#-[\]-\uFFFF]*(?:\\(?:["\\/bfnrt]|u[\da-fA-F]{4})[ !#-[\]-\uFFFF]*)*"|'[ -&(-[\]-\uFFFF]*(?:\\.[ -&(-[\]-\uFFFF]*)*'/y;
const word = /(?:-?(?:0[xX][\da-fA-F]+|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)|true|false|null)(?![\w.])/y;

/** What may come next: "first" is a value or the end of a list, "name" the name of a member or the end of an object. */
type Next = "value" | "first" | "name" | "colon" | "comma" | "end";

type Fault = {
  /** UTF-16 units from the start of the text. */
  readonly at: number;
  /** All that should be there is, and then comes more. */
  readonly isBehindEnd: boolean;
};

/** Where a text stops being JSON with comments; null if it never does. */
function faultIn(text: string): Fault | null {
  // A stack of our own: no text is nested too deeply for it.
  const open: ("{" | "[")[] = [];
  let next: Next = "value";
  let at = 0;
  const take = (token: RegExp): boolean => {
    token.lastIndex = at;
    if (!token.test(text)) return false;
    at = token.lastIndex;
    return true;
  };
  const here = (): Fault => ({ at, isBehindEnd: next === "end" });
  const after = (): Next => (open.length === 0 ? "end" : "comma");

  for (;;) {
    take(blank);
    const sign = text[at];
    if (next === "end") return sign === undefined ? null : here();
    const closes = open.at(-1) === "{" ? "}" : "]";
    if (sign === closes && (next === "first" || next === "name" || next === "comma")) {
      open.pop();
      at += 1;
      next = after();
    } else if (next === "comma") {
      if (sign !== ",") return here();
      at += 1;
      next = open.at(-1) === "{" ? "name" : "first";
    } else if (next === "colon") {
      if (sign !== ":") return here();
      at += 1;
      next = "value";
    } else if (next === "name") {
      if (!take(stringToken)) return here();
      next = "colon";
    } else if (sign === "{" || sign === "[") {
      open.push(sign);
      at += 1;
      next = sign === "{" ? "name" : "first";
    } else {
      if (!take(stringToken) && !take(word)) return here();
      next = after();
    }
  }
}
