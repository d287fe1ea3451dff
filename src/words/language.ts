/** Which language rein talks to its user in. */
import { type Catalogue, useCatalogue } from "./say.ts";

/** The languages that there is a catalogue for: English and Chinese (simplified characters). */
export const languages = ["en", "zh"] as const;
export type Language = (typeof languages)[number];

type Environment = Readonly<Record<string, string | undefined>>;

/** The variables that name the language of messages, the first that is set counts (POSIX, chapter 8.2). */
const variables = ["LC_ALL", "LC_MESSAGES", "LANG"] as const;

/** The language that the environment asks for; English where it asks for none that rein has. */
export function languageOf(env: Environment): Language {
  const said = variables.map((name) => env[name] ?? "").find((text) => text !== "") ?? "";
  return /^zh(?:[_.@-]|$)/i.test(said) ? "zh" : "en";
}

/** Loads the catalogue of a language and says everything in it from then on. */
export async function loadLanguage(language: Language): Promise<void> {
  useCatalogue(await catalogueOf(language));
}

async function catalogueOf(language: Language): Promise<Catalogue | null> {
  if (language === "en") return null;
  const { chinese } = await import("./chinese.ts");
  return chinese;
}
