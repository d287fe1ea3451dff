/** What /secrets does: it names secrets and never shows one. */
import { UserError } from "../../../protocol/error.ts";
import type { SecretRow, Veil } from "../../../secrets/veil.ts";
import { HiddenInput } from "../composer/hidden-input.ts";
import type { OpenList } from "../lists/open-list.ts";
import { Picker, type PickerOption } from "../lists/picker.ts";
import { say, sayCount } from "../../../words/say.ts";

/** Where a secret was found, in the words of people. */
export const kindWords: Readonly<Record<SecretRow["kind"], string>> = {
  variable: say`variable`,
  "env file": say`env file`,
  pattern: say`pattern`,
  "added by you": say`added by you`,
};

export type SecretCommandParts = {
  readonly veil: Veil | undefined;
  readonly list: Pick<OpenList, "open">;
  readonly tell: (text: string, level?: "info" | "warning" | "error") => void;
};

/** Lists the secrets, adds one (`add NAME`), or shows one from now on (`allow NAME`). Throws a `UserError` for anything else. */
export function secretsCommand(argument: string, parts: SecretCommandParts): void {
  const { veil, tell } = parts;
  if (veil === undefined)
    return tell(
      say`Secrets are not hidden: the setting "secrets" is "off" in your settings file.`,
      "warning",
    );
  const [word = "", name = "", ...more] = argument.split(/\s+/);
  switch (word) {
    case "":
      return tell(listText(veil.list()));
    case "add":
      requireSecretName(name, more);
      return addSecret(name, { ...parts, veil });
    case "allow":
      return name === "" ? chooseAllowed({ ...parts, veil }) : confirmAllowed(name, { ...parts, veil });
    default:
      throw new UserError(
        say`There is no /secrets ${word}; there are /secrets, /secrets add NAME and /secrets allow NAME.`,
      );
  }
}

type Parts = SecretCommandParts & { readonly veil: Veil };

/** The words for the status line; empty for none. */
export function hiddenWords(veil: Veil | undefined): string {
  const count = veil?.count() ?? 0;
  return count === 0 ? "" : say`${sayCount(count, "secret")} hidden`;
}

/** All secrets, a line each: those that were met first. */
export function listText(rows: readonly SecretRow[]): string {
  if (rows.length === 0) return say`No secrets are known here. /secrets add NAME hides one of yours.`;
  const sorted = rows.toSorted((one, other) => rank(one) - rank(other));
  const widest = Math.min(32, Math.max(...sorted.map(({ id }) => id.length)));
  const lines = sorted.map((row) => `  ${row.id.padEnd(widest)}  ${stateWords(row)}${placeWords(row)}`);
  return [say`Secrets of this session, by the names that the model has for them:`, ...lines].join("\n");
}

function rank({ state }: SecretRow): number {
  return ["shown", "hidden", "known"].indexOf(state);
}

function stateWords({ state, kind, pieces }: SecretRow): string {
  const what = pieces > 1 ? say`${kindWords[kind]}, ${pieces} lines` : kindWords[kind];
  switch (state) {
    case "shown":
      return say`shown (${what})`;
    case "hidden":
      return say`hidden (${what})`;
    case "known":
      return say`not met yet (${what})`;
  }
}

function placeWords({ seenIn }: SecretRow): string {
  const [first, second, ...more] = seenIn;
  if (first === undefined) return "";
  const rest = more.length === 0 ? "" : say` and ${more.length} more`;
  return `: ${[first, ...(second === undefined ? [] : [second])].join(", ")}${rest}`;
}

/** Throws a `UserError` for what cannot be the name of a secret, and for more words behind it. */
export function requireSecretName(name: string, more: readonly string[]): void {
  if (more.length > 0)
    throw new UserError(
      say`Only the name stands behind /secrets add; rein asks for the secret itself, unseen.`,
    );
  if (!/^[A-Za-z][A-Za-z0-9_.-]{0,47}$/.test(name))
    throw new UserError(
      say`Name it: /secrets add NAME, with a name of letters, digits and _. Then rein asks for it, unseen.`,
    );
}

/** Hides a secret of the user's from now on, and says so. */
export function keepSecret(name: string, text: string, veil: Veil, tell: SecretCommandParts["tell"]): void {
  const added = veil.add(name, text);
  if ("problem" in added) tell(say`${name} was not kept. ${added.problem}`, "warning");
  else
    tell(say`${added.id} is hidden from now on, until you leave this session; it is written down nowhere.`);
}

function addSecret(name: string, { veil, list, tell }: Parts): void {
  list.open(
    new HiddenInput({
      question: say`The secret ${name}, unseen: type or paste it; enter keeps it, esc leaves.`,
      onDone: (text) => keepSecret(name, text, veil, tell),
    }),
  );
}

function chooseAllowed(parts: Parts): void {
  const options = parts.veil
    .list()
    .filter(({ state }) => state !== "shown")
    .map(({ id, kind }) => ({ label: `${id}  ${kindWords[kind]}`, value: id }));
  if (options.length === 0) return parts.tell(say`There is nothing hidden to allow.`);
  const question = say`Which secret may the model see from now on?`;
  parts.list.open(
    new Picker({
      question,
      help: say`(type to filter, enter chooses, esc leaves)`,
      options,
      onChosen: (id) => confirmAllowed(id, parts),
    }),
  );
}

/** The safe answer stands first. */
function confirmAllowed(name: string, { veil, list, tell }: Parts): void {
  const wanted = name.toUpperCase();
  const fits = veil.list().some(({ id }) => id === wanted || id.replace(/#\d+$/, "") === wanted);
  if (!fits) return tell(say`There is no secret ${name}; /secrets lists them.`, "warning");
  const options: readonly PickerOption<boolean>[] = [
    { label: say`no, keep it hidden`, value: false },
    { label: say`yes, show it for the rest of this session`, value: true },
  ];
  list.open(
    new Picker({
      question: say`Show ${wanted} to the model, the log and the screen?`,
      help: say`(enter chooses, esc leaves)`,
      options,
      onChosen: (isAllowed) => {
        if (!isAllowed) return tell(say`${wanted} stays hidden.`);
        tell(
          say`Shown from now on: ${veil.allow(wanted).join(", ")}. What was said before keeps the name.`,
          "warning",
        );
      },
    }),
  );
}
