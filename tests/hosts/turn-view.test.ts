/** What is printed of a turn, and when; what is live until then. */
import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import type { CallStatus } from "../../src/protocol/tool-result.ts";
import type { Entry, NewEntry } from "../../src/protocol/entry.ts";
import type { EngineEvent } from "../../src/protocol/event.ts";
import { TurnView } from "../../src/hosts/repl/conversation/turn-view.ts";
import { plainStyle } from "../../src/terminal/style.ts";
import {
  assistant,
  calls as callsOf,
  log,
  ran,
  says,
  thinks,
  toolResult,
  toolStart,
  turnEnd,
  turnStart,
  user,
} from "../transcript/log.ts";
import { cut, markdownText } from "../transcript/random-markdown.ts";

const width = 60;

/** A call that does more than look. */
const calls = (callId: string) => callsOf(callId, "bash", '{"command":"make"}');

function turnView(now = () => 0) {
  const printed: string[] = [];
  const view = new TurnView({
    style: plainStyle,
    root: "/project",
    now,
    columns: () => width,
    print: (draw) => printed.push(...draw(width)),
  });
  const happen = (...events: readonly (EngineEvent | Entry)[]) => {
    for (const event of events) view.onEvent("id" in event ? { type: "entry", entry: event } : event);
  };
  return { view, printed, happen };
}

const delta = (text: string): EngineEvent => ({ type: "text_delta", text });
const thought = (text: string): EngineEvent => ({ type: "reasoning_delta", text });
const call = (callId: string, status: CallStatus, title = callId): EngineEvent => ({
  type: "call",
  call: { callId, name: "bash", title, status },
});
const output = (callId: string, text: string) => ({ type: "call_output", callId, text }) as const;

/** What a session prints that is opened with these entries. */
function restored(...entries: readonly NewEntry[]): string[] {
  const { view, printed } = turnView();
  view.restore(log(...entries));
  return printed;
}

/** What is printed of a turn with one answer that came in these pieces. */
function streamed(pieces: readonly EngineEvent[], ...entries: readonly NewEntry[]): string[] {
  const { printed, happen } = turnView();
  const [question, start, ...rest] = log(...entries);
  happen(...[question, start].filter((entry) => entry !== undefined), ...pieces, ...rest);
  return printed;
}

describe("an answer", () => {
  test("is printed block by block, and its open block is live", () => {
    const { view, printed, happen } = turnView();
    happen(delta("# Title\n\nSome wo"));
    expect(printed).toEqual(["", "● # Title"]);
    expect(view.tail(10)).toEqual(["", "  Some wo"]);
    happen(delta("rds.\n\n"));
    expect(printed.at(-1)).toBe("  Some words.");
    expect(view.tail(10)).toEqual([]);
  });

  test("that is a long paragraph shows its end", () => {
    const { view, happen } = turnView();
    happen(delta(Array.from({ length: 500 }, (_, index) => `w${index}`).join(" ")));
    expect(view.tail(4)).toHaveLength(5);
    expect(view.tail(4).at(-1)).toEndWith("w499");
  });

  test("looks the same streamed as it does in a session that is opened again", () => {
    fc.assert(
      fc.property(markdownText, fc.array(fc.nat()), (text, places) => {
        const entries = [user("go"), turnStart, assistant([says(text)]), turnEnd()];
        expect(streamed(cut(text, places).map(delta), ...entries)).toEqual(restored(...entries));
      }),
      { seed: 5, numRuns: 200 },
    );
  });

  test("between thoughts stands between them", () => {
    const entries = [
      user("go"),
      turnStart,
      assistant([thinks("first a plan"), says("I begin."), thinks("then a doubt"), says("I go on.")]),
      turnEnd(),
    ];
    const pieces = [
      thought("first "),
      thought("a plan"),
      delta("I beg"),
      delta("in."),
      thought("then a doubt"),
      delta("I go on."),
    ];
    expect(streamed(pieces, ...entries)).toEqual(restored(...entries));
    expect(restored(...entries).filter((line) => line !== "")).toEqual([
      "> go",
      "○ thought (ctrl+o)",
      "● I begin.",
      "○ thought (ctrl+o)",
      "● I go on.",
    ]);
  });
});

describe("a call", () => {
  const begun = log(
    user("go"),
    turnStart,
    assistant([calls("c1"), calls("c2")]),
    toolStart("c1", "one"),
    toolStart("c2", "two"),
  );

  test("is live until it has its result, then printed; in the model's order, whoever is ready first", () => {
    const { view, printed, happen } = turnView();
    happen(...begun.slice(0, 3), call("c1", "running"), call("c2", "running"), ...begun.slice(3));
    expect(view.panels(10).map(({ lines }) => lines[0]?.slice(0, 8))).toEqual(["◐ bash  ", "◐ bash  "]);
    const before = [...printed];
    const [, second, first] = log(user(""), toolResult("c2", ran), toolResult("c1", ran));
    if (first === undefined || second === undefined) throw new Error("no results");
    happen(second);
    expect(printed).toEqual(before);
    expect(view.panels(10)).toHaveLength(2);
    happen(first);
    expect(printed.slice(before.length).filter((line) => line.startsWith("●"))).toHaveLength(2);
    expect(view.panels(10)).toEqual([]);
  });

  test("that writes a lot shows its last lines and how many there are above them", () => {
    const { view, happen } = turnView();
    happen(
      ...begun.slice(0, 3),
      call("c1", "running"),
      output("c1", Array.from({ length: 400 }, (_, line) => `line ${line + 1}\n`).join("")),
    );
    const [panel] = view.panels(20);
    expect(panel?.lines.slice(1)).toEqual([
      "  ⎿ … 396 more lines",
      "    line 397",
      "    line 398",
      "    line 399",
      "    line 400",
    ]);
  });

  test("that writes more than is kept still counts all of it", () => {
    const { view, happen } = turnView();
    happen(...begun.slice(0, 3), call("c1", "running"));
    for (let first = 1; first <= 20_000; first += 100) {
      happen(output("c1", Array.from({ length: 100 }, (_, line) => `line ${first + line}\n`).join("")));
    }
    const [panel] = view.panels(20);
    expect(panel?.lines.slice(1, 3)).toEqual(["  ⎿ … 19996 more lines", "    line 19997"]);
    const [, , item] = view.items().all();
    expect(item?.type === "call" && (item.output?.length ?? 0)).toBeLessThan(100_000);
    happen(output("c1", "x".repeat(1_000_000)));
    expect(view.panels(20)[0]?.lines.at(-1)).toMatch(/^ {4}x+…$/);
  });

  test("of whose output parts were left out counts those lines too, and puts no line together from two", () => {
    const { view, happen } = turnView();
    happen(...begun.slice(0, 3), call("c1", "running"), output("c1", "line 1\nline 2\nli"));
    happen({ ...output("c1", "line 100\nline 101\n"), skipped: { lines: 97, isExact: true } });
    expect(view.panels(20)[0]?.lines.slice(1)).toEqual([
      "  ⎿ … 99 more lines",
      "    line 100",
      "    line 101",
    ]);
    happen({ ...output("c1", "the end\n"), skipped: { lines: 80_000, isExact: false } });
    expect(view.panels(20)[0]?.lines.slice(1)).toEqual(["  ⎿ … 80101+ more lines", "    the end"]);
  });

  test("shares the room with the others that run", () => {
    const { view, happen } = turnView();
    const noise = Array.from({ length: 40 }, (_, line) => `line ${line + 1}\n`).join("");
    happen(
      ...begun.slice(0, 3),
      call("c1", "running"),
      call("c2", "running"),
      output("c1", noise),
      output("c2", noise),
    );
    expect(view.panels(8).map(({ lines }) => lines.length)).toEqual([4, 4]);
    expect(view.panels(2).map(({ lines }) => lines.length)).toEqual([1, 1]);
  });

  test("keeps its distance from a message, not from the text that led to it", () => {
    const { view, happen } = turnView();
    happen(...begun.slice(0, 3));
    expect(view.panels(10).map(({ gap }) => gap)).toEqual([true, false]);
    const { view: other, happen: otherwise } = turnView();
    const [question, start, answer] = log(user("go"), turnStart, assistant([says("I look."), calls("c1")]));
    if (question === undefined || start === undefined || answer === undefined) throw new Error("no entries");
    otherwise(question, start, delta("I look."), answer);
    expect(other.panels(10).map(({ gap }) => gap)).toEqual([false]);
  });
});

test("the transcript has everything, the step in progress at its end", () => {
  const { view, happen } = turnView();
  happen(...log(user("go"), turnStart), delta("# Done\n\nand more to co"));
  const [asked, answer] = view.items().all();
  expect(asked).toMatchObject({ type: "user", text: "go" });
  expect(answer?.type === "open_answer" && answer.text()).toBe("# Done\n\nand more to co");
});

describe("beside the conversation", () => {
  const notice = (text: string): NewEntry => ({ type: "notice", text });
  const userCommand: NewEntry = {
    type: "user_command",
    command: "npm test",
    cwd: "/project",
    exitCode: 1,
    output: "1 failed",
    durationMs: 3200,
    shared: true,
  };

  test("a notice that comes in the middle of an answer stands behind it", () => {
    const { printed, happen } = turnView();
    const [asked, began, told, answer] = log(
      user("x"),
      turnStart,
      notice("job-1 has ended."),
      assistant([says("One.\n\nTwo.")]),
    );
    if (asked === undefined || began === undefined || told === undefined || answer === undefined) return;
    happen(asked, began, delta("One.\n\n"), told, delta("Two."), answer);
    expect(printed.filter((line) => line !== "").slice(1)).toEqual([
      "● One.",
      "  Two.",
      "· job-1 has ended.",
    ]);
  });

  test("a command that had the terminal is not printed again; one in a session gone on with is", () => {
    const entries = log(user("x"), turnStart, assistant([says("Done.")]), userCommand, turnEnd());
    const { view, printed, happen } = turnView();
    happen(...entries);
    expect(printed.join("\n")).not.toContain("npm test");
    expect(
      view
        .items()
        .all()
        .map(({ type }) => type),
    ).toContain("user_command");
    const again = turnView();
    again.view.restore(entries);
    expect(again.printed).toContain("  ⎿ 1 failed");
  });

  test("what comes while such a command has the terminal, and what follows it, keeps its distance", () => {
    const entries = log(
      user("x"),
      turnStart,
      assistant([says("I look."), calls("c1"), calls("c2")], { stop: "tool_use" }),
      toolStart("c1"),
      toolResult("c1", ran),
      userCommand,
    );
    const { view, printed, happen } = turnView();
    happen(...entries.slice(0, 2), delta("I look."), ...entries.slice(2, 3));
    expect(view.panels(10).map(({ gap }) => gap)).toEqual([false, false]);
    view.makeWay();
    expect(view.panels(10).map(({ gap }) => gap)).toEqual([true, false]);
    const before = printed.length;
    happen(...entries.slice(3, 5));
    expect(printed.slice(before)[0]).toBe("");
    happen(...entries.slice(5));
    expect(view.panels(10).map(({ gap }) => gap)).toEqual([false]);
  });

  test("a list that goes on below such a command keeps its distance too", () => {
    const { view, printed, happen } = turnView();
    happen(delta("- one\n- two\n- thr"));
    expect(view.tail(5)).toEqual(["  • two", "  • thr"]);
    view.makeWay();
    const before = printed.length;
    expect(view.tail(5)).toEqual(["", "  • two", "  • thr"]);
    happen(delta("ee\n- fo"));
    expect(printed.slice(before)).toEqual(["", "  • two"]);
    expect(view.tail(5)).toEqual(["  • three", "  • fo"]);
  });

  test("such a command in the middle of a call does not hold back the call's panel, nor is it lost", () => {
    const entries = log(
      user("x"),
      turnStart,
      assistant([calls("c1")], { stop: "tool_use" }),
      toolStart("c1"),
      userCommand,
      toolResult("c1", ran),
      turnEnd(),
    );
    const { view, printed, happen } = turnView();
    happen(...entries);
    expect(printed.filter((line) => line.startsWith("● bash"))).toHaveLength(1);
    expect(
      view
        .items()
        .all()
        .map(({ type }) => type),
    ).toEqual(["user", "call", "user_command"]);
  });
});

describe("the time of a running call", () => {
  test("is counted in whole seconds from when it runs, and stands still while it asks", () => {
    let now = 0;
    const { view, happen } = turnView(() => now);
    const head = () => view.panels(9)[0]?.lines[0] ?? "";
    happen(...log(user("go"), turnStart, assistant([calls("a")])), call("a", "pending", "make"));
    now = 5000;
    happen(call("a", "running", "make"));
    expect(head()).toEndWith("  running");
    now = 9900;
    expect(head()).toEndWith("running · 4s");
    expect(head()).toBe(view.panels(9)[0]?.lines[0] ?? "");
    happen(call("a", "awaiting_approval", "make"));
    now = 60_000;
    expect(head()).toEndWith("waits for your answer");
    happen(call("a", "running", "make"));
    now = 125_000;
    expect(head()).toEndWith("running · 1m 09s");
  });
});
