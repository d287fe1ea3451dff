/** How rein looks and tells, as the settings have it. */
import type { EditingName, Settings, StatusLineSetting } from "../settings/schema.ts";

export type Looks = {
  /** How a user who looks elsewhere is told that something waits for them. */
  readonly notify: "off" | "bell" | "osc";
  /** Whether the terminal shows that a turn runs. */
  readonly progress: boolean;
  /** The theme that the user's settings name. */
  readonly theme: string | undefined;
  /** How text is edited, where the user's settings say so. */
  readonly editing: EditingName | undefined;
  /** Whether calls that only look share a line on the screen. */
  readonly groupReads: boolean;
  readonly statusLine: StatusLineSetting | undefined;
  /** How much the screen shows of what the model thinks. */
  readonly thinking: "line" | "full" | "off";
  /** Whether images are drawn where the terminal can. */
  readonly images: "auto" | "off";
};

export function looksOf(settings: Settings): Looks {
  return {
    notify: settings.notify ?? "bell",
    progress: settings.progress ?? true,
    theme: settings.theme,
    editing: settings.editing,
    groupReads: settings.groupReads ?? true,
    statusLine: settings.statusLine,
    thinking: settings.thinking ?? "line",
    images: settings.images ?? "auto",
  };
}
