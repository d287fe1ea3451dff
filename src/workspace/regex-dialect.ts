/** ripgrep's regular expressions for JavaScript's engine, so that a search without ripgrep finds the same. */

export type PatternOptions = {
  readonly ignoreCase: boolean;
  /** Matches may span lines, and `.` matches a line end. */
  readonly multiline: boolean;
};

/** A pattern that is wrong, or that only ripgrep's engines know. The message says which. */
export class PatternError extends Error {
  override readonly name = "PatternError";
}

/** True when carriage returns matter to a pattern; else a line ends before one. */
export function namesCarriageReturn(pattern: string): boolean {
  return /\\r|\r/.test(pattern);
}

/** True when a pattern can only match across lines. `[^\n]` does not ask for one. */
export function namesLineEnd(pattern: string): boolean {
  return /\n|(?<!\\)(?:\\\\)*\\n/.test(pattern.replace(/\[\^[^\]]*\]/g, ""));
}

const wordChars = String.raw`\p{Alphabetic}\p{M}\p{Nd}\p{Pc}\u200c\u200d`;
const word = `[${wordChars}]`;

/** What stands for a class letter inside of brackets; a capital letter is the opposite. */
const classes: Readonly<Record<string, string>> = {
  d: String.raw`\p{Nd}`,
  w: wordChars,
  s: String.raw`\p{White_Space}`,
};

const posixClasses: Readonly<Record<string, string>> = {
  alnum: "0-9A-Za-z",
  alpha: "A-Za-z",
  blank: String.raw`\t\x20`,
  cntrl: String.raw`\0-\x1f\x7f`,
  digit: "0-9",
  graph: String.raw`\x21-\x7e`,
  lower: "a-z",
  print: String.raw`\x20-\x7e`,
  punct: String.raw`\x21-\x2f\x3a-\x40\x5b-\x60\x7b-\x7e`,
  space: String.raw`\t\n\v\f\r\x20`,
  upper: "A-Z",
  word: "0-9A-Za-z_",
  xdigit: "0-9A-Fa-f",
};

const edges: Readonly<Record<string, string>> = {
  b: `(?:(?<=${word})(?!${word})|(?<!${word})(?=${word}))`,
  B: `(?:(?<=${word})(?=${word})|(?<!${word})(?!${word}))`,
  "<": `(?<!${word})(?=${word})`,
  ">": `(?<=${word})(?!${word})`,
  A: String.raw`(?<![\s\S])`,
  z: String.raw`(?![\s\S])`,
};

/**
 * The same pattern as a `RegExp` (global). In single lines, without their ends, unless it is multiline.
 *
 * @throws PatternError
 */
export function toJavaScript(pattern: string, options: PatternOptions): RegExp {
  const source = translate(pattern, options);
  try {
    return new RegExp(source, options.ignoreCase ? "giv" : "gv");
  } catch (thrown) {
    throw new PatternError(thrown instanceof Error ? thrown.message : String(thrown));
  }
}

/** A text as a pattern that matches it alone. */
export function literalPattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
}

function translate(pattern: string, { multiline }: PatternOptions): string {
  const crlf = !namesCarriageReturn(pattern);
  let dotAll = multiline;
  /** For each open group: what `.` meant before it, and the `(?i:` that stand for an `(?i)` in it. */
  const groups: { readonly dotAll: boolean; readonly inner: string[] }[] = [{ dotAll, inner: [] }];
  let out = "";
  for (let at = 0; at < pattern.length;) {
    const char = String.fromCodePoint(pattern.codePointAt(at) ?? 0);
    if (char === "\\") {
      const escape = readEscape(pattern, at, false);
      out += escape.source;
      at = escape.end;
      continue;
    }
    if (char === "[") {
      const read = readClass(pattern, at);
      out += read.source;
      at = read.end;
      continue;
    }
    if (char === "(") {
      const group = readGroup(pattern, at);
      at = group.end;
      const flags = group.flags;
      if (flags !== null && !group.opens) {
        // `(?i)` holds to the end of the group that it stands in.
        groups.at(-1)?.inner.push(group.source);
      } else {
        groups.push({ dotAll, inner: [] });
      }
      if (flags?.dotAll !== undefined) dotAll = flags.dotAll;
      out += group.source;
      continue;
    }
    if (char === ")") {
      const open = groups.pop();
      if (open === undefined || groups.length === 0) throw new PatternError("unopened group");
      ({ dotAll } = open);
      out += ")".repeat(open.inner.length + 1);
    } else if (char === "|") {
      const inner = groups.at(-1)?.inner ?? [];
      out += `${")".repeat(inner.length)}|${inner.join("")}`;
    } else if (char === ".")
      out += dotAll ? String.raw`[\s\S]` : crlf ? String.raw`[^\n\r]` : String.raw`[^\n]`;
    else if (char === "^") out += crlf ? String.raw`(?:(?<![^\n\r])(?!(?<=\r)\n))` : String.raw`(?<![^\n])`;
    else if (char === "$") out += crlf ? String.raw`(?:(?![^\n\r])(?!(?<=\r)\n))` : String.raw`(?![^\n])`;
    else if (char === "{") {
      const counted = /^\{(\d*)(,?)(\d*)\}/.exec(pattern.slice(at));
      const isCount = counted !== null && (counted[1] !== "" || counted[3] !== "");
      out += isCount ? `{${counted[1] === "" ? "0" : counted[1]}${counted[2]}${counted[3]}}` : String.raw`\{`;
      at += isCount ? counted[0].length : 1;
      continue;
    } else if (char === "}" || char === "]" || char === "/") out += `\\${char}`;
    else out += char;
    at += char.length;
  }
  const [whole, ...open] = groups;
  if (open.length > 0) throw new PatternError("unclosed group");
  return out + ")".repeat(whole?.inner.length ?? 0);
}

type Read = { readonly source: string; readonly end: number };

function readEscape(pattern: string, at: number, inClass: boolean): Read {
  const char = pattern[at + 1];
  if (char === undefined) throw new PatternError("incomplete escape sequence at its end");
  const end = at + 2;
  const small = classes[char.toLowerCase()];
  if (small !== undefined) {
    const isOpposite = char !== char.toLowerCase();
    return { source: isOpposite ? `[^${small}]` : inClass ? small : `[${small}]`, end };
  }
  const named = /^\\b\{(start|end)\}/.exec(pattern.slice(at));
  if (named !== null && !inClass) {
    return { source: edges[named[1] === "start" ? "<" : ">"] ?? "", end: at + named[0].length };
  }
  const edge = inClass ? undefined : edges[char];
  if (edge !== undefined) return { source: edge, end };
  const code = /^\\(?:[xu]\{([\da-f]+)\}|x([\da-f]{2})|u([\da-f]{4})|U([\da-f]{8}))/i.exec(pattern.slice(at));
  if (code !== null) {
    return { source: `\\u{${code[1] ?? code[2] ?? code[3] ?? code[4] ?? ""}}`, end: at + code[0].length };
  }
  const property = /^\\([pP])(?:\{(\^?)([^}]*)\}|([A-Z]))/.exec(pattern.slice(at));
  if (property !== null) {
    const [whole, letter = "p", not = "", name = "", single = ""] = property;
    const isOpposite = (letter === "P") !== (not === "^");
    return { source: `\\${isOpposite ? "P" : "p"}{${name || single}}`, end: at + whole.length };
  }
  if (/[nrtfv]/.test(char) || (!inClass && /[1-9k]/.test(char))) return { source: `\\${char}`, end };
  if (char === "a") return { source: String.raw`\x07`, end };
  if (/[0-9A-Za-z]/.test(char)) throw onlyRipgrep(`\\${char}`);
  return { source: inClass ? escapeInClass(char) : literalPattern(char), end };
}

/** Everything that could mean something in a JavaScript class, alone or doubled. */
function escapeInClass(char: string): string {
  return /[\\\]()[{}/|\-&!#%,:;<=>@`~^$*+.?]/.test(char) ? `\\u{${char.charCodeAt(0).toString(16)}}` : char;
}

function readClass(pattern: string, start: number): Read {
  let at = start + 1;
  const isNegated = pattern[at] === "^";
  if (isNegated) at += 1;
  /** The operands of `&&` or `--`, with the operators between them. */
  let done = "";
  let union = "";
  for (let isFirst = true; ; isFirst = false) {
    const char = pattern[at];
    if (char === undefined) throw new PatternError("unclosed character class");
    const posix = /^\[:(\^?)(\w+):\]/.exec(pattern.slice(at));
    if (posix !== null) {
      const inside = posixClasses[posix[2] ?? ""];
      if (inside === undefined) throw new PatternError(`unknown character class ${posix[0]}`);
      union += posix[1] === "^" ? `[^${inside}]` : inside;
      at += posix[0].length;
    } else if (char === "]" && !isFirst) {
      const source = done === "" ? union : `${done}[${union}]`;
      return { source: `[${isNegated ? "^" : ""}${source}]`, end: at + 1 };
    } else if (char === "[") {
      const inner = readClass(pattern, at);
      union += inner.source;
      at = inner.end;
    } else if (pattern.startsWith("&&", at) || (pattern.startsWith("--", at) && !isFirst)) {
      done += `[${union}]${pattern.slice(at, at + 2)}`;
      union = "";
      at += 2;
    } else if (pattern.startsWith("~~", at)) throw onlyRipgrep("~~");
    else if (char === "\\") {
      const escape = readEscape(pattern, at, true);
      union += escape.source;
      at = escape.end;
    } else if (char === "-" && !isFirst && pattern[at + 1] !== "]" && union !== "") {
      union += "-";
      at += 1;
    } else {
      const whole = String.fromCodePoint(pattern.codePointAt(at) ?? 0);
      union += escapeInClass(whole);
      at += whole.length;
    }
  }
}

type Group = Read & {
  readonly opens: boolean;
  readonly flags: { readonly dotAll: boolean | undefined } | null;
};

function readGroup(pattern: string, at: number): Group {
  const rest = pattern.slice(at);
  const plain = /^\((?:\?(?:[:=!]|<[=!]|P?<[A-Za-z_]\w*>))?/.exec(rest)?.[0] ?? "(";
  const flagged = /^\(\?([a-zA-Z]*)(?:-([a-zA-Z]+))?([:)])/.exec(rest);
  if (flagged === null || plain !== "(") {
    if (rest.startsWith("(?") && plain === "(") throw onlyRipgrep(rest.slice(0, 3));
    return { source: plain.replace("?P<", "?<"), end: at + plain.length, opens: true, flags: null };
  }
  const [whole, on = "", off = "", close] = flagged;
  const unknown = /[^imsu]/.exec(on + off)?.[0];
  if (unknown !== undefined) throw onlyRipgrep(`(?${unknown})`);
  const modifiers = `${on.includes("i") ? "i" : ""}${off.includes("i") ? "-i" : ""}`;
  const dotAll = on.includes("s") ? true : off.includes("s") ? false : undefined;
  const source = modifiers === "" ? "(?:" : `(?${modifiers}:`;
  return { source, end: at + whole.length, opens: close === ":", flags: { dotAll } };
}

function onlyRipgrep(what: string): PatternError {
  return new PatternError(`${what} is known to ripgrep only, and ripgrep is not installed here`);
}
