/** What is made of each step of a turn: whether it goes on, what the model is told first, and when it is enough. */
import type { Entry } from "../protocol/entry.ts";
import type { AssistantPart, StopKind } from "../protocol/message.ts";
import { writtenCalls } from "../providers/tolerant.ts";
import { say } from "../words/say.ts";
import { lastCalls, repetitionAtEnd } from "./repetition.ts";
import { endOf, type TurnEnd } from "./stop-kinds.ts";

/** A server pauses a long answer of its own accord; one that only ever pauses would go on for ever. */
const maxPauses = 10;

/** How often a block of calls may give the same before the model is told, and before the turn ends. */
const repetitions = { told: 3, ended: 4 } as const;

export type JudgedStep = {
  readonly parts: readonly AssistantPart[];
  readonly stop: StopKind;
  /** The session with this step and all of its results. */
  readonly branch: readonly Entry[];
  /** The tools that the model was offered. */
  readonly offered: readonly string[];
};

/** How the turn ends, or “go on”. `tell` is for the user, and for the model, which reads it with its next request. */
export type Verdict = { readonly end: TurnEnd | "go on"; readonly tell?: string };

export type Judge = (step: JudgedStep) => Verdict;

/** A judge for one turn: it remembers what the model was told. */
export function createJudge(): Judge {
  let pauses = 0;
  let toldOfText = false;
  let toldOfCircles = false;

  const onAnswer = ({ parts, offered }: JudgedStep, end: TurnEnd): Verdict => {
    const [written] = writtenCalls(parts, offered).flatMap(({ calls }) => calls);
    if (end.outcome !== "completed" || written === undefined) return { end };
    if (toldOfText) {
      const reason = say`The model wrote a call of ${written.name} as text again; nothing was run. The setting "tolerantTools" makes rein read the calls of such a model.`;
      return { end: { outcome: "failed", reason } };
    }
    toldOfText = true;
    const tell = `The model wrote a call of ${written.name} as text; nothing was run. Calls are made through the tool interface, not in words.`;
    return { end: "go on", tell };
  };

  const onCalls = ({ branch }: JudgedStep): Verdict => {
    const calls = lastCalls(branch);
    const repetition = repetitionAtEnd(calls.map(({ key }) => key));
    if (repetition === null || repetition.times < repetitions.told) return { end: "go on" };
    const names = calls.slice(-repetition.length).map(({ name }) => name);
    const what = `The model made the same ${names.length === 1 ? "call" : "calls"} (${names.join(", ")}) ${repetition.times} times and got the same results.`;
    if (toldOfCircles && repetition.times >= repetitions.ended) {
      const list = names.join(", ");
      const reason =
        names.length === 1
          ? say`The model made the same call (${list}) ${repetition.times} times and got the same results. The turn was stopped; your next message goes on from here.`
          : say`The model made the same calls (${list}) ${repetition.times} times and got the same results. The turn was stopped; your next message goes on from here.`;
      return { end: { outcome: "limit_reached", reason } };
    }
    if (toldOfCircles) return { end: "go on" };
    toldOfCircles = true;
    const tell = `${what} Another way is needed, or a word to the user on what is missing; once more, and the turn ends.`;
    return { end: "go on", tell };
  };

  return (step) => {
    pauses = step.stop === "pause" ? pauses + 1 : 0;
    if (pauses > maxPauses) {
      const reason = say`The model's server paused its answer ${pauses} times in a row. The turn was stopped; your next message goes on from here.`;
      return { end: { outcome: "limit_reached", reason } };
    }
    const end = endOf(step.stop, step.parts);
    return end === "go on" ? onCalls(step) : onAnswer(step, end);
  };
}
