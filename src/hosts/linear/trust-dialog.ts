/** The question whether to trust the folder, asked before anything of it is used. */
import type { OpenFolder } from "../../app/open-folder.ts";
import { readInstructions } from "../../context/instructions.ts";
import { needsTrust } from "../../settings/brought.ts";
import { plainStyle } from "../../terminal/style.ts";
import { renderBrought } from "../../transcript/render-brought.ts";
import type { TrustAnswer } from "../repl/questions/trust-question.ts";
import type { Dialog, Dialogs } from "./dialogs.ts";
import { unwrapped } from "./text-lines.ts";
import type { Voice } from "./voice.ts";
import { say } from "../../words/say.ts";

/** Asks, where the folder brings something that was not decided about; null when there is nothing to ask. */
export async function askAboutTrust(
  folder: OpenFolder,
  { dialogs, voice }: { readonly dialogs: Dialogs; readonly voice: Voice },
): Promise<TrustAnswer | null> {
  if (folder.isTrusted || !needsTrust(folder.brought)) return null;
  const answered = Promise.withResolvers<TrustAnswer>();
  dialogs.open(new TrustDialog(folder, voice, answered.resolve));
  return answered.promise;
}

class TrustDialog implements Dialog {
  readonly takesText = false;
  readonly choices = say`Type 1, 2, 3 or v and Enter.`;
  readonly #folder: OpenFolder;
  readonly #voice: Voice;
  readonly #answer: (answer: TrustAnswer) => void;

  constructor(folder: OpenFolder, voice: Voice, answer: (answer: TrustAnswer) => void) {
    this.#folder = folder;
    this.#voice = voice;
    this.#answer = answer;
  }

  hasChoice(text: string): boolean {
    return /^[123v]$/.test(text);
  }

  ask(): void {
    const { brought, trust } = this.#folder;
    this.#voice.speak(
      say`Question: trust this folder and what it brings?`,
      ...renderBrought(brought, trust, { width: unwrapped, style: plainStyle }).map((line) => line.trim()),
      say`1: trust it`,
      say`2: not now, work without them`,
      say`3: leave rein`,
      say`v: read the instructions in it first`,
      this.choices,
    );
  }

  onLine(text: string): "stays" | "is over" | "no answer" {
    switch (text) {
      case "1":
        return this.#give("trust");
      case "2":
        return this.#give("not now");
      case "3":
        return this.#give("leave");
      case "v":
        void this.#readInstructions();
        return "stays";
      default:
        return "no answer";
    }
  }

  leave(): void {
    this.#answer("leave");
  }

  #give(answer: TrustAnswer): "is over" {
    this.#answer(answer);
    return "is over";
  }

  async #readInstructions(): Promise<void> {
    const { instructions, notes } = await readInstructions(this.#folder.brought.folder, () => false);
    if (instructions === null) this.#voice.speak(...notes, say`It brings no instructions.`);
    else
      this.#voice.speak(
        say`${instructions.name} says:`,
        instructions.text,
        say`End of ${instructions.name}.`,
      );
    this.#voice.speak(this.choices);
  }
}
