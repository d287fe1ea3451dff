/** Options of programs as a short text, and whether a command keeps to them. Pure. */
import { say } from "../words/say.ts";
import type { Word } from "./shell-syntax.ts";

/**
 * What a program may be given when it runs unasked. Read from a text of these, with blanks between:
 * - `*`: any option, because none of them writes, runs or names another file to read
 * - `-abc`: these short options; `-#`: `-5` and the like; `--name`: this long option, written in full
 * - `-n:` and `--name:`: with a value; `-f@` and `--file@`: with a path as its value; `--arg::`: with two values
 * - `text`: its operands are no paths; `pattern`: the first is none, unless an option marked `!` gave it
 * - `max=1`: not more operands than that
 */
export type OptionTable = {
  readonly any: boolean;
  readonly flags: ReadonlySet<string>;
  readonly values: ReadonlyMap<string, "text" | "path" | "two">;
  readonly instead: ReadonlySet<string>;
  readonly operands: "paths" | "text" | "pattern";
  readonly max: number;
};

/** What a command that keeps to its table names. */
export type Operands = { readonly paths: readonly Word[]; readonly texts: readonly Word[] };

export function optionTable(text: string): OptionTable {
  const flags = new Set<string>();
  const values = new Map<string, "text" | "path" | "two">();
  const instead = new Set<string>();
  let operands: OptionTable["operands"] = "paths";
  let max = Infinity;
  for (const item of text.split(" ")) {
    const valued = /^(--?[\w#-]+?)(::|:|@)(!?)$/.exec(item);
    if (valued !== null) {
      const [, name = "", mark, replaces] = valued;
      values.set(name, mark === "@" ? "path" : mark === "::" ? "two" : "text");
      if (replaces === "!") instead.add(name);
    } else if (item.startsWith("--")) flags.add(item);
    else if (item.startsWith("-")) for (const letter of item.slice(1)) flags.add(`-${letter}`);
    else if (item === "text" || item === "pattern") operands = item;
    else if (item.startsWith("max=")) max = Number(item.slice(4));
  }
  return { any: text.split(" ").includes("*"), flags, values, instead, operands, max };
}

/** What the words name when they keep to the table, or the reason why they do not. */
export function operandsOf(words: readonly Word[], table: OptionTable): Operands | string {
  const paths: Word[] = [];
  const operands: Word[] = [];
  let replaced = false;
  const values: Word[] = [];
  const take = (name: string, word: Word | undefined): string | null => {
    if (word === undefined) return say`${name} has no value`;
    if (table.values.get(name) === "path") paths.push(word);
    else values.push(word);
    if (table.instead.has(name)) replaced = true;
    return null;
  };
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at];
    if (word === undefined) break;
    const { text } = word;
    if (word.unknown && table.operands !== "text") return say`${text} is known only when it runs`;
    if (text === "--") {
      operands.push(...words.slice(at + 1));
      break;
    }
    if (!text.startsWith("-") || text === "-") {
      if (!table.any && /^[*?[]/.test(text) && word.glob) return say`${text} may become an option`;
      if (text !== "-") operands.push(word);
      continue;
    }
    if (table.any) {
      const value = /[=/~]/.exec(text);
      if (value !== null) paths.push({ ...word, text: text.slice(value.index).replace(/^=/, "") });
      continue;
    }
    const long = /^(--[^=]+)(?:=(.*))?$/s.exec(text);
    if (long !== null) {
      const [, name = "", value] = long;
      const kind = table.values.get(name);
      if (kind === undefined && !(table.flags.has(name) && value === undefined))
        return say`${name} is not among the options that only look`;
      if (kind === undefined) continue;
      const fault = take(name, value === undefined ? words[(at += 1)] : { ...word, text: value });
      if (fault !== null) return fault;
      if (kind === "two") at += 1;
      continue;
    }
    if (table.flags.has("-#") && /^-\d+$/.test(text)) continue;
    for (let letter = 1; letter < text.length; letter += 1) {
      const name = `-${text[letter]}`;
      if (table.values.has(name)) {
        const glued = text.slice(letter + 1);
        const fault = take(name, glued === "" ? words[(at += 1)] : { ...word, text: glued });
        if (fault !== null) return fault;
        break;
      }
      // `-name` of `find`-like programs stands in the table as a whole.
      if (letter === 1 && table.flags.has(text)) break;
      if (!table.flags.has(name)) return say`${name} is not among the options that only look`;
    }
  }
  if (operands.length > table.max) return say`${operands[table.max]?.text ?? ""} would be written to`;
  if (table.operands === "text") return { paths, texts: [...operands, ...values] };
  const skip = table.operands === "pattern" && !replaced ? 1 : 0;
  return { paths: [...paths, ...operands.slice(skip)], texts: [...operands.slice(0, skip), ...values] };
}
