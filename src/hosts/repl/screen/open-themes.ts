/** The user's own themes, and the one that they want. */
import type { Environment } from "../../../settings/paths.ts";
import { chosenTheme, readThemeFiles } from "../../../settings/theme-files.ts";
import { defaultThemeName, type OwnTheme } from "../../../terminal/themes/named.ts";
import { firstFew } from "../../../words/few.ts";
import type { Theming } from "./theming.ts";
import { say } from "../../../words/say.ts";

/** Reads the files in the user's folder `themes`. Returns what the user should know, a sentence each. */
export async function loadOwnThemes(env: Environment, theming: Theming): Promise<readonly string[]> {
  const files = readThemeFiles(env);
  const own: OwnTheme[] = [];
  const warnings: string[] = [];
  for (const { file, name, content, warning } of files) {
    if (warning !== null) {
      warnings.push(say`${file}: ${warning}`);
      continue;
    }
    // With it zod is loaded, which nobody needs who has no theme of their own.
    const { readTheme } = await import("../../../terminal/themes/read-theme.ts");
    const { theme, faults } = readTheme(name, content);
    if (theme !== null) own.push(theme);
    warnings.push(...faults.map((fault) => say`${file}: ${fault}`));
  }
  theming.know(own);
  return firstFew(warnings, "/doctor");
}

/**
 * Puts the theme in force that the settings name, else the one that was chosen in rein, else the usual one. Returns what
 * the user should know, a sentence each.
 */
export async function beginTheming(
  env: Environment,
  setting: string | undefined,
  theming: Theming,
): Promise<readonly string[]> {
  const warnings = await loadOwnThemes(env, theming);
  const name = setting ?? chosenTheme(env) ?? defaultThemeName;
  if (theming.use(name)) return warnings;
  theming.use(defaultThemeName);
  return [
    ...warnings,
    say`There is no theme ${JSON.stringify(name)}; ${theming.name} stands in for it. /theme lists them.`,
  ];
}
