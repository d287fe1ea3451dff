/** The key table of the running program, and the user's own keys in it. */
import type { Environment } from "../../settings/paths.ts";
import type { InputEvent } from "../../terminal/input/event.ts";
import type { Context } from "../../terminal/keymap.ts";
import { keyName, keymap } from "../../terminal/keymap/active.ts";
import { firstFew } from "../../words/few.ts";
import { say } from "../../words/say.ts";

export { keyName, keymap } from "../../terminal/keymap/active.ts";

/** Whether the event is the key that stops rein, in a place that has keys of its own. */
export function isSuspension(event: InputEvent, place: Context): boolean {
  return event.type === "key" && keymap.lookup(event.key, place) === "suspend";
}

/** The keys while a text is written in a question: those that send it, begin a new line, and open the editor. */
export function writingKeys(): readonly [send: string, newline: string, editor: string] {
  return [keyName("send", "composer"), keyName("newline", "composer"), keyName("open-editor", "composer")];
}

/**
 * Reads the user's `keybindings.json` and lets its keys hold from now on. Loaded behind the prompt: keys that are pressed
 * before do what they do for everybody. Returns what the user should know, a sentence each.
 */
export async function loadKeybindings(env: Environment): Promise<readonly string[]> {
  const { readKeybindings } = await import("../../settings/keybindings.ts");
  const { file, content, warning } = readKeybindings(env);
  if (warning !== null) return [say`${file}: ${warning}`];
  if (content === null) return [];
  const { moveKeys } = await import("../../terminal/keymap/moved.ts");
  const { defaultBindings } = await import("../../terminal/keymap/bindings.ts");
  const { useBindings } = await import("../../terminal/keymap/active.ts");
  const { bindings, faults } = moveKeys(defaultBindings, content);
  useBindings(bindings);
  return firstFew(
    faults.map((fault) => say`${file}: ${fault}`),
    "/doctor",
  );
}
