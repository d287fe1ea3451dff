/** What is done about a request that a server refused: it was too long, or a part of the history was not to its liking. */
import { nameOfText } from "../context/left-out.ts";
import { findRepair } from "../context/repair.ts";
import { saidIn } from "../context/request.ts";
import { isGuessedOverflow, isOverflow, windowIn } from "../context/window.ts";
import type { GuardedTurn, Recovery, RefusedRequest } from "../engine/dependencies.ts";
import type { Entry, LeftOut } from "../protocol/entry.ts";
import type { ProviderError } from "../protocol/error.ts";
import type { Provider } from "../providers/provider.ts";
import { beginningMessages, messagesBackTo } from "../sessions/fork.ts";
import type { Session } from "../sessions/session.ts";
import { say } from "../words/say.ts";
import type { ContextUse } from "./context-use.ts";
import type { Room } from "./make-room.ts";

export type RecoveryParts = {
  readonly session: Pick<Session, "branch">;
  readonly use: ContextUse;
  readonly provider: () => Provider;
  /** False when only the user decides that something is summarised. */
  readonly automatic: boolean;
  readonly makeRoom: (turn: GuardedTurn) => Promise<Room>;
};

/** Each kind of help is given once a step: a second refusal for the same reason is an error that says what was tried. */
export function createRecovery({ session, use, provider, automatic, makeRoom }: RecoveryParts): Recovery {
  const overflow = async (refused: RefusedRequest, tokens: number): Promise<"again" | ProviderError> => {
    const { error, model } = refused;
    const known = use.windowOf(provider());
    // It was refused, so the window is smaller than it.
    use.learnWindow(model, windowIn(error) ?? Math.min(tokens, known ?? tokens));
    if (!automatic) {
      return saying(error, say`/compact summarises the conversation; /clear starts a fresh session.`);
    }
    const room = await makeRoom(refused);
    // Where less of it did not help, it was about something else: a window is learned from no guess like that.
    if (room.type !== "made" && isGuessedOverflow(error)) use.learnWindow(model, undefined);
    switch (room.type) {
      case "made":
        return "again";
      case "failed":
        return { ...error, message: `${error.message} ${room.reason}` };
      case "nothing":
        return saying(
          error,
          say`There is nothing before it that could be summarised. /model talks to a model with a larger window.`,
        );
      case "interrupted":
        return error;
      default:
        return room satisfies never;
    }
  };

  /** How many messages back begins what was left out last, and what is named now. */
  const backTo = (more: readonly LeftOut[] = []): number | null => {
    const branch = session.branch();
    const notice = branch.findLast((entry) => entry.type === "notice" && entry.leftOut !== undefined);
    const left = notice?.type === "notice" ? (notice.leftOut ?? []) : [];
    return messagesBackTo([...left, ...more], branch, nameOfText);
  };

  return async (refused) => {
    const { error, request, tried, model, append } = refused;
    // A body that is too large in bytes is so because of its images, if it has any; and who only guesses looks at them first.
    const isTooLong = error.kind === "context_length" && !isGuessedOverflow(error);
    const repair = isTooLong ? null : findRepair(error, request, saidIn(session.branch()));
    if (repair === null) {
      const tokens = await use.ofRequest(request, model);
      if (!isOverflow(error, tokens, use.windowOf(provider())))
        return tried.has("repair")
          ? saying(error, stillRefused(backTo()))
          : withWayOut(error, session.branch());
      if (!isFirst(tried, "room")) return saying(error, stillTooLong);
      return overflow(refused, tokens);
    }
    if (!isFirst(tried, "repair")) return saying(error, stillRefused(backTo(repair.leftOut)));
    append({
      type: "notice",
      text: say`The model's server refused ${repair.words}; rein leaves that out from here on and asks again.\n${error.message}`,
      leftOut: [...repair.leftOut],
    });
    return "again";
  };
}

/** A refusal that the turn before ended with, too: whoever is stuck in it has to be told how to get out. */
function withWayOut(error: ProviderError, branch: readonly Entry[]): ProviderError {
  const ends = branch.flatMap((entry, at) => (entry.type === "turn_end" ? [{ entry, at }] : []));
  const lastGood = ends.findLast(({ entry }) => entry.error === undefined || !isRefusal(entry.error));
  if (!isRefusal(error) || ends.at(-1) === lastGood) return error;
  const back = beginningMessages(branch).filter(({ at }) => at > (lastGood?.at ?? -1)).length;
  return saying(
    error,
    say`The message before was refused as well. If that is because of something in this conversation, /fork ${back} goes on in a copy of it that ends before that, with your message of then to send again; /compact puts a summary in the place of what came before, /clear starts a fresh session; this one stays saved.`,
  );
}

/** The server will not take the request, whenever it is sent. */
function isRefusal({ kind, retryable }: ProviderError): boolean {
  return !retryable && (kind === "invalid_request" || kind === "message_order" || kind === "context_length");
}

const stillTooLong = say`That is so also after rein summarised the conversation. /model talks to a model with a larger window, /clear starts a fresh session; this one stays saved, whole.`;
/** What can be done about a history that is refused in spite of its repair; `back` is how far the fault lies, in messages. */
function stillRefused(back: number | null): string {
  const fork =
    back === null
      ? ""
      : say` /fork ${back} goes on in a copy of this session that ends before that part, with your message of then to send again;`;
  return say`rein left out what the server named and asked once more, in vain.${fork} /compact puts a summary in the place of what came before, /clear starts a fresh session; this one stays saved.`;
}

function isFirst(tried: Set<string>, help: string): boolean {
  const first = !tried.has(help);
  tried.add(help);
  return first;
}

function saying(error: ProviderError, advice: string): ProviderError {
  return { ...error, message: `${error.message} ${advice}` };
}
