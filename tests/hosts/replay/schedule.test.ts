/** A log as the events that an engine told: in the order of the branch, and with the time that it took. */
import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { type ReplayEvent, Schedule, textPieces } from "../../../src/hosts/replay/schedule.ts";
import { TurnView } from "../../../src/hosts/repl/conversation/turn-view.ts";
import type { Entry, NewEntry } from "../../../src/protocol/entry.ts";
import { plainStyle } from "../../../src/terminal/style.ts";
import { Projection } from "../../../src/transcript/project.ts";
import { anyNewEntry } from "../../sessions/arbitrary-entries.ts";
import {
  approval,
  assistant,
  calls,
  log,
  ran,
  says,
  toolResult,
  toolStart,
  turnEnd,
  turnStart,
  user,
} from "../../transcript/log.ts";

const pauses = { maxPauseMs: 2_000 };

function scheduled(entries: readonly Entry[], options = pauses): { at: number; event: ReplayEvent }[] {
  const schedule = new Schedule(entries, options);
  let at = 0;
  return entries.flatMap((entry) =>
    schedule.next(entry).map(({ afterMs, event }) => ({ at: (at += afterMs), event })),
  );
}

/** When the entry of this type came, ms since the beginning. */
function timeOf(entries: readonly Entry[], type: Entry["type"], nth = 0): number {
  const all = scheduled(entries).filter(({ event }) => event.type === "entry" && event.entry.type === type);
  return all[nth]?.at ?? Number.NaN;
}

/** Entries of one session, at these times (ms since its beginning). */
function timed(...entries: readonly (readonly [number, NewEntry])[]): Entry[] {
  const begin = Date.parse("2026-01-01T10:00:00.000Z");
  return log(...entries.map(([, entry]) => entry)).map((entry, index) =>
    Object.assign(entry, { at: new Date(begin + (entries[index]?.[0] ?? 0)).toISOString() }),
  );
}

const anyLog = fc.array(anyNewEntry, { maxLength: 25 }).map((entries) => log(...entries));

describe("for every log", () => {
  test("each entry is told once, in its order, and time only goes forward", () => {
    fc.assert(
      fc.property(anyLog, fc.boolean(), (entries, isInstant) => {
        const schedule = new Schedule(entries, { ...pauses, isInstant: () => isInstant });
        const all = entries.flatMap((entry) => schedule.next(entry));
        expect(all.flatMap(({ event }) => (event.type === "entry" ? [event.entry] : []))).toEqual(entries);
        expect(all.every(({ afterMs }) => afterMs >= 0 && Number.isFinite(afterMs))).toBe(true);
      }),
    );
  });

  test("the events lead to the same items as the log itself", () => {
    fc.assert(
      fc.property(anyLog, fc.boolean(), (entries, isInstant) => {
        const view = new TurnView({
          style: plainStyle,
          root: "/project",
          now: () => 0,
          columns: () => 60,
          print: () => undefined,
          isOnlyShown: true,
        });
        const schedule = new Schedule(entries, { ...pauses, isInstant: () => isInstant });
        for (const entry of entries)
          for (const { event } of schedule.next(entry)) if (event.type !== "typing") view.onEvent(event);
        const projection = new Projection("/project");
        for (const entry of entries) projection.add(entry);
        // Of a call that is still at work, the events tell more than the log.
        const finished = (items: readonly { readonly type: string }[]) =>
          items.filter((item) => item.type !== "call" || ("result" in item && item.result !== undefined));
        expect(finished(view.items().all())).toEqual(finished(projection.items));
        expect(
          view
            .items()
            .all()
            .map(({ id }) => id),
        ).toEqual(projection.items.map(({ id }) => id));
      }),
    );
  });

  test("a text is cut between its characters, and nothing of it is lost", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.nat({ max: 30 }), (text, count) => {
        const pieces = textPieces(text, count);
        expect(pieces.join("")).toBe(text);
        expect(pieces.every((piece) => piece.isWellFormed())).toBe(true);
      }),
    );
  });
});

describe("the time", () => {
  const story = timed(
    [0, user("hello")],
    [0, turnStart],
    [3_000, assistant([says("One. Two."), calls("c1")], { latencyMs: 3_000, firstTokenMs: 1_000 })],
    [9_000, approval("c1", "once")],
    [9_000, toolStart("c1")],
    [14_000, toolResult("c1", ran, 5_000)],
    [15_000, assistant([says("Done.")], { latencyMs: 1_000, step: 2 })],
    [15_000, turnEnd()],
    [400_000, user("and now?")],
  );

  test("an answer grows from its first token to its last", () => {
    const deltas = scheduled(story).filter(({ event }) => event.type === "text_delta");
    const begin = timeOf(story, "turn_start");
    expect(deltas[0]?.at).toBeCloseTo(begin + 1_000);
    expect(timeOf(story, "assistant")).toBeCloseTo(begin + 3_000);
    expect(deltas.length).toBeGreaterThan(3);
  });

  test("who waited for the user is not waited for longer than the cap, and a tool runs as long as it did", () => {
    expect(timeOf(story, "approval")).toBeCloseTo(timeOf(story, "assistant") + 2_000);
    expect(timeOf(story, "tool_result")).toBeCloseTo(timeOf(story, "tool_start") + 5_000);
    expect(timeOf(story, "user", 1) - timeOf(story, "turn_end")).toBeLessThan(2_500);
  });

  test("calls that ran side by side end as long after their own start as they took", () => {
    const both = timed(
      [0, turnStart],
      [0, assistant([calls("a"), calls("b")], { latencyMs: 0 })],
      [0, toolStart("a")],
      [0, toolStart("b")],
      [2_000, toolResult("b", ran, 2_000)],
      [5_000, toolResult("a", ran, 5_000)],
    );
    expect(timeOf(both, "tool_result")).toBeCloseTo(2_000);
    expect(timeOf(both, "tool_result", 1)).toBeCloseTo(5_000);
  });

  test("a question is open before its answer is written down, with what was asked", () => {
    const types = scheduled(story).map(({ event }) => event.type);
    const asked = scheduled(story).find(({ event }) => event.type === "approval_requested")?.event;
    expect(types.indexOf("approval_requested")).toBeLessThan(types.indexOf("approval_answered"));
    expect(asked).toMatchObject({ approval: { callId: "c1", tool: "bash", title: "ls" } });
  });

  test("what a command printed is seen while it runs", () => {
    const events = scheduled(story).map(({ event }) => event);
    const output = events.findIndex((event) => event.type === "call_output" && event.text === "a\n");
    const result = events.findIndex((event) => event.type === "entry" && event.entry.type === "tool_result");
    expect(output).toBeGreaterThan(0);
    expect(output).toBeLessThan(result);
  });

  test("a message is typed, one that waited in the queue is not, and a clock that goes back stops nothing", () => {
    const back = timed([5_000, user("one")], [1_000, { type: "user", text: "two", via: "queue" }]);
    const typed = scheduled(back).flatMap(({ event }) => (event.type === "typing" ? [event.text] : []));
    expect(typed.at(-1)).toBe("");
    expect(typed.at(-2)).toBe("one");
    expect(typed.some((text) => text.includes("t"))).toBe(false);
  });
});
