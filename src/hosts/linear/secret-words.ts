/** /secrets where nothing can be typed unseen: they are listed, and one can be shown to the model. */
import { UserError } from "../../protocol/error.ts";
import type { Veil } from "../../secrets/veil.ts";
import { listText } from "../repl/secret-commands.ts";
import type { ActionParts } from "./action-parts.ts";
import { ChoiceDialog } from "./choice-dialog.ts";
import { say } from "../../words/say.ts";

/** Lists the secrets, or shows one from now on (`allow NAME`). Throws a `UserError` for anything else. */
export function tellSecrets(
  argument: string,
  veil: Veil | undefined,
  { voice, dialogs }: Pick<ActionParts, "voice" | "dialogs">,
): void {
  if (veil === undefined)
    return voice.tell(
      say`Secrets are not hidden: the setting "secrets" is "off" in your settings file.`,
      "warning",
    );
  const [word = "", name = ""] = argument.split(/\s+/);
  if (word === "") return voice.tell(listText(veil.list()));
  if (word === "add")
    throw new UserError(
      say`A secret is typed unseen, for which rein would have to change the terminal; in accessible mode it does not. Nothing was added; rein without --accessible can.`,
    );
  if (word !== "allow" || name === "")
    throw new UserError(
      say`There are /secrets, which lists them, and /secrets allow NAME, which shows one to the model.`,
    );
  const wanted = name.toUpperCase();
  if (!veil.list().some(({ id }) => id === wanted || id.replace(/#\d+$/, "") === wanted))
    return voice.tell(say`There is no secret ${name}; /secrets lists them.`, "warning");
  const onChosen = (isAllowed: boolean) => {
    if (!isAllowed) return voice.tell(say`${wanted} stays hidden.`);
    const shown = veil.allow(wanted).join(", ");
    voice.tell(say`Shown from now on: ${shown}. What was said before keeps the name.`, "warning");
  };
  const choices = [
    { label: say`no, keep it hidden`, value: false },
    { label: say`yes, show it for the rest of this session`, value: true },
  ];
  const question = say`Show ${wanted} to the model, the log and the screen?`;
  dialogs.open(new ChoiceDialog({ voice, question, choices, onChosen }));
}
