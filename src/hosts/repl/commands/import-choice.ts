/** Choosing a session of another program: it is made one of rein, and gone on with at once. */
import type { App } from "../../../app/open-app.ts";
import { UserError } from "../../../protocol/error.ts";
import type { FoundTranscript } from "../../../sessions/import/find-transcripts.ts";
import { hasPlaces } from "../../../sessions/import/places.ts";
import { toolNames } from "../../../sessions/import/transcript.ts";
import type { LastExchange } from "../../../sessions/last-exchange.ts";
import { say } from "../../../words/say.ts";
import type { TranscriptSource } from "../lists/transcript-picker.ts";

export type ImportChoiceParts = {
  readonly app: Pick<App, "cwd" | "importing">;
  readonly tell: (text: string) => void;
  /** Goes on with a session. `isNew`: it was made for that just now, so that nobody needs a copy of it. */
  readonly resumeId: (id: string, isNew: boolean) => void;
  /** Does what takes a while and ends in a session to go on with; null where the user has stopped it. */
  readonly whileMade: <T>(make: (signal: AbortSignal) => Promise<T>) => Promise<T | null>;
};

/** What the list of them needs; undefined where no other program has kept anything, or where no session is kept. */
export function transcriptSource({
  app,
  tell,
  resumeId,
  whileMade,
}: ImportChoiceParts): TranscriptSource | undefined {
  const { importing, cwd } = app;
  if (importing === undefined || !hasPlaces(importing.env)) return undefined;
  /** It is there once they are listed. */
  let readEnd: ((found: FoundTranscript) => LastExchange) | undefined;
  return {
    async find() {
      const [{ findTranscripts, unreadableWords }, { transcriptEnd }] = await Promise.all([
        import("../../../sessions/import/find-transcripts.ts"),
        import("../../../sessions/import/transcript-end.ts"),
      ]);
      readEnd = transcriptEnd;
      return findTranscripts(importing.env, {
        here: cwd,
        onUnreadable: (file, why) => tell(unreadableWords(file, why)),
      });
    },
    endOf(found) {
      try {
        const { user, assistant } = readEnd?.(found) ?? { user: "", assistant: "" };
        return [...linesOf(user, 1).map((line) => `> ${line}`), ...linesOf(assistant, mostAnswerLines)];
      } catch {
        // Removed since it was listed, or not ours to read: choosing it says which.
        return [];
      }
    },
    nameOf: ({ tool }) => toolNames[tool],
    onChosen: (found) => void take(found),
  };

  async function take(found: FoundTranscript): Promise<void> {
    if (importing === undefined) return;
    const name = toolNames[found.tool];
    try {
      if ((found.size ?? 0) > muchToRead)
        tell(say`The session of ${name} is read; it takes a moment. Esc stops that.`);
      const outcome = await whileMade(async (signal) => {
        const { importTranscript } = await import("../../../app/import-session.ts");
        return importTranscript(found, importing, { signal });
      });
      if (outcome === null) return;
      resumeId(outcome.sessionId, outcome.type === "imported");
      if (outcome.type === "before") {
        tell(say`This session of ${name} was imported before, and nothing has come since.`);
        return;
      }
      tell([say`Imported from ${name}, which keeps its own.`, ...outcome.notes].join("\n"));
    } catch (thrown) {
      if (!(thrown instanceof UserError)) throw thrown;
      tell(thrown.message);
    }
  }
}

/** A wait for more than so much to be read is told, bytes. */
const muchToRead = 8 * 1024 * 1024;
const mostAnswerLines = 3;
/** So much of a message is looked at for its lines, UTF-16 units. */
const mostShown = 2_000;

function linesOf(text: string, most: number): string[] {
  return text
    .slice(0, mostShown)
    .split("\n")
    .filter((line) => line.trim() !== "")
    .slice(0, most);
}
