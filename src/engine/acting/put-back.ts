/** Secrets that stand in a call in the place of their names while it runs, and their names in what is shown of it. */
import { z } from "zod";
import type { HunkAnswer } from "../../protocol/approval.ts";
import type { SecretVeil } from "../dependencies.ts";

export type PutBack = {
  /** The arguments as the call is prepared with, JSON. */
  readonly arguments: string;
  /** Which secrets are in them. */
  readonly names: readonly string[];
  /** A text with the names of these secrets in the place of the secrets. */
  readonly hide: (text: string) => string;
};

/** How the name of a secret stands in a text. */
const nameInText = /«secret:[^«»]+»/gu;

/** A line of a secret that has several is hidden by itself from this length on: shorter ones stand in any text. */
const leastLine = 8;

/** The arguments with the secrets that they name, or why the call must not run with them. */
export function putSecretsBack(
  argumentsText: string,
  veil: SecretVeil | undefined,
): PutBack | { readonly refusal: string } {
  const restored = veil?.restore(argumentsText);
  if (restored?.refusal !== undefined) return { refusal: restored.refusal };
  if (veil === undefined || restored === undefined || restored.names.length === 0)
    return { arguments: argumentsText, names: [], hide: (text) => text };
  const hidden = new Map<string, string>();
  for (const name of namesIn(JSON.parse(argumentsText))) {
    const [secret = ""] = z
      .array(z.string())
      .parse(JSON.parse(veil.restore(JSON.stringify([name])).arguments));
    for (const text of writtenForms(secret)) hidden.set(text, name);
  }
  hidden.delete("");
  const longestFirst = [...hidden].toSorted(([a], [b]) => b.length - a.length);
  return {
    arguments: restored.arguments,
    names: restored.names,
    hide: (text) => longestFirst.reduce((shown, [secret, name]) => shown.replaceAll(secret, name), text),
  };
}

/** The user's own text in hunks, with the secrets that it names, or why it must not be written so. */
export function putBackInHunks(
  hunks: readonly HunkAnswer[],
  veil: SecretVeil | undefined,
): readonly HunkAnswer[] | { readonly refusal: string } {
  if (veil === undefined) return hunks;
  const own = hunks.map((hunk) => (hunk.type === "edit" ? hunk.text : ""));
  const { arguments: restored, refusal } = veil.restore(JSON.stringify(own));
  if (refusal !== undefined) return { refusal };
  const texts = z.array(z.string()).parse(JSON.parse(restored));
  return hunks.map((hunk, at) => (hunk.type === "edit" ? { ...hunk, text: texts[at] ?? hunk.text } : hunk));
}

/** A secret as it may stand in what is shown: as it is, as JSON has it, and each of its lines. */
function writtenForms(secret: string): string[] {
  const lines = secret.split(/\r?\n/u).filter((line) => line.length >= leastLine);
  return [secret, JSON.stringify(secret).slice(1, -1), ...lines];
}

/** The names of secrets in all texts of a JSON value. */
function namesIn(value: unknown): string[] {
  if (typeof value === "string") return value.match(nameInText) ?? [];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) => namesIn(name).concat(namesIn(one)));
}
