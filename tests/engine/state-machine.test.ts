import { expect, test } from "bun:test";
import fc from "fast-check";
import { createStateMachine, type Transition, transitions } from "../../src/engine/state-machine.ts";

const reasons: Transition[] = ["submit", "calls", "results", "answer", "limit", "error", "interrupt"];

test("every step is in the table or throws and changes nothing", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...reasons)), (steps) => {
      const machine = createStateMachine(() => undefined);
      for (const step of steps) {
        const before = machine.state;
        const next = transitions[before][step];
        if (next === undefined) {
          expect(() => machine.move(step)).toThrow(`no step "${step}" from state "${before}"`);
          expect(machine.state).toBe(before);
        } else {
          expect(machine.move(step)).toBe(next);
        }
      }
    }),
  );
});

test("from every state there is a way back to idle by an interrupt, except from idle itself", () => {
  expect(transitions.thinking.interrupt).toBe("idle");
  expect(transitions.acting.interrupt).toBe("idle");
  expect(transitions.idle.interrupt).toBeUndefined();
});
