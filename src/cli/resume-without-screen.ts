/** Which session to go on with where no screen can show a list of them. */
import { UserError } from "../protocol/error.ts";
import type { Arguments } from "./arguments.ts";
import { say } from "../words/say.ts";

type Chosen = Exclude<NonNullable<Arguments["resume"]>, { type: "pick" }>;

/** The session that the arguments name. Throws a `UserError` for `-r` without an id; `flag` is for its words. */
export function resumeWithoutScreen({ resume }: Arguments, flag: "-p" | "--events"): Chosen | undefined {
  if (resume?.type !== "pick") return resume;
  throw new UserError(
    say`-r without an id opens a picker, which needs a screen. Say rein ${flag} -r ID “…”, or -c.`,
    { exitCode: 2 },
  );
}
