/** The key table of the running program, and the user's own keys in it. */
import type { Environment } from "../../settings/paths.ts";
import type { InputEvent } from "../../terminal/input/event.ts";
import { pressed } from "../../terminal/input/key.ts";
import type { Command, Context } from "../../terminal/keymap.ts";
import { keyName, keymap } from "../../terminal/keymap/active.ts";
import { escapeTwice } from "../../terminal/keymap/bindings.ts";
import type { EnterSends } from "../../terminal/keymap/enter-sends.ts";
import { toldKey } from "../../terminal/keymap/key-names.ts";
import type { Modes } from "../../terminal/modes.ts";
import { firstFew } from "../../words/few.ts";
import { say } from "../../words/say.ts";

export { keyName, keymap } from "../../terminal/keymap/active.ts";

const escapeTwiceKey = pressed(escapeTwice);

/** What Esc pressed twice does on an empty line while nothing runs. */
export function onEscapeTwice(): Command | undefined {
  return keymap.lookup(escapeTwiceKey, "composer");
}

/** Whether the event is the key that stops rein, in a place that has keys of its own. */
export function isSuspension(event: InputEvent, place: Context): boolean {
  return event.type === "key" && keymap.lookup(event.key, place) === "suspend";
}

/** The keys while a text is written in a question: those that send it, begin a new line, and open the editor. */
export function writingKeys(): readonly [send: string, newline: string, editor: string] {
  return [keyName("send", "composer"), keyName("newline", "composer"), keyName("open-editor", "composer")];
}

export type LoadedKeys = {
  /** What the user should know, a sentence each. */
  readonly faults: readonly string[];
  /** What turns out once the terminal has told of its keyboard; null for nothing. */
  readonly later: Promise<string | null>;
};

/**
 * Reads the user's `keybindings.json` and lets its keys hold from now on. Loaded behind the prompt: keys that are pressed
 * before do what they do for everybody. `whenKnown` resolves when it is known how keys arrive.
 */
export async function loadKeybindings(
  env: Environment,
  whenKnown: () => Promise<Modes["keyboard"]>,
): Promise<LoadedKeys> {
  const nothing = Promise.resolve(null);
  const { readKeybindings } = await import("../../settings/keybindings.ts");
  const { file, content, warning } = readKeybindings(env);
  if (warning !== null) return { faults: [say`${file}: ${warning}`], later: nothing };
  if (content === null) return { faults: [], later: nothing };
  const { moveKeys } = await import("../../terminal/keymap/moved.ts");
  const { defaultBindings } = await import("../../terminal/keymap/bindings.ts");
  const { useBindings } = await import("../../terminal/keymap/active.ts");
  const { enterSends } = await import("../../terminal/keymap/enter-sends.ts");
  const { bindings, faults } = moveKeys(defaultBindings, content);
  // As long as nothing is known of the terminal, a text that is written can be sent.
  const kept = enterSends(bindings);
  useBindings(kept?.bindings ?? bindings);
  const settle = async ({ unsent }: EnterSends) => {
    if ((await whenKnown()) !== "kitty")
      return say`${file}: This terminal cannot send “${unsent.map(toldKey).join(", ")}”, so “composer.send” keeps enter as well. Give it a key that arrives, as in ["alt+enter"]; /doctor keys shows what does.`;
    useBindings(bindings);
    return null;
  };
  return {
    faults: firstFew(
      faults.map((fault) => say`${file}: ${fault}`),
      "/doctor",
    ),
    later: kept === null ? nothing : settle(kept),
  };
}
