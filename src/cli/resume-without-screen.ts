/** Which session to go on with where no screen can show a list of them. */
import { UserError } from "../protocol/error.ts";
import { isBeginningOfId } from "../sessions/list.ts";
import { dataPaths } from "../sessions/paths.ts";
import { say } from "../words/say.ts";
import type { Arguments } from "./arguments.ts";

type Chosen = Exclude<NonNullable<Arguments["resume"]>, { type: "pick" }>;

/**
 * The session that the arguments name: by the beginning of its id, or, where no id begins so, by words that were said in
 * it. Throws a `UserError` for `-r` without anything behind it, and for words that stand in several sessions or in none;
 * `flag` is for its words.
 */
export async function resumeWithoutScreen(
  { resume }: Arguments,
  flag: "-p" | "--events",
): Promise<Chosen | undefined> {
  if (resume?.type === "pick")
    throw new UserError(
      say`-r without an id opens a picker, which needs a screen. Say rein ${flag} -r ID “…”, or -c.`,
      { exitCode: 2 },
    );
  if (resume?.type !== "id" || isBeginningOfId(dataPaths(process.env), resume.id)) return resume;
  const { theOneWith } = await import("./resume-words.ts");
  return { ...resume, id: (await theOneWith(resume.id)).id };
}
