/** What /secrets does: it names secrets and never shows one. */
import { UserError } from "../../protocol/error.ts";
import type { SecretRow, Veil } from "../../secrets/veil.ts";
import { HiddenInput } from "./hidden-input.ts";
import type { OpenList } from "./open-list.ts";
import { Picker, type PickerOption } from "./picker.ts";

export type SecretCommandParts = {
  readonly veil: Veil | undefined;
  readonly list: Pick<OpenList, "open">;
  readonly tell: (text: string, level?: "info" | "warning" | "error") => void;
};

/** Lists the secrets, adds one (`add NAME`), or shows one from now on (`allow NAME`). Throws a `UserError` for anything else. */
export function secretsCommand(argument: string, parts: SecretCommandParts): void {
  const { veil, tell } = parts;
  if (veil === undefined)
    return tell('Secrets are not hidden: the setting "secrets" is "off" in your settings file.', "warning");
  const [word = "", name = "", ...more] = argument.split(/\s+/);
  if (more.length > 0 && word === "add")
    throw new UserError("Only the name stands behind /secrets add; rein asks for the secret itself, unseen.");
  switch (word) {
    case "":
      return tell(listText(veil.list()));
    case "add":
      return addSecret(name, { ...parts, veil });
    case "allow":
      return name === "" ? chooseAllowed({ ...parts, veil }) : confirmAllowed(name, { ...parts, veil });
    default:
      throw new UserError(
        `There is no /secrets ${word}; there are /secrets, /secrets add NAME and /secrets allow NAME.`,
      );
  }
}

type Parts = SecretCommandParts & { readonly veil: Veil };

/** The words for the status line; empty for none. */
export function hiddenWords(veil: Veil | undefined): string {
  const count = veil?.count() ?? 0;
  return count === 0 ? "" : `${count} ${count === 1 ? "secret" : "secrets"} hidden`;
}

/** All secrets, a line each: those that were met first. */
export function listText(rows: readonly SecretRow[]): string {
  if (rows.length === 0) return "No secrets are known here. /secrets add NAME hides one of yours.";
  const sorted = rows.toSorted((one, other) => rank(one) - rank(other));
  const widest = Math.min(32, Math.max(...sorted.map(({ id }) => id.length)));
  const lines = sorted.map((row) => `  ${row.id.padEnd(widest)}  ${stateWords(row)}${placeWords(row)}`);
  return ["Secrets of this session, by the names that the model has for them:", ...lines].join("\n");
}

function rank({ state }: SecretRow): number {
  return ["shown", "hidden", "known"].indexOf(state);
}

function stateWords({ state, kind, pieces }: SecretRow): string {
  const what = pieces > 1 ? `${kind}, ${pieces} lines` : kind;
  switch (state) {
    case "shown":
      return `shown (${what})`;
    case "hidden":
      return `hidden (${what})`;
    case "known":
      return `not met yet (${what})`;
  }
}

function placeWords({ seenIn }: SecretRow): string {
  const [first, second, ...more] = seenIn;
  if (first === undefined) return "";
  const rest = more.length === 0 ? "" : ` and ${more.length} more`;
  return `: ${[first, ...(second === undefined ? [] : [second])].join(", ")}${rest}`;
}

function addSecret(name: string, { veil, list, tell }: Parts): void {
  if (!/^[A-Za-z][A-Za-z0-9_.-]{0,47}$/.test(name))
    throw new UserError(
      "Name it: /secrets add NAME, with a name of letters, digits and _. Then rein asks for it, unseen.",
    );
  list.open(
    new HiddenInput({
      question: `The secret ${name}, unseen: type or paste it; enter keeps it, esc leaves.`,
      onDone: (text) => {
        const added = veil.add(name, text);
        if ("problem" in added) tell(`${name} was not kept. ${added.problem}`, "warning");
        else
          tell(
            `${added.id} is hidden from now on, until you leave this session; it is written down nowhere.`,
          );
      },
    }),
  );
}

function chooseAllowed(parts: Parts): void {
  const options = parts.veil
    .list()
    .filter(({ state }) => state !== "shown")
    .map(({ id, kind }) => ({ label: `${id}  ${kind}`, value: id }));
  if (options.length === 0) return parts.tell("There is nothing hidden to allow.");
  const question = "Which secret may the model see from now on?";
  parts.list.open(
    new Picker({
      question,
      help: "(type to filter, enter chooses, esc leaves)",
      options,
      onChosen: (id) => confirmAllowed(id, parts),
    }),
  );
}

/** The safe answer stands first. */
function confirmAllowed(name: string, { veil, list, tell }: Parts): void {
  const wanted = name.toUpperCase();
  const fits = veil.list().some(({ id }) => id === wanted || id.replace(/#\d+$/, "") === wanted);
  if (!fits) return tell(`There is no secret ${name}; /secrets lists them.`, "warning");
  const options: readonly PickerOption<boolean>[] = [
    { label: "no, keep it hidden", value: false },
    { label: "yes, show it for the rest of this session", value: true },
  ];
  list.open(
    new Picker({
      question: `Show ${wanted} to the model, the log and the screen?`,
      help: "(enter chooses, esc leaves)",
      options,
      onChosen: (isAllowed) => {
        if (!isAllowed) return tell(`${wanted} stays hidden.`);
        tell(
          `Shown from now on: ${veil.allow(wanted).join(", ")}. What was said before keeps the name.`,
          "warning",
        );
      },
    }),
  );
}
