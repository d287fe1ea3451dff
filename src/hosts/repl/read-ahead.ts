/** Shows the end of a long session and reads all of it, before the conversation is opened. */
import type { App } from "../../app/open-app.ts";
import type { Resume } from "../../app/options.ts";
import { openVeil } from "../../app/secret-veil.ts";
import { createDraftFile, draftKeyOfSession } from "../../sessions/draft-file.ts";
import type { Composer } from "./composer/composer.ts";
import { DraftKeeper } from "./composer/draft-keeper.ts";
import { DraftWords } from "./composer/draft-words.ts";
import { writtenMessage } from "./composer/written-message.ts";
import { type BeingRead, ShownAhead, type ShownAheadOptions } from "./conversation/shown-ahead.ts";
import type { ReplStart } from "./start.ts";
import type { TailFirst } from "./tail-first.ts";

export type ReadAheadHost = ShownAheadOptions & {
  readonly app: App;
  readonly composer: Composer;
  readonly hint: (text: string) => void;
  /** Fires when the user leaves. */
  readonly leaving: AbortSignal;
  /** Told what is being read, and undefined once that is over. */
  readonly onReading: (reading: BeingRead | undefined) => void;
};

/** What to open, and what of it is on the screen already. */
export type ToOpen = { readonly resume: Resume | undefined; readonly shown?: ShownAhead };

/**
 * Nothing happens for a session that is opened at once. `early`: what of it is on the screen already. Resolves with “leave”
 * when the user leaves meanwhile. Rejects with a `UserError` when there is no such session or it cannot be read.
 */
export async function readAhead(
  resume: ReplStart["resume"],
  host: ReadAheadHost,
  early: Pick<TailFirst, "ahead" | "shown"> | null,
): Promise<ToOpen | "leave"> {
  if (resume === undefined || resume.type === "pick") return { resume: undefined };
  const ahead = early?.ahead ?? (resume.type === "copy" ? null : host.app.lookAhead(resume));
  if (ahead === null) return { resume };
  const { tail, model = host.app.choice.model } = ahead;
  const shown = early?.shown ?? new ShownAhead({ tail, model }, host);
  const keep = () => keepWritten(tail.header.sessionId, host);
  host.onReading({
    change: () => shown.change(),
    openTranscript: () => shown.openTranscript(),
    keep,
  });
  shown.tell({ read: 0, size: tail.size });
  try {
    const read = await ahead.read({ signal: host.leaving, onProgress: (soFar) => shown.tell(soFar) });
    return { resume: read, shown };
  } catch (thrown) {
    shown.close();
    if (!host.leaving.aborted) throw thrown;
    keep();
    return "leave";
  } finally {
    host.onReading(undefined);
  }
}

/** Keeps what was written and sent, as a draft of the session. */
export function keepWritten(sessionId: string, host: ReadAheadHost): void {
  const { app, env, sent, hint } = host;
  const { drafts, locks } = app.paths;
  const veil = app.hidesSecrets ? openVeil({ entries: () => [] }, app.cwd, env) : undefined;
  const keeper = new DraftKeeper({
    ...host,
    file: createDraftFile(drafts, locks, Date.now),
    words: veil === undefined ? undefined : new DraftWords(veil),
    key: () => draftKeyOfSession(sessionId),
    waiting: () => sent().map(writtenMessage),
    onTrouble: hint,
  });
  keeper.close();
}
