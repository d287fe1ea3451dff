/** The open questions of a turn: a set, each answered by its call's id, in any order. */
import type { ApprovalAnswer, ApprovalRequest } from "../protocol/approval.ts";
import { say } from "../words/say.ts";
import { answerFault } from "./answer-fault.ts";

/** How a question ends: by its answer, with its turn, or because it has no need of an answer any more. */
export type QuestionEnd = ApprovalAnswer | "interrupted" | "withdrawn";

/** What became of an answer. `why` is a sentence for whoever gave it; the question, if there is one, stays open. */
export type AnswerOutcome = { readonly type: "taken" } | { readonly type: "refused"; readonly why: string };

export type Questions = {
  /** The questions that wait for an answer, at most one of each call, in the order in which their calls first asked. */
  readonly open: readonly ApprovalRequest[];
  /** Asks at once, or after an open question about the same call. Ends as "interrupted" once the signal fires. */
  ask(approval: ApprovalRequest, signal: AbortSignal): Promise<QuestionEnd>;
  /** Answers the open question of a call. */
  answer(callId: string, answer: ApprovalAnswer): AnswerOutcome;
  /** Ends a question without an answer. Does nothing when the call has none. */
  withdraw(callId: string): void;
  /** Ends every question as "interrupted": its turn is over. */
  endAll(): void;
};

export type QuestionListener = {
  /** A question is open and may be shown. */
  readonly onOpen: (approval: ApprovalRequest) => void;
  /** It has its answer; told before anything comes of that. */
  readonly onAnswer: (callId: string, answer: ApprovalAnswer) => void;
  /** It needs no answer any more. */
  readonly onWithdraw: (callId: string) => void;
};

type Open = { readonly approval: ApprovalRequest; readonly settle: (end: QuestionEnd) => void };

/** No question is open at first. */
export function createQuestions({ onOpen, onAnswer, onWithdraw }: QuestionListener): Questions {
  const open = new Map<string, Open>();
  /** The calls that have asked in this turn, in their order: one that asks again keeps its place. */
  const places = new Set<string>();
  /** By call id: settled when its last question has ended. */
  const last = new Map<string, Promise<unknown>>();

  const askNow = (approval: ApprovalRequest, signal: AbortSignal): Promise<QuestionEnd> => {
    if (signal.aborted) return Promise.resolve("interrupted");
    const { promise, resolve } = Promise.withResolvers<QuestionEnd>();
    const onAbort = () => settle("interrupted");
    const settle = (end: QuestionEnd) => {
      signal.removeEventListener("abort", onAbort);
      open.delete(approval.callId);
      resolve(end);
    };
    signal.addEventListener("abort", onAbort, { once: true });
    places.add(approval.callId);
    open.set(approval.callId, { approval, settle });
    onOpen(approval);
    return promise;
  };

  return {
    get open() {
      return [...places].flatMap((callId) => open.get(callId)?.approval ?? []);
    },
    ask(approval, signal) {
      const { callId } = approval;
      const before = last.get(callId);
      const ended =
        before === undefined ? askNow(approval, signal) : before.then(() => askNow(approval, signal));
      last.set(callId, ended);
      void ended.then(() => {
        if (last.get(callId) === ended) last.delete(callId);
      });
      return ended;
    },
    answer(callId, answer) {
      const question = open.get(callId);
      if (question === undefined)
        return {
          type: "refused",
          why: say`That call has no open question: it was answered before, or its turn is over.`,
        };
      const why = answerFault(question.approval, answer);
      if (why !== null) return { type: "refused", why };
      question.settle(answer);
      onAnswer(callId, answer);
      return { type: "taken" };
    },
    withdraw(callId) {
      const question = open.get(callId);
      if (question === undefined) return;
      question.settle("withdrawn");
      onWithdraw(callId);
    },
    endAll() {
      for (const { settle } of open.values()) settle("interrupted");
      places.clear();
    },
  };
}
