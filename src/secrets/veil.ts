/** The veil of one session: names in the place of secrets, and secrets in the place of their names. */
import type { ToolResult } from "../protocol/tool-result.ts";
import { say } from "../words/say.ts";
import { concealResult } from "./conceal-result.ts";
import { concealLongText, concealText, createConcealer } from "./conceal.ts";
import type { EnvFiles, EnvValue } from "./env-files.ts";
import { prepareRules } from "./preset-rules.ts";
import { type Restored, restoreArguments, usedIds } from "./restore.ts";
import { createVault, type Secret, type SecretKind, type Vault } from "./vault.ts";
import { isHarmless, leastKnown, leastLength, looksRandom, passwordIn } from "./worth-hiding.ts";

export type VeilParts = {
  /** Variables of rein's own process that are called like credentials. */
  readonly variables: readonly { readonly name: string; readonly value: string }[];
  readonly envFiles: EnvFiles;
  /** True for a variable that is called like a credential. */
  readonly isCredentialName: (name: string) => boolean;
  /** Every `NAME#1` that stands in the session's log. */
  readonly earlier: readonly string[];
};

/** One secret as the user is told of it. */
export type SecretRow = {
  /** `NAME#1`. */
  readonly id: string;
  readonly kind: SecretKind;
  readonly seenIn: readonly string[];
  readonly state: "hidden" | "known" | "shown";
  /** How many lines of a key are hidden one by one; 1 for all else. */
  readonly pieces: number;
};

export interface Veil {
  conceal(result: ToolResult, where?: string): Promise<ToolResult>;
  /** The text without secrets, and the names that stand in it now and did not before. */
  concealText(text: string, where: string): { readonly text: string; readonly names: readonly string[] };
  concealer(where?: string): { push(text: string): string; end(): string };
  restore(json: string): Restored;
  /** Those that were met, and those that are known from the user's files, environment and hands. */
  list(): readonly SecretRow[];
  /** How many different secrets have been hidden so far. */
  count(): number;
  /** How many values are hidden wherever they stand. Never fewer than before: while it is the same, so is what is hidden. */
  known(): number;
  /** Keeps a secret of the user's. Returns its `NAME#1`, or why it cannot be kept. */
  add(name: string, value: string): { readonly id: string } | { readonly problem: string };
  /** Shows a secret, or all of a name, from now on. Returns what is shown now, `NAME#1` each; empty for no such name. */
  allow(name: string): readonly string[];
  /** Loads what is needed, while nobody waits. */
  prepare(): void;
}

export function createVeil({ variables, envFiles, isCredentialName, earlier }: VeilParts): Veil {
  const { lost, numbers } = usedIds(earlier);
  const vault = createVault(numbers);
  for (const { name, value } of variables)
    if (!isHarmless(value)) keepWritten(vault, name, value.trim(), "variable", say`the environment`);
  const readFiles = () => {
    for (const found of envFiles.changed()) keepEnvValue(vault, found, isCredentialName);
  };
  const named = (name: string) => {
    const wanted = name.toUpperCase();
    return vault.all().filter(({ id }) => id === wanted || id.replace(/#\d+$/, "") === wanted);
  };
  return {
    conceal(result, where = say`the output of a tool`) {
      readFiles();
      return concealResult(result, {
        text: (text) => concealLongText(text, vault, { where }),
        lines: (text) => concealLongText(text, vault, { where, keepLines: true }),
      });
    },
    concealText(text, where) {
      readFiles();
      const shown = concealText(text, vault, { where });
      if (shown === text) return { text, names: [] };
      const names = vault.all().filter(({ id }) => shown.includes(`${id}»`) && !text.includes(`${id}»`));
      return { text: shown, names: names.map(({ id }) => id) };
    },
    concealer(where = say`the output of a tool`) {
      readFiles();
      return createConcealer(vault, { where });
    },
    restore: (json) => restoreArguments(json, vault, lost),
    list() {
      readFiles();
      return rowsOf(vault.all());
    },
    count: () => vault.all().filter(({ met, allowed, partOf }) => met && !allowed && partOf === null).length,
    known() {
      readFiles();
      return vault.everywhere().length;
    },
    add(name, value) {
      const text = value.trim();
      if (text.length < leastKnown)
        return {
          problem: say`It has fewer than ${leastKnown} characters: ordinary words would be hidden with it.`,
        };
      const kind = "added by you";
      return { id: vault.keep({ name, value: text, kind, everywhere: true }).id };
    },
    allow(name) {
      const found = named(name);
      for (const { id } of found) vault.allow(id);
      return found.map(({ id }) => id);
    },
    prepare: () => prepareRules(),
  };
}

function keepEnvValue(
  vault: Vault,
  { name, value, file }: EnvValue,
  isCredentialName: (name: string) => boolean,
): void {
  const text = value.trim();
  const password = passwordIn(text);
  if (password !== null) {
    // Of an address only the password is secret: the model may know the host.
    if (password.length >= leastLength) keepWritten(vault, `${name}_PASSWORD`, password, "env file", file);
  } else if (!isHarmless(text) && (isCredentialName(name) || looksRandom(text))) {
    keepWritten(vault, name, text, "env file", file);
  }
}

/** A secret that is written down somewhere, also as it stands in addresses. */
function keepWritten(vault: Vault, name: string, value: string, kind: SecretKind, from: string): void {
  vault.keep({ name, value, kind, everywhere: true, from });
  const encoded = encodeURIComponent(value);
  if (encoded !== value && !value.includes("\n"))
    vault.keep({ name: `${name}_ENCODED`, value: encoded, kind, everywhere: true, from });
}

function rowsOf(secrets: readonly Secret[]): SecretRow[] {
  return secrets
    .filter(({ partOf, kind, met }) => partOf === null && (met || kind !== "pattern"))
    .map(({ id, kind, seenIn, met, allowed }) => ({
      id,
      kind,
      seenIn: [...seenIn],
      state: allowed ? ("shown" as const) : met ? ("hidden" as const) : ("known" as const),
      pieces: 1 + secrets.filter(({ partOf }) => partOf === id).length,
    }));
}
