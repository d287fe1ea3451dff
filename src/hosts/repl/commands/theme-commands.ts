/** What /theme does. */
import type { Environment } from "../../../settings/paths.ts";
import { openState } from "../../../settings/state.ts";
import type { Style } from "../../../terminal/style.ts";
import type { OpenList } from "../lists/open-list.ts";
import { loadOwnThemes } from "../screen/open-themes.ts";
import { ThemePicker } from "../lists/theme-picker.ts";
import type { Theming } from "../screen/theming.ts";
import { say } from "../../../words/say.ts";

export type ThemeParts = {
  readonly theming: Theming;
  readonly env: Environment;
  /** The theme that the user's settings name, which holds at the next start. */
  readonly setting: string | undefined;
  readonly style: Style;
  readonly list: OpenList;
  readonly tell: (text: string, level?: "info" | "warning" | "error") => void;
};

/**
 * Wears the theme named, or lets the user choose one. Their own are read anew, as they may just have been written. Never
 * rejects: what cannot be is told.
 */
export async function setTheme(name: string, parts: ThemeParts): Promise<void> {
  const { theming, env, style, list, tell } = parts;
  for (const warning of await loadOwnThemes(env, theming)) tell(warning, "warning");
  if (name === "") {
    const onChosen = (chosen: string) => {
      theming.use(chosen);
      void keepTheme(chosen, parts);
    };
    return list.open(new ThemePicker({ theming, style, onChosen }));
  }
  if (!theming.use(name)) {
    const names = theming.offered.map((theme) => theme.name).join(", ");
    return tell(say`There is no theme “${name}”. There are ${names}.`, "error");
  }
  await keepTheme(name, parts);
}

/** Keeps it for the next start, where the settings leave that to rein. */
async function keepTheme(name: string, { theming, env, setting, tell }: ThemeParts): Promise<void> {
  const off = theming.hasColours
    ? ""
    : say` There are no colours here (NO_COLOR or TERM=dumb), so it is not seen.`;
  if (setting !== undefined && setting !== name) {
    tell(
      say`The theme is ${name} until you leave: your settings say "theme": ${JSON.stringify(setting)}.${off}`,
    );
    return;
  }
  if (setting === undefined) {
    const onWarning = (message: string) => tell(message, "warning");
    const state = await openState({ env, now: Date.now, onWarning });
    state.set({ theme: name });
  }
  tell(say`The theme is ${name}. What is printed already keeps its colours.${off}`);
}
