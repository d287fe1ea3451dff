/** Something else has changed a session's file while it was read: what is not there any more is told, beside its places. */
import type { ReadLog } from "../sessions/read-log.ts";
import { say } from "../words/say.ts";
import { tell } from "./output.ts";

/** Tells it on stderr, once all of the log was used; nothing where nothing is lost. */
export async function tellLost({ lost }: Pick<ReadLog, "lost">): Promise<void> {
  const count = lost();
  if (count === 0) return;
  await tell(
    count === 1
      ? say`rein: Something else has changed the session's file meanwhile. A long text of 1 entry is gone; its place says so.`
      : say`rein: Something else has changed the session's file meanwhile. Long texts of ${count} entries are gone; their places say so.`,
  );
}
