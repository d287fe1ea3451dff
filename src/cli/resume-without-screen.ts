/** Which session to go on with where no screen can show a list of them. */
import { UserError } from "../protocol/error.ts";
import { say } from "../words/say.ts";
import type { Arguments } from "./arguments.ts";
import { tell } from "./output.ts";
import { chosenById, type ChosenById } from "./named-session.ts";

type Chosen = Exclude<NonNullable<Arguments["resume"]>, { type: "pick" | "id" }> | ChosenById;

/**
 * The session that the arguments name: by the beginning of its id, by the whole id of another program's, which is imported
 * then, or, where no id is so, by words that were said in it. Throws a `UserError` for `-r` without anything behind it,
 * for words that stand in several sessions or in none, and for what cannot be imported; `flag` is for its words.
 */
export async function resumeWithoutScreen(
  args: Arguments,
  flag: "-p" | "--events",
  version: string,
): Promise<Chosen | undefined> {
  const { resume } = args;
  if (resume?.type === "pick")
    throw new UserError(
      say`-r without an id opens a picker, which needs a screen. Say rein ${flag} -r ID “…”, or -c.`,
      { exitCode: 2 },
    );
  if (resume?.type !== "id") return resume;
  const chosen = await chosenById(resume, args, version);
  if (chosen !== null) {
    // Said at once: what was made stays also where nothing more comes of it.
    for (const note of chosen.notes ?? []) await tell(`rein: ${note}`);
    return flag === "-p" ? { ...chosen, notes: [] } : chosen;
  }
  const { theOneWith } = await import("./resume-words.ts");
  return { ...resume, id: (await theOneWith(resume.id)).id };
}
