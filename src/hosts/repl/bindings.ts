/** Which key runs which named command in the composer. */
import { type Key, keyId } from "../../terminal/input/key.ts";
import type { EditCommand } from "../../terminal/text-buffer.ts";

export type ComposerCommand =
  | EditCommand
  | "send"
  | "steer"
  | "newline"
  | "interrupt"
  | "cancel"
  | "end-of-input"
  | "suspend"
  | "cycle-mode"
  | "open-transcript"
  | "take-back"
  | "complete"
  | "history-previous"
  | "history-next";

const bindings: Readonly<Record<string, ComposerCommand>> = {
  enter: "send",
  "alt+s": "steer",
  "ctrl+enter": "steer",
  "shift+enter": "newline",
  "alt+enter": "newline",
  "ctrl+j": "newline",
  escape: "interrupt",
  "ctrl+c": "cancel",
  "ctrl+d": "end-of-input",
  "ctrl+z": "suspend",
  "shift+tab": "cycle-mode",
  "ctrl+o": "open-transcript",
  "alt+up": "take-back",
  tab: "complete",
  up: "history-previous",
  down: "history-next",
  left: "move-left",
  right: "move-right",
  "ctrl+b": "move-left",
  "ctrl+f": "move-right",
  "ctrl+left": "move-word-left",
  "ctrl+right": "move-word-right",
  "alt+left": "move-word-left",
  "alt+right": "move-word-right",
  "alt+b": "move-word-left",
  "alt+f": "move-word-right",
  home: "move-line-start",
  end: "move-line-end",
  "ctrl+a": "move-line-start",
  "ctrl+e": "move-line-end",
  backspace: "delete-backward",
  "ctrl+h": "delete-backward",
  delete: "delete-forward",
  "ctrl+backspace": "kill-word-backward",
  "alt+backspace": "kill-word-backward",
  "ctrl+w": "kill-shell-word-backward",
  "alt+d": "kill-word-forward",
  "ctrl+delete": "kill-word-forward",
  "ctrl+u": "kill-to-line-start",
  "ctrl+k": "kill-to-line-end",
  "ctrl+y": "yank",
  "alt+y": "yank-pop",
  "ctrl+_": "undo",
};

/** The command of a key, or undefined for a key that does nothing. */
export function commandOf(key: Key): ComposerCommand | undefined {
  return bindings[keyId(key)];
}
