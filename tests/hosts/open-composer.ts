/** A composer that a test types, pastes and presses keys into. */
import { Composer } from "../../src/hosts/repl/composer/composer.ts";
import { pressed } from "../../src/terminal/input/key.ts";
import { plainStyle } from "../../src/terminal/style.ts";

export function composer() {
  const made = new Composer(plainStyle);
  const press = (name: string) => {
    const ctrl = name.startsWith("ctrl+");
    return made.onInput(
      { type: "key", key: pressed(ctrl ? name.slice("ctrl+".length) : name, { ctrl }) },
      60,
    );
  };
  return {
    made,
    press,
    type: (text: string) => made.onInput({ type: "text", text }, 60),
    paste: (text: string) => made.onInput({ type: "paste", text, continues: false }, 60),
    text: () => made.buffer.value(),
    sign: () => made.change(60).composer?.sign ?? ">",
    list: () => made.change(60).suggestions,
  };
}
