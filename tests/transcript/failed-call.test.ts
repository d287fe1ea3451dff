/** What a panel shows of a call that did not come to its end: words for the user, and what it had printed. */
import { afterEach, describe, expect, test } from "bun:test";
import { declinedBefore } from "../../src/engine/acting/declined-calls.ts";
import { notAllowed } from "../../src/engine/acting/propose.ts";
import { interruptedResult } from "../../src/engine/interruption.ts";
import { statusOf, type ToolResult } from "../../src/protocol/tool-result.ts";
import type { CallItem } from "../../src/transcript/item.ts";
import { chinese } from "../../src/words/chinese.ts";
import { useCatalogue } from "../../src/words/say.ts";
import { call, draw, lines } from "./items.ts";

const ended = (result: ToolResult, more: Partial<CallItem> = {}) =>
  call({ status: statusOf(result), argumentsText: "{}", result, ...more });
const body = (result: ToolResult, more: Partial<CallItem> = {}) => draw(ended(result, more)).slice(1);

describe("a call that the user stopped", () => {
  test("says how far it had come, and shows what it had printed", () => {
    expect(body(interruptedResult("stopped", "one\ntwo\n"))).toEqual([
      "  ⎿ stopped while it ran",
      "    one",
      "    two",
    ]);
    expect(body(interruptedResult("not_started"))).toEqual(["  ⎿ not started"]);
    expect(body(interruptedResult("not_answered"))).toEqual(["  ⎿ not answered, not run"]);
  });

  test("shows the end of a long output, and opened all of it once", () => {
    const result = interruptedResult("stopped", lines(20));
    expect(body(result)).toEqual(["  ⎿ stopped while it ran", "    line 20 · … 20 lines (ctrl+o)"]);
    const opened = draw(ended(result), 80, true).join("\n");
    expect(opened).not.toContain("Interrupted by the user");
    expect(opened.split("line 20")).toHaveLength(2);
  });

  test("tells the model the same as ever", () => {
    const result = interruptedResult("stopped", "one\n");
    expect(!result.ok && result.message).toBe(
      "Interrupted by the user: stopped while it ran.\nIts last output:\none",
    );
  });
});

test("a command that ran out of time shows its output", () => {
  const view = { type: "command", exitCode: null, output: lines(9) } as const;
  const message = `timed out after 1000 ms\n${lines(9)}`;
  const result = { ok: false, kind: "timeout", message, view } as const;
  expect(body(result)).toEqual(["  ⎿ line 9 · … 9 lines (ctrl+o)"]);
});

test.each([
  ["unknown_tool", 'There is no tool "x". The tools are: bash.', "there is no such tool, nothing was run"],
  [
    "bad_json",
    "The arguments of x are not valid JSON (…).",
    "its arguments are no valid JSON, nothing was run",
  ],
  [
    "invalid_arguments",
    "The arguments of x do not fit. Nothing was run.\n✖ expected a string",
    "its arguments do not fit, nothing was run",
  ],
  ["incomplete_call", "Not run: cut off.", "the answer did not come to its end, nothing was run"],
  // What a tool itself has to say is all there is.
  ["failed", "a.txt is not there", "a.txt is not there"],
] as const)("a call that could not run says why in a few words: %s", (kind, message, words) => {
  expect(body({ ok: false, kind, message })).toEqual([`  ⎿ ${words}`]);
});

test("opened, arguments that do not fit say which", () => {
  const message = "The arguments of x do not fit. Nothing was run.\n✖ expected a string";
  const opened = draw(ended({ ok: false, kind: "invalid_arguments", message }), 80, true);
  expect(opened.join("\n")).toContain("✖ expected a string");
});

test("a call that was not wanted says so to the user", () => {
  expect(body(declinedBefore())).toEqual(["  ⎿ declined before in this turn, not asked again"]);
  expect(body(notAllowed("a rule denies it"))).toEqual(["  ⎿ not run: a rule denies it"]);
  const message = "The user declined this call and said: use pnpm\nIt was not run.";
  const declined = ended({ ok: false, kind: "declined", message }, { declinedWith: "use pnpm" });
  expect(draw(declined, 80, true).slice(1)).toEqual(["  ⎿ use pnpm"]);
});

describe("in Chinese", () => {
  afterEach(() => useCatalogue(null));

  test("no word of it is English", () => {
    useCatalogue(chinese);
    const shown = [
      interruptedResult("stopped"),
      interruptedResult("not_started"),
      interruptedResult("not_answered"),
      declinedBefore(),
    ].flatMap((result) => body(result));
    expect(shown.join("")).not.toMatch(/[a-z]{2}/);
    expect(draw(call({ status: "running", durationMs: 4200 }))[0]).toEndWith("运行中 · 4s");
  });
});
