/** The open questions of a turn: asked one at a time, answered by call id. */
import type { ApprovalAnswer, ApprovalRequest } from "../protocol/approval.ts";

export type Questions = {
  /** The question that waits for an answer now, if any. */
  readonly open: ApprovalRequest | undefined;
  /** Puts a question behind those that wait; resolves with its answer, or "interrupted" once the signal fires. */
  ask(approval: ApprovalRequest, signal: AbortSignal): Promise<ApprovalAnswer | "interrupted">;
  /** Answers the open question; false when that call has none. */
  answer(callId: string, answer: ApprovalAnswer): boolean;
};

/** `onOpen` is called when a question becomes the open one, which is when it may be shown. */
export function createQuestions(onOpen: (approval: ApprovalRequest) => void): Questions {
  let open:
    { approval: ApprovalRequest; settle: (answer: ApprovalAnswer | "interrupted") => void } | undefined;
  let last: Promise<unknown> = Promise.resolve();

  const askNow = (approval: ApprovalRequest, signal: AbortSignal) => {
    const { promise, resolve } = Promise.withResolvers<ApprovalAnswer | "interrupted">();
    if (signal.aborted) return Promise.resolve("interrupted" as const);
    const onAbort = () => settle("interrupted");
    const settle = (answer: ApprovalAnswer | "interrupted") => {
      signal.removeEventListener("abort", onAbort);
      open = undefined;
      resolve(answer);
    };
    signal.addEventListener("abort", onAbort, { once: true });
    open = { approval, settle };
    onOpen(approval);
    return promise;
  };

  return {
    get open() {
      return open?.approval;
    },
    ask(approval, signal) {
      const asked = last.then(() => askNow(approval, signal));
      last = asked;
      return asked;
    },
    answer(callId, answer) {
      if (open?.approval.callId !== callId) return false;
      open.settle(answer);
      return true;
    },
  };
}
