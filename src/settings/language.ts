/** Which language the user wants. Asked before the first word, so nothing heavy is loaded. */
import { type Language, languageOf } from "../words/language.ts";
import { earlySetting } from "./early-setting.ts";
import type { Environment } from "./paths.ts";

/** What the user's settings say, else what the environment does. Never throws. */
export async function wantedLanguage(env: Environment): Promise<Language> {
  return (await earlySetting(env, "language")) ?? languageOf(env);
}
