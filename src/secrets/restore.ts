/** Secrets back into the arguments of a call. */
import { replaceLabels } from "./label.ts";
import type { Vault } from "./vault.ts";
import { leastKnown } from "./worth-hiding.ts";

export type Restored = {
  /** The arguments, JSON. */
  readonly arguments: string;
  /** The secrets that are in them now, as in `GITHUB_TOKEN#1`; each once. */
  readonly names: readonly string[];
  /** Why the call must not run, for the model; then the arguments are as they were. */
  readonly refusal?: string;
};

/** Signs that mean nothing to a shell, quoted or not: only such a secret can stand in a command as it is. */
const plainInShell = /^[A-Za-z0-9_.,/+=:@%-]+$/;

/**
 * The arguments with what their labels stand for. A label of an earlier run whose secret is not known any more (`lost`)
 * must not run as a text; one that nobody ever gave out is a text.
 */
export function restoreArguments(json: string, vault: Vault, lost: ReadonlySet<string>): Restored {
  const asIs: Restored = { arguments: json, names: [] };
  let parsed: unknown;
  try {
    parsed = JSON.parse(json);
  } catch {
    // What is no JSON is refused when the call is taken up.
    return asIs;
  }
  const names = new Set<string>();
  const unknown = new Set<string>();
  const shellSigns = new Set<string>();
  const inText = (text: string, key: string) =>
    replaceLabels(text, (id, label) => {
      const secret = vault.find(id);
      if (secret === undefined) {
        if (lost.has(id)) unknown.add(label);
        return label;
      }
      if (key === "command" && !plainInShell.test(secret.value)) shellSigns.add(label);
      names.add(id);
      // What was weak enough to be an ordinary word is known to a program now, which may print it.
      const isWord = secret.value.length < leastKnown;
      vault.keep({ value: secret.value, name: id, kind: secret.kind, everywhere: !isWord });
      return secret.value;
    });
  const restored = mapTexts(parsed, inText, "");
  if (unknown.size > 0) return { ...asIs, refusal: lostWords([...unknown]) };
  if (shellSigns.size > 0) return { ...asIs, refusal: shellWords([...shellSigns]) };
  return names.size === 0 ? asIs : { arguments: JSON.stringify(restored), names: [...names] };
}

function lostWords(labels: readonly string[]): string {
  return (
    `${labels.join(", ")} stands for a secret of an earlier run of this session, which rein does not keep. ` +
    "Read it again where it came from (a file, the environment, the user): it gets a new name there."
  );
}

function shellWords(labels: readonly string[]): string {
  return (
    `${labels.join(", ")} holds signs that a shell would read as its own, so it cannot be put into a command. ` +
    "Let the command read it itself, from its file or its variable, or put it into a file with write_file."
  );
}

/** The value with each text in it changed; `key` is the name under which a text stands, also through lists. */
function mapTexts(value: unknown, change: (text: string, key: string) => string, key: string): unknown {
  if (typeof value === "string") return change(value, key);
  if (Array.isArray(value)) return value.map((one: unknown) => mapTexts(one, change, key));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, mapTexts(one, change, name)]));
}

/** Of the ids in a log, those that no secret of this run has; and the highest number of each name. */
export function usedIds(ids: Iterable<string>): {
  readonly lost: ReadonlySet<string>;
  readonly numbers: ReadonlyMap<string, number>;
} {
  const lost = new Set(ids);
  const numbers = new Map<string, number>();
  for (const id of lost) {
    const [name = "", number = "0"] = id.split("#");
    numbers.set(name, Math.max(numbers.get(name) ?? 0, Number(number)));
  }
  return { lost, numbers };
}
