/** Calls that only look, as they come: live until nothing more can join them, then printed once, on one line. */
import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { TurnView, type TurnViewOptions } from "../../src/hosts/repl/conversation/turn-view.ts";
import type { Entry, NewEntry } from "../../src/protocol/entry.ts";
import type { EngineEvent } from "../../src/protocol/event.ts";
import type { AssistantPart } from "../../src/protocol/message.ts";
import type { ToolResult } from "../../src/protocol/tool-result.ts";
import { plainStyle } from "../../src/terminal/style.ts";
import { assistant, calls, log, ran, says, turnEnd, turnStart, user } from "../transcript/log.ts";

const width = 90;

function turnView(options: Partial<TurnViewOptions> = {}) {
  const printed: string[] = [];
  const view = new TurnView({
    style: plainStyle,
    root: "/project",
    now: () => 0,
    columns: () => width,
    print: (draw) => printed.push(...draw(width)),
    ...options,
  });
  const happen = (...events: readonly (EngineEvent | Entry)[]) => {
    for (const event of events) view.onEvent("id" in event ? { type: "entry", entry: event } : event);
  };
  const heads = () => printed.filter((line) => /^[●✗]/.test(line)).map((line) => line.replace(/ {2,}.*/, ""));
  const live = () => view.panels(20).map(({ lines: [head = ""] }) => head.replace(/ {2,}.*/, ""));
  return { view, printed, happen, heads, live };
}

const found: ToolResult = { ok: true, text: "…", summary: "12 lines" };
const reads = (id: string) => calls(id, "read_file", JSON.stringify({ path: id }));
const makes = (id: string) => calls(id, "bash", '{"command":"make"}');
const result = (id: string, name: string, outcome: ToolResult): NewEntry => ({
  type: "tool_result",
  callId: id,
  name,
  title: id,
  result: outcome,
  durationMs: 40,
});
const ended = (id: string, outcome: ToolResult = found) => result(id, "read_file", outcome);

test("reads of several steps share a line, which is live until the model says something", () => {
  const { happen, heads, live } = turnView();
  const entries = log(
    user("go"),
    turnStart,
    assistant([reads("a"), reads("b")]),
    ended("a"),
    ended("b"),
    assistant([reads("c")]),
    ended("c"),
  );
  happen(...entries.slice(0, 4));
  expect([heads(), live()]).toEqual([[], ["● read_file", "◌ read_file"]]);
  happen(...entries.slice(4, 5));
  expect([heads(), live()]).toEqual([[], ["● read 2 files"]]);
  happen(...entries.slice(5));
  expect([heads(), live()]).toEqual([[], ["● read 3 files"]]);
  happen({ type: "text_delta", text: "So it is.\n\n" });
  expect([heads(), live()]).toEqual([["● read 3 files", "● So it is."], []]);
});

test("the turn's end prints what waits, and so do words of rein's own and a command of the user's", () => {
  const entries = log(
    user("go"),
    turnStart,
    assistant([reads("a"), reads("b")]),
    ended("a"),
    ended("b"),
    turnEnd(),
  );
  const begun = () => {
    const at = turnView();
    at.happen(...entries.slice(0, 5));
    expect(at.heads()).toEqual([]);
    return at;
  };
  const atEnd = begun();
  atEnd.happen(...entries.slice(5));
  expect(atEnd.heads()).toEqual(["● read 2 files"]);
  const told = begun();
  told.view.tell({ type: "notice", id: "n", level: "info", text: "By the way." });
  expect(told.printed.slice(-3)[0]).toStartWith("● read 2 files");
  expect(told.printed.at(-1)).toBe("· By the way.");
  const gone = begun();
  gone.view.makeWay();
  expect(gone.heads()).toEqual(["● read 2 files"]);
});

test("one that fails stands by itself, with what went wrong; so does a single one", () => {
  const { printed, happen } = turnView();
  const failed: ToolResult = { ok: false, kind: "failed", message: "No such file." };
  happen(
    ...log(
      user("go"),
      turnStart,
      assistant([reads("a"), reads("b"), reads("c"), makes("d")]),
      ended("a"),
      ended("b", failed),
      ended("c"),
      result("d", "bash", ran),
    ),
  );
  expect(printed.slice(3).map((line) => line.replace(/ {3,}.*/, ""))).toEqual([
    "● read_file  a",
    "✗ read_file  b",
    "  ⎿ No such file.",
    "● read_file  c",
    "● bash  d",
    "  ⎿ a",
  ]);
});

test("who does not want it sees each by itself", () => {
  const { happen, heads } = turnView({ groupReads: false });
  happen(...log(user("go"), turnStart, assistant([reads("a"), reads("b")]), ended("a"), ended("b")));
  expect(heads()).toEqual(["● read_file", "● read_file"]);
});

test("the transcript has each of them", () => {
  const { view, happen } = turnView();
  happen(
    ...log(user("go"), turnStart, assistant([reads("a"), reads("b")]), ended("a"), ended("b"), turnEnd()),
  );
  expect(
    view
      .items()
      .all()
      .flatMap((item) => (item.type === "call" ? [item.title] : [])),
  ).toEqual(["a", "b"]);
});

describe("whatever the model does", () => {
  type Deed = "read" | "missing" | "make";
  type Step = { readonly said: string; readonly deeds: readonly Deed[]; readonly order: readonly number[] };

  const step = fc.record({
    said: fc.constantFrom("", "", "", "I look.", "One.\n\nTwo."),
    deeds: fc.array(fc.constantFrom<Deed>("read", "read", "read", "missing", "make"), { maxLength: 5 }),
    order: fc.array(fc.nat(), { minLength: 5, maxLength: 5 }),
  });

  /** The steps as entries and as the events that lead to them; results come in any order. */
  function turnOf(steps: readonly Step[]) {
    const entries: NewEntry[] = [user("go"), turnStart];
    const before = new Map<number, string>();
    const all: string[] = [];
    for (const [at, { said, deeds, order }] of steps.entries()) {
      const ids = deeds.map((deed, index) => `${deed}-${at}-${index}`);
      const parts: AssistantPart[] = ids.map((id) => (id.startsWith("make") ? makes(id) : reads(id)));
      if (said !== "") before.set(entries.length, said);
      entries.push(assistant(said === "" ? parts : [says(said), ...parts]));
      const results = ids.map((id): NewEntry => {
        if (id.startsWith("make")) return result(id, "bash", ran);
        return ended(id, id.startsWith("read") ? found : { ok: false, kind: "failed", message: "gone" });
      });
      entries.push(
        ...results.toSorted((a, b) => (order[results.indexOf(a)] ?? 0) - (order[results.indexOf(b)] ?? 0)),
      );
      all.push(...ids);
    }
    return { entries: log(...entries, turnEnd()), before, all };
  }

  test("it is printed as in a session that is opened again, and no call is missing or there twice", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 6 }), fc.boolean(), (steps, groupReads) => {
        const { entries, before, all } = turnOf(steps);
        const streamed = turnView({ groupReads });
        for (const [index, entry] of entries.entries()) {
          const said = before.get(index);
          if (said !== undefined) streamed.happen({ type: "text_delta", text: said });
          streamed.happen(entry);
          // What is printed and what is live are together each call that there is, once.
          const seen = [...streamed.printed, ...streamed.view.panels(40).flatMap(({ lines }) => lines)];
          expect(countCalls(seen)).toBe(
            streamed.view
              .items()
              .all()
              .filter(({ type }) => type === "call").length,
          );
        }
        const restored = turnView({ groupReads });
        restored.view.restore(entries);
        expect(streamed.printed).toEqual(restored.printed);
        expect(countCalls(streamed.printed)).toBe(all.length);
        expect(streamed.view.panels(40)).toEqual([]);
      }),
      { seed: 3, numRuns: 300 },
    );
  });

  /** The calls that lines stand for. */
  function countCalls(lines: readonly string[]): number {
    return lines.reduce((sum, line) => {
      const files = /^● read (\d+) files/.exec(line)?.[1];
      return sum + (files === undefined ? (/^[●✗◌◐] (?:read_file|bash)/.test(line) ? 1 : 0) : Number(files));
    }, 0);
  }
});
