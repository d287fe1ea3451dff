/** The first start without a key: what one can do, on one screen, once. Whoever just writes is not held up. */
import type { PickerView } from "../../../../components/view.ts";
import { listModels, type ModelListOptions } from "../../../app/model-list.ts";
import type { InputEvent } from "../../../terminal/input/event.ts";
import { type Key, keysOf } from "../../../terminal/input/key.ts";
import { sanitize } from "../../../terminal/sanitize.ts";
import { truncateLine } from "../../../terminal/width.ts";
import { keymap } from "../keys.ts";
import type { List, OpenList } from "../lists/open-list.ts";
import { QuestionGuard } from "../questions/question-guard.ts";
import { say } from "../../../words/say.ts";

export type WelcomeParts = {
  readonly list: OpenList;
  readonly app: { readonly modelListOptions: ModelListOptions };
  readonly timers: { readonly now: () => number };
  /** Whether the user has begun to write: then nobody is greeted. */
  readonly isWriting: () => boolean;
  readonly tell: (text: string) => void;
  /** Talks to a model from now on, or says why that cannot be. */
  readonly talkTo: (model: string) => void;
};

type Choice = { readonly text: string; readonly run: () => void };

/** Where room is short, the words behind a choice are left out; columns. */
const spacious = 60;

/** Opens it, and offers a model of a server on this machine as soon as one has answered. Rejects for nothing. */
export async function openWelcome(parts: WelcomeParts): Promise<void> {
  const { list, app, tell, talkTo, isWriting } = parts;
  if (isWriting()) return;
  const welcome = new Welcome(parts);
  list.open(welcome);
  const { rows } = await listModels({ ...app.modelListOptions, onlyHere: true });
  const [local] = rows;
  if (local === undefined || !list.shows(welcome)) return;
  const name = sanitize(local.name, "approval_inline");
  const more = rows.length === 1 ? "" : say`, or one of ${rows.length - 1} more with /model`;
  welcome.offer({
    text: say`talk to ${name}, on this machine${more}`,
    run: () => {
      tell(say`/model chooses another one; rein --model ${name} starts with this one.`);
      talkTo(local.name);
    },
  });
  list.draw();
}

export class Welcome implements List {
  readonly #guard: QuestionGuard;
  readonly #choices: Choice[];
  #selected = 0;

  constructor({ tell, timers }: Pick<WelcomeParts, "tell" | "timers">) {
    this.#guard = new QuestionGuard(timers.now);
    this.#guard.noteQuestion();
    this.#choices = [
      {
        text: say`try the offline demo: no key, no network`,
        run: () => tell(say`The demo answers by itself. Ask “what can you do”, or /help.`),
      },
      {
        text: say`talk to a model of a provider: it needs a key`,
        run: () =>
          tell(
            say`“rein auth login PROVIDER” in a shell asks for a key, checks it and keeps it: anthropic, openai, deepseek and more. Or set ANTHROPIC_API_KEY, OPENAI_API_KEY …; then start rein again.`,
          ),
      },
    ];
  }

  /** One choice more, behind those that are there: what has a number keeps it. */
  offer(choice: Choice): void {
    this.#choices.push(choice);
  }

  view(columns: number): PickerView {
    const words =
      columns < spacious
        ? say`Welcome to rein.`
        : say`Welcome to rein. There is no key for a model yet: write, or choose (or esc)`;
    return {
      heading: truncateLine(words, columns),
      rows: this.#choices.map(({ text }, index) =>
        truncateLine(`${index + 1}  ${text}`, Math.max(1, columns - 2)),
      ),
      selected: this.#selected,
    };
  }

  onInput(event: InputEvent): "stay" | "close" | "pass" {
    if (event.type === "paste") return "pass";
    const keys = event.type === "text" ? keysOf(event.text) : event.type === "key" ? [event.key] : [];
    const [key, ...others] = keys;
    if (key === undefined) return "stay";
    // Several letters in one read are being written, and so is one that comes before this can have been seen.
    const isWriting = others.length > 0 || (event.type === "text" && this.#guard.isFresh);
    return isWriting ? "pass" : this.#onKey(key);
  }

  #onKey(key: Key): "stay" | "close" | "pass" {
    switch (keymap.lookup(key, "list")) {
      case "dismiss":
        return "close";
      case "select-previous":
      case "select-next": {
        const step = keymap.lookup(key, "list") === "select-next" ? 1 : -1;
        this.#selected = Math.max(0, Math.min(this.#selected + step, this.#choices.length - 1));
        return "stay";
      }
      case "accept":
        return this.#choose(this.#selected);
      default:
        return /^[1-9]$/.test(key.name) ? this.#choose(Number(key.name) - 1) : "pass";
    }
  }

  #choose(index: number): "close" | "pass" {
    const choice = this.#choices[index];
    choice?.run();
    return choice === undefined ? "pass" : "close";
  }
}
