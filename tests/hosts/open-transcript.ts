/** An open transcript that a test presses keys in, and what may stand in it. */
import { type TranscriptActions, TranscriptView } from "../../src/hosts/repl/transcript/transcript-view.ts";
import type { InputEvent } from "../../src/terminal/input/event.ts";
import { characterKey, pressed } from "../../src/terminal/input/key.ts";
import { plainStyle, type Style } from "../../src/terminal/style.ts";
import type { Item } from "../../src/transcript/item.ts";
import { call, command, lines } from "../transcript/items.ts";

export const say = (id: string, text: string): Item => ({ type: "text", id, text });
export const ask = (id: string, text: string): Item => ({ type: "user", id, text });
export const ran = (id: string, output: string): Item =>
  call({ id, title: id, status: "done", result: command(output) });
export const paragraphs = (count: number, text = "paragraph") =>
  Array.from({ length: count }, (_, index) => `${text} ${index + 1}`).join("\n\n");

/** Ten prompts, each with a panel of 40 lines and an answer. */
export const session = Array.from({ length: 10 }, (_, index): Item[] => [
  ask(`ask${index}`, `question ${index}`),
  ran(`run${index}`, lines(40)),
  say(`say${index}`, paragraphs(5, `answer ${index}.`)),
]).flat();

type Options = {
  readonly columns?: number;
  readonly rows?: number;
  readonly style?: Style;
  readonly actions?: TranscriptActions;
};

export function open(
  items: Item[],
  { columns = 60, rows = 12, style = plainStyle, actions = {} }: Options = {},
) {
  const view = new TranscriptView(() => items, style, actions);
  let size = { columns, rows };
  let isOpen = true;
  const drawn = () => view.view(size.columns, size.rows);
  const send = (event: InputEvent) => {
    drawn();
    isOpen &&= view.onInput(event) === "stay";
  };
  return {
    get isOpen() {
      return isOpen;
    },
    shown: () => drawn().lines.map((line) => Bun.stripANSI(line)),
    raw: () => drawn().lines,
    footer: () => drawn().footer,
    view,
    key: (...names: readonly string[]) => {
      for (const name of names) {
        const [last = "", ...held] = name.split("+").toReversed();
        const modifiers = Object.fromEntries(held.map((modifier) => [modifier, true]));
        send({
          type: "key",
          key: last.length === 1 ? characterKey(last, modifiers) : pressed(last, modifiers),
        });
      }
    },
    type: (text: string) => send({ type: "text", text }),
    mouse: (action: "press" | "wheel-up" | "wheel-down", row = 0) =>
      send({ type: "mouse", action, button: "left", column: 3, row, ctrl: false, alt: false, shift: false }),
    resize: (to: { columns: number; rows: number }) => {
      size = to;
    },
  };
}
