/** /secrets without a screen: they are listed, one is added unseen, or shown to the model. */
import { UserError } from "../../protocol/error.ts";
import type { Veil } from "../../secrets/veil.ts";
import { keepSecret, listText, requireSecretName } from "../repl/commands/secret-commands.ts";
import type { ActionParts } from "./action-parts.ts";
import { ChoiceDialog } from "./choice-dialog.ts";
import { HiddenDialog } from "./hidden-dialog.ts";
import { say } from "../../words/say.ts";

/** Lists the secrets, adds one (`add NAME`), or shows one from now on (`allow NAME`). Throws a `UserError` for anything else. */
export function tellSecrets(
  argument: string,
  veil: Veil | undefined,
  { voice, dialogs, showTyping }: Pick<ActionParts, "voice" | "dialogs" | "showTyping">,
): void {
  if (veil === undefined)
    return voice.tell(
      say`Secrets are not hidden: the setting "secrets" is "off" in your settings file.`,
      "warning",
    );
  const [word = "", name = "", ...more] = argument.split(/\s+/);
  if (word === "") return voice.tell(listText(veil.list()));
  if (word === "add") {
    requireSecretName(name, more);
    const question = say`The secret ${name}: type or paste it, and Enter.`;
    const onDone = (text: string) => keepSecret(name, text, veil, voice.tell);
    return dialogs.open(new HiddenDialog({ voice, question, showTyping, onDone }));
  }
  if (word !== "allow" || name === "")
    throw new UserError(
      say`There are /secrets, which lists them, /secrets add NAME, which hides one of yours, and /secrets allow NAME, which shows one to the model.`,
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
