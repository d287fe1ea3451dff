/** The engine's three states and the only steps between them. */
import type { TurnOutcome } from "../protocol/entry.ts";
import type { EngineState } from "../protocol/event.ts";

/** Why the engine moves. */
export type Transition = "submit" | "calls" | "results" | "answer" | "limit" | "error" | "interrupt";

/** From each state, where each reason leads. What is not here does not exist, and trying it throws. */
export const transitions: Readonly<Record<EngineState, Partial<Readonly<Record<Transition, EngineState>>>>> =
  {
    idle: { submit: "thinking" },
    thinking: { calls: "acting", answer: "idle", limit: "idle", error: "idle", interrupt: "idle" },
    acting: { results: "thinking", limit: "idle", error: "idle", interrupt: "idle" },
  };

/** Why the engine moves when a turn ends so. */
export const transitionOf = {
  completed: "answer",
  failed: "error",
  limit_reached: "limit",
  budget_reached: "limit",
  interrupted: "interrupt",
} as const satisfies Record<TurnOutcome, Transition>;

export type StateMachine = {
  readonly state: EngineState;
  /** Returns the new state; throws for a step that the table does not have. */
  move(transition: Transition): EngineState;
};

/** A machine that starts idle; `onChange` is told each new state. */
export function createStateMachine(onChange: (state: EngineState) => void): StateMachine {
  let state: EngineState = "idle";
  return {
    get state() {
      return state;
    },
    move(transition) {
      const next = transitions[state][transition];
      if (next === undefined) throw new Error(`no step "${transition}" from state "${state}"`);
      state = next;
      onChange(state);
      return state;
    },
  };
}
