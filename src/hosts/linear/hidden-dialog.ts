/** A line that is typed unseen. */
import type { Dialog } from "./dialogs.ts";
import type { Voice } from "./voice.ts";
import { say } from "../../words/say.ts";

export type HiddenDialogParts = {
  readonly voice: Voice;
  readonly question: string;
  /** Whether what is typed is seen; false when the terminal cannot do that. */
  readonly showTyping: (isShown: boolean) => boolean;
  readonly onDone: (text: string) => void;
};

export class HiddenDialog implements Dialog {
  readonly takesText = true;
  readonly #parts: HiddenDialogParts;

  constructor(parts: HiddenDialogParts) {
    this.#parts = parts;
  }

  get choices(): string {
    return say`What you type is not shown. Only Enter leaves.`;
  }

  hasChoice(): boolean {
    return false;
  }

  ask(): void {
    const { voice, question, showTyping } = this.#parts;
    if (showTyping(false)) voice.speak(question, this.choices);
    else
      voice.tell(say`The terminal cannot hide what is typed: only Enter leaves, or it is seen.`, "warning");
  }

  onLine(text: string): "is over" {
    const { voice, showTyping, onDone } = this.#parts;
    showTyping(true);
    if (text.trim() === "") voice.speak(say`Nothing was added.`);
    else onDone(text.trim());
    return "is over";
  }

  cover(): boolean {
    this.#parts.showTyping(true);
    return true;
  }

  leave(): void {
    this.onLine("");
  }
}
