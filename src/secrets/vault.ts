/** What is known of a session's secrets. It lives in memory only: a log has the names and never the values. */
import { labelOf, nameFor } from "./label.ts";

/** How it came to be known. */
export type SecretKind = "variable" | "env file" | "pattern" | "added by you";

export type Secret = {
  /** `NAME#1`. */
  readonly id: string;
  readonly value: string;
  readonly kind: SecretKind;
  /** The id of the secret that this one is a part of: a key's lines, where each has to be hidden by itself. */
  readonly partOf: string | null;
  /** Where it was seen, in words for the user. */
  readonly seenIn: ReadonlySet<string>;
  /** It has been hidden at least once. */
  readonly met: boolean;
  /** The user wants it shown. */
  readonly allowed: boolean;
};

/** Something that was found in a text or in the user's environment. */
export type Finding = {
  readonly value: string;
  /** What it is called there; the secret's name is made from it. */
  readonly name: string;
  readonly kind: SecretKind;
  /** It is hidden wherever it stands, not only where it looks like a secret. */
  readonly everywhere: boolean;
  /** The id of the secret that it is a part of. */
  readonly partOf?: string;
  /** Where it comes from, in words for the user. */
  readonly from?: string;
};

export interface Vault {
  /** The secret for a value: the one that it has, or a new one. */
  keep(finding: Finding): Secret;
  /** It was hidden in what `where` names. */
  meet(secret: Secret, where: string): void;
  /** The secret with this id, `NAME#1`. */
  find(id: string): Secret | undefined;
  /** Values that are hidden wherever they stand, the longest first. */
  everywhere(): readonly Secret[];
  /** All of them, in the order in which they became known. */
  all(): readonly Secret[];
  /** Shows it from now on. */
  allow(id: string): void;
}

type Kept = { -readonly [Key in keyof Secret]: Secret[Key] } & { readonly places: Set<string> };

/** A vault without secrets. `used` are the highest numbers that names have in the session's log: they are not given again. */
export function createVault(used: ReadonlyMap<string, number> = new Map()): Vault {
  const byValue = new Map<string, Kept>();
  const byId = new Map<string, Kept>();
  const numbers = new Map(used);
  const wide = new Set<Kept>();
  let sorted: readonly Secret[] | undefined;
  return {
    keep({ value, name, kind, everywhere, partOf, from }) {
      let kept = byValue.get(value);
      if (kept === undefined) {
        const called = nameFor(name);
        const number = (numbers.get(called) ?? 0) + 1;
        numbers.set(called, number);
        const places = new Set<string>();
        const id = `${called}#${number}`;
        kept = {
          id,
          value,
          kind,
          partOf: partOf ?? null,
          places,
          seenIn: places,
          met: false,
          allowed: false,
        };
        byValue.set(value, kept);
        byId.set(id, kept);
      }
      if (from !== undefined) kept.places.add(from);
      if (everywhere && !wide.has(kept)) {
        wide.add(kept);
        sorted = undefined;
      }
      return kept;
    },
    meet({ id }, where) {
      const kept = byId.get(id);
      if (kept === undefined) return;
      kept.met = true;
      if (where !== "" && kept.places.size < mostPlaces) kept.places.add(where);
    },
    find: (id) => byId.get(id),
    everywhere() {
      sorted ??= [...wide].toSorted((one, other) => other.value.length - one.value.length);
      return sorted;
    },
    all: () => [...byId.values()],
    allow(id) {
      const kept = byId.get(id);
      if (kept === undefined) return;
      kept.allowed = true;
      for (const part of byId.values()) if (part.partOf === id) part.allowed = true;
    },
  };
}

/** More places of one secret are not told. */
const mostPlaces = 20;

/** The label of a secret. */
export function labelFor(secret: Secret): string {
  return labelOf(secret.id);
}
