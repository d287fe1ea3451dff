/** How the composer looks while what is written is a command for the user's shell. */
import type { ComposerView } from "../../../../components/view.ts";
import { say } from "../../../words/say.ts";
import { parseInput } from "../commands/commands.ts";

/** Nothing for any other text. `isTyped`: what begins it was typed, so it may be a command. */
export function shellMode(text: string, isTyped: boolean): Pick<ComposerView, "sign" | "hint"> {
  const input = parseInput(text, isTyped);
  if (input.type !== "shell") return {};
  const hint = input.shared
    ? say`runs in your shell, shared with the model; !! keeps it private`
    : say`runs in your shell, not shared with the model`;
  return { sign: "!", hint };
}
