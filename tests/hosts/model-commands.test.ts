/** /model, as far as it needs no server. */
import { describe, expect, test } from "bun:test";
import { talkTo } from "../../src/hosts/repl/commands/model-commands.ts";
import type { EngineState } from "../../src/protocol/event.ts";
import { UserError } from "../../src/protocol/error.ts";

/** A conversation that only knows its model, and whether a turn runs. */
function partsOf(state: EngineState) {
  const told: string[] = [];
  const engine = { model: "a/one", state };
  const conversation = {
    engine,
    effort: () => undefined,
    switchModel: (name: string) => {
      engine.model = name;
    },
  };
  const parts = { conversation, tell: (text: string) => told.push(text), onSwitched: () => {} };
  return { parts, engine, told };
}

describe("a model that is named", () => {
  test("is talked to; the one that is talked to already is said to be", () => {
    const { parts, engine, told } = partsOf("idle");
    talkTo("b/two", parts);
    expect(engine.model).toBe("b/two");
    expect(told).toEqual([]);
    talkTo("b/two", parts);
    expect(told).toEqual(["The model is b/two already."]);
  });

  test("is not taken in the middle of a turn, which may have begun by itself while a list was open", () => {
    const { parts, engine } = partsOf("thinking");
    expect(() => talkTo("b/two", parts)).toThrow(UserError);
    expect(engine.model).toBe("a/one");
  });
});
