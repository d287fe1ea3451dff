/** What a row of keys in normal or visual mode means. */
import { type Motion, motionNames } from "./motions.ts";
import { objectOf, type TextObject } from "./objects.ts";
import type { Extent } from "./region.ts";

/** A grapheme that was typed, or a key by name: `<esc>`, `<enter>`, `<left>` … */
export type VimKey = string;

export const operators = ["d", "c", "y", ">", "<", "gu", "gU", "g~", "J", "r"] as const;
export type Operator = (typeof operators)[number];

/** What an operator works on. `visual`: what is selected, or as much again at the caret. */
export type Scope =
  | { readonly type: "motion"; readonly motion: Motion }
  | { readonly type: "object"; readonly object: TextObject }
  | { readonly type: "lines" }
  | { readonly type: "visual"; readonly linewise?: boolean; readonly extent?: Extent };

export type ActionName = (typeof plainActions)[number] | "r";

/** `count` is undefined where none was given. `register` is `"` or `+`. */
export type Command = { readonly count?: number; readonly register?: string } & (
  | { readonly type: "move"; readonly motion: Motion }
  | { readonly type: "select"; readonly object: TextObject }
  | {
      readonly type: "operate";
      readonly operator: Operator;
      readonly scope: Scope;
      /** What `r` puts in. */
      readonly char?: string;
    }
  | { readonly type: "act"; readonly name: ActionName; readonly char?: string }
);

export type Reading =
  /** The command goes on. */
  | { readonly type: "more" }
  | { readonly type: "unknown" }
  | { readonly type: "command"; readonly command: Command };

const plainActions = [
  "a",
  "A",
  "i",
  "I",
  "o",
  "O",
  "p",
  "P",
  "u",
  "J",
  "gJ",
  "~",
  "R",
  "v",
  "V",
  ".",
  "/",
  "?",
  "<c-r>",
  "<enter>",
  "<esc>",
] as const satisfies readonly string[];

const motions: ReadonlySet<string> = new Set(motionNames);
const actions: ReadonlySet<string> = new Set(plainActions);
const wantsChar = new Set(["f", "F", "t", "T"]);
const most = 99_999;

/** Keys that stand for others. */
const named: Readonly<Record<string, string>> = {
  "<left>": "h",
  "<bs>": "h",
  "<right>": "l",
  " ": "l",
  "<up>": "k",
  "<down>": "j",
  "<home>": "0",
  "<end>": "$",
  "<del>": "x",
};

const onMotion = (operator: Operator, name: string): Plain => ({
  type: "operate",
  operator,
  scope: { type: "motion", motion: { name } },
});
type Plain = Omit<Extract<Command, { type: "operate" }>, "count" | "register">;

/** Commands that are short for an operator with something. */
const shorthands: Readonly<Record<string, Plain>> = {
  x: onMotion("d", "l"),
  X: onMotion("d", "h"),
  D: onMotion("d", "$"),
  C: onMotion("c", "$"),
  s: onMotion("c", "l"),
  S: { type: "operate", operator: "c", scope: { type: "lines" } },
  Y: { type: "operate", operator: "y", scope: { type: "lines" } },
};

const onSelection = (operator: Operator, linewise = false): Plain => ({
  type: "operate",
  operator,
  scope: { type: "visual", ...(linewise ? { linewise } : {}) },
});
const inVisual: Readonly<Record<string, Plain>> = {
  ...Object.fromEntries(
    (["d", "c", "y", ">", "<", "gu", "gU", "g~", "J"] as const).map((operator) => [
      operator,
      onSelection(operator),
    ]),
  ),
  x: onSelection("d"),
  s: onSelection("c"),
  u: onSelection("gu"),
  U: onSelection("gU"),
  "~": onSelection("g~"),
  X: onSelection("d", true),
  D: onSelection("d", true),
  Y: onSelection("y", true),
  C: onSelection("c", true),
  S: onSelection("c", true),
  R: onSelection("c", true),
};
const visualActions = new Set(["p", "P", "o", "v", "V", "<esc>", "/", "?"]);

/** Reads the keys of one command; keys behind it there must not be. */
export function readKeys(keys: readonly VimKey[], isVisual: boolean): Reading {
  let at = 0;
  const take = (): VimKey | undefined => keys[at++];
  const takeCount = (): number | undefined => {
    let digits = "";
    while (/^\d$/.test(keys[at] ?? "") && (digits !== "" || keys[at] !== "0")) digits += keys[at++] ?? "";
    return digits === "" ? undefined : Math.min(most, Number(digits));
  };
  /** A key with what belongs to it: `g` and the one behind it. */
  const takeName = (): string | undefined => {
    const key = take();
    if (key === undefined) return undefined;
    if (key !== "g") return named[key] ?? key;
    const second = take();
    return second === undefined ? undefined : `g${second}`;
  };

  let count = takeCount();
  let register: string | undefined;
  while (keys[at] === '"') {
    at += 1;
    register = take();
    if (register === undefined) return more;
    if (!isRegister(register)) return unknown;
    count = times(count, takeCount());
  }
  const name = takeName();
  if (name === undefined) return more;
  const command = (plain: Command): Reading => ({
    type: "command",
    command: {
      ...plain,
      ...(count === undefined ? {} : { count }),
      ...(register === undefined ? {} : { register }),
    },
  });
  const withChar = (make: (char: string) => Command): Reading => {
    const char = take();
    if (char === undefined) return more;
    if (char === "<enter>") return command(make("\n"));
    return isNamed(char) ? unknown : command(make(char));
  };
  const readMotion = (from: string, make: (motion: Motion) => Command): Reading | null => {
    if (!motions.has(from)) return null;
    if (!wantsChar.has(from)) return command(make({ name: from }));
    return withChar((char) => make({ name: from, char }));
  };
  const readObject = (from: string, make: (object: TextObject) => Command): Reading | null => {
    if (from !== "i" && from !== "a") return null;
    const key = take();
    if (key === undefined) return more;
    const object = objectOf(key, from === "a");
    return object === undefined ? unknown : command(make(object));
  };

  const free = readMotion(name, (motion) => ({ type: "move", motion }));
  if (free !== null) return free;
  if (isVisual) {
    if (name === "r") return withChar((char) => ({ ...onSelection("r"), char }));
    const operation = own(inVisual, name);
    if (operation !== undefined) return command(operation);
    const object = readObject(name, (found) => ({ type: "select", object: found }));
    if (object !== null) return object;
    return visualActions.has(name) && isAction(name) ? command({ type: "act", name }) : unknown;
  }
  if (name === "r") return withChar((char) => ({ type: "act", name: "r", char }));
  const short = own(shorthands, name);
  if (short !== undefined) return command(short);
  if (!isOperator(name)) return isAction(name) ? command({ type: "act", name }) : unknown;

  const operator = name;
  count = times(count, takeCount());
  const behind = takeName();
  if (behind === undefined) return more;
  const isDoubled = behind === operator || (operator.length === 2 && behind === operator.charAt(1));
  if (isDoubled) return command({ type: "operate", operator, scope: { type: "lines" } });
  return (
    readMotion(behind, (motion) => ({ type: "operate", operator, scope: { type: "motion", motion } })) ??
    readObject(behind, (object) => ({ type: "operate", operator, scope: { type: "object", object } })) ??
    unknown
  );
}

const more: Reading = { type: "more" };
const unknown: Reading = { type: "unknown" };

function times(one: number | undefined, other: number | undefined): number | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return Math.min(most, one * other);
}

function isNamed(key: VimKey): boolean {
  return /^<.+>$/.test(key);
}

function isRegister(key: string): boolean {
  return key === '"' || key === "+";
}

function isAction(name: string): name is ActionName {
  return actions.has(name);
}

function isOperator(name: string): name is Operator {
  return name !== "J" && name !== "r" && operators.some((operator) => operator === name);
}

function own<Value>(table: Readonly<Record<string, Value>>, key: string): Value | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}
