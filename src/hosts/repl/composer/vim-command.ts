/** What /vim does, and how editing begins. */
import { chosenEditing } from "../../../settings/chosen-editing.ts";
import type { Environment } from "../../../settings/paths.ts";
import type { EditingName } from "../../../settings/schema.ts";
import { openState } from "../../../settings/state.ts";
import { say } from "../../../words/say.ts";
import type { Editing } from "./editing.ts";

export type VimCommandParts = {
  readonly editing: Editing;
  readonly env: Environment;
  /** What the user's settings say, which holds at the next start. */
  readonly setting: EditingName | undefined;
  readonly tell: (text: string, level?: "info" | "warning" | "error") => void;
};

/** Edits as the settings say, else as it was chosen with /vim, else as in the shell. */
export async function beginEditing({ editing, env, setting }: Omit<VimCommandParts, "tell">): Promise<void> {
  const name = setting ?? chosenEditing(env) ?? "readline";
  if (name !== editing.name) await editing.use(name);
}

/** Switches vim mode on or off, and keeps that for the next start where the settings leave it to rein. Never rejects. */
export async function switchEditing({ editing, env, setting, tell }: VimCommandParts): Promise<void> {
  const name = editing.name === "vim" ? "readline" : "vim";
  await editing.use(name);
  const words =
    name === "vim"
      ? say`Vim mode is on: Esc leads to normal mode, where Enter sends and Esc stops what runs; i leads back.`
      : say`Vim mode is off.`;
  if (setting !== undefined && setting !== name) {
    return tell(
      say`${words} It is so until you leave: your settings say "editing": ${JSON.stringify(setting)}.`,
    );
  }
  if (setting === undefined) {
    const state = await openState({ env, now: Date.now, onWarning: (message) => tell(message, "warning") });
    state.set({ editing: name });
  }
  tell(words);
}
