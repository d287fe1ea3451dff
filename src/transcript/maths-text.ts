/**
 * Maths as TeX writes it → a text that is read without TeX: α² + a/b. What is not known stays as it was written, each
 * command with all that is its own.
 */
import { doubled, functions, looks, lowered, raised, signs, sizes } from "./maths-signs.ts";

export type MathsText = {
  readonly text: string;
  /** Nothing in it is TeX any more. */
  readonly isWhole: boolean;
};

/** Deeper groups are left as they were written: no formula ends the stack. */
const deepest = 16;
/** Longer texts are no formulas; UTF-16 units. */
const longest = 2000;

/** These lay out what stands between them: a part of it alone would mean something else. */
const layouts = /\\(?:begin|end|substack|over|atop|choose)(?![a-zA-Z])/;
const blanks = /^\\(?:[,;: ]|quad(?![a-zA-Z])|qquad(?![a-zA-Z]))/;
const literal = /^\\[{}%$_#&|]/;
const command = /^\\([a-zA-Z]+)\*?/;

/** The formula, which stands here without the marks around it, as text. */
export function mathsText(source: string): MathsText {
  const asItIs = { text: source, isWhole: false };
  if (source.length > longest || layouts.test(source)) return asItIs;
  const reader = new Reader(source);
  const text = reader.upTo(null, 0);
  if (text === null) return asItIs;
  // The blanks of a command's end and those that it stands for come together.
  return { text: source.includes("\\") ? text.replaceAll(/ {2,}/g, " ") : text, isWhole: reader.isWhole };
}

class Reader {
  readonly #source: string;
  #at = 0;
  isWhole = true;

  constructor(source: string) {
    this.#source = source;
  }

  /** All up to the end, or behind the bracket that ends a group; null where that does not come, or groups lie too deep. */
  upTo(end: "}" | null, depth: number): string | null {
    if (depth > deepest) return null;
    let text = "";
    while (this.#at < this.#source.length) {
      const sign = this.#source[this.#at];
      if (sign === "}") {
        if (end !== "}") return null;
        this.#at += 1;
        return text;
      }
      const next = this.#next(depth);
      if (next === null) return null;
      text += next;
    }
    return end === null ? text : null;
  }

  #next(depth: number): string | null {
    const sign = this.#source[this.#at] ?? "";
    switch (sign) {
      case "\\":
        return this.#command(depth);
      case "{":
        this.#at += 1;
        return this.upTo("}", depth + 1);
      case "^":
      case "_":
        return this.#script(sign, depth);
      case "~":
        this.#at += 1;
        return " ";
      default: {
        const [whole = ""] = this.#source.slice(this.#at, this.#at + 2);
        this.#at += whole.length;
        return whole;
      }
    }
  }

  #command(depth: number): string | null {
    const rest = this.#source.slice(this.#at);
    const [blank] = blanks.exec(rest) ?? [];
    if (blank !== undefined) return this.#skip(blank, " ");
    if (rest.startsWith("\\!")) return this.#skip("\\!", "");
    const [sign] = literal.exec(rest) ?? [];
    if (sign !== undefined) return this.#skip(sign, sign === "\\|" ? "‖" : sign.slice(1));
    const [written, name] = command.exec(rest) ?? [];
    if (written === undefined || name === undefined) return this.#unknown(rest.slice(0, 2));
    const known = signs.get(name);
    if (known !== undefined) return this.#skip(written, known);
    if (functions.has(name)) return this.#skip(written, name) + this.#apart();
    if (sizes.has(name)) return this.#sized(written);
    if (looks.has(name)) return this.#argumentsOf(written, 1, depth, ([text = ""]) => text);
    if (name === "mathbb")
      return this.#argumentsOf(written, 1, depth, ([of = ""]) => doubled.get(of) ?? null);
    if (/^[dt]?frac$/.test(name))
      return this.#argumentsOf(
        written,
        2,
        depth,
        ([above = "", below = ""]) => `${one(above)}/${one(below)}`,
      );
    if (name === "sqrt" && !rest.startsWith("\\sqrt["))
      return this.#argumentsOf(written, 1, depth, ([of = ""]) => `√${one(of)}`);
    return this.#unknown(written);
  }

  /** `\left.` is a bracket that is not there. */
  #sized(written: string): string {
    this.#skip(written, "");
    if (/^\\(?:left|right)$/.test(written) && this.#source[this.#at] === ".") this.#at += 1;
    return "";
  }

  /** A command with so many arguments; where they are not there, or `draw` does not know them, it stays as it is. */
  #argumentsOf(
    written: string,
    count: number,
    depth: number,
    draw: (given: readonly string[]) => string | null,
  ): string | null {
    const from = this.#at;
    const wasWhole = this.isWhole;
    this.#at += written.length;
    const given: string[] = [];
    while (given.length < count) {
      const text = this.#argument(depth);
      if (text === null) break;
      given.push(text);
    }
    const drawn = given.length === count ? draw(given) : null;
    if (drawn !== null) return drawn;
    this.#at = from;
    this.isWhole = wasWhole;
    return this.#unknown(written);
  }

  /** A group, a command, or one sign; null where none of these follows. */
  #argument(depth: number): string | null {
    while (this.#source[this.#at] === " ") this.#at += 1;
    const sign = this.#source[this.#at];
    if (sign === undefined || sign === "}" || sign === "^" || sign === "_") return null;
    return depth >= deepest ? null : this.#next(depth + 1);
  }

  #script(sign: "^" | "_", depth: number): string | null {
    this.#at += 1;
    const text = this.#argument(depth);
    if (text === null) return this.#source[this.#at] === undefined ? sign : null;
    const letters = Array.from(text.replaceAll(" ", ""));
    const small = letters.map((letter) => (sign === "^" ? raised : lowered).get(letter));
    if (letters.length > 0 && small.every((letter) => letter !== undefined)) return small.join("");
    const isOne = letters.length === 1 || (sign === "_" && /^[\p{L}\p{N}]*$/u.test(text));
    return sign + (isOne ? text : `(${text})`);
  }

  /** What nobody here knows, with the groups that follow it: they may be anything. */
  #unknown(written: string): string | null {
    this.isWhole = false;
    const from = this.#at;
    this.#at += written.length;
    for (let sign = this.#source[this.#at]; sign === "{" || sign === "["; sign = this.#source[this.#at]) {
      const end = closing(this.#source, this.#at);
      if (end === -1) return null;
      this.#at = end + 1;
    }
    return this.#source.slice(from, this.#at);
  }

  #skip(written: string, shown: string): string {
    this.#at += written.length;
    return shown;
  }

  /** A function's name does not run into a letter behind it. */
  #apart(): string {
    return /^[\p{L}\p{N}\\]/u.test(this.#source.slice(this.#at, this.#at + 2)) ? " " : "";
  }
}

/** In brackets where it is more than one thing. */
function one(text: string): string {
  const trimmed = text.trim();
  return /^[\p{L}\p{N}\p{M}.∞∂∇′°⁺⁻₊₋]*$/u.test(trimmed) ? trimmed : `(${trimmed})`;
}

/** Where the bracket at `from` is closed; -1 where it is not. */
function closing(source: string, from: number): number {
  const [open = ""] = source.slice(from);
  const close = open === "{" ? "}" : "]";
  let depth = 0;
  for (let at = from; at < source.length; at += 1) {
    if (source[at] === "\\") at += 1;
    else if (source[at] === open) depth += 1;
    else if (source[at] === close) depth -= 1;
    if (depth === 0) return at;
  }
  return -1;
}
