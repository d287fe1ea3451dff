import { describe, expect, test } from "bun:test";
import { plainStyle } from "../../src/terminal/style.ts";
import { widthOf } from "../../src/terminal/width.ts";
import { renderLiveOutput } from "../../src/transcript/render-output.ts";
import { renderPreview } from "../../src/transcript/render-preview.ts";
import { renderItem } from "../../src/transcript/render.ts";
import { call, command, draw, lines } from "./items.ts";

describe("a panel's head", () => {
  test.each([
    [call({ status: "pending" }), "◌ bash  npm test", "pending"],
    [call({ status: "awaiting_approval" }), "◌ bash  npm test", "waits for your answer"],
    [call({ status: "running", durationMs: 4000 }), "◐ bash  npm test", "running · 4s"],
    [call({ status: "done", durationMs: 3200, result: command("", 1) }), "● bash  npm test", "exit 1 · 3.2s"],
    [
      call({ status: "failed", result: { ok: false, kind: "failed", message: "" } }),
      "✗ bash  npm test",
      "failed",
    ],
    [
      call({ status: "failed", result: { ok: false, kind: "timeout", message: "" } }),
      "✗ bash  npm test",
      "timed out",
    ],
    [call({ status: "declined", durationMs: 0 }), "⊘ bash  npm test", "declined"],
    [call({ status: "interrupted" }), "■ bash  npm test", "interrupted"],
    [call({ status: "interrupted", durationMs: 0 }), "■ bash  npm test", "interrupted"],
    [call({ status: "interrupted", durationMs: 40 }), "■ bash  npm test", "interrupted · 40ms"],
  ])("says in words what its sign says: %#", (item, left, right) => {
    const [head = ""] = draw(item, 60);
    expect(head).toStartWith(left);
    expect(head).toEndWith(` ${right}`);
    expect(widthOf(head)).toBe(60);
  });

  test("takes the tool's own summary", () => {
    const result = { ok: true, text: "…", summary: "212 lines" } as const;
    expect(draw(call({ status: "done", result, durationMs: 4 }))[0]).toEndWith("212 lines · 4ms");
  });

  test("counts the lines of a change", () => {
    const view = { type: "diff", path: "/a", before: "a\n", after: "b\nc\n" } as const;
    expect(draw(call({ status: "done", result: { ok: true, text: "", view } }))[0]).toEndWith("+2 −1");
  });

  test("shows the arguments while there is no title", () => {
    expect(draw(call({ title: "", argumentsText: '{"command":"ls"}' }))[0]).toStartWith(
      '◌ bash  {"command":"ls"}',
    );
  });

  test("keeps a command of several lines on one", () => {
    expect(draw(call({ title: "cd a\nmake" }))[0]).toStartWith("◌ bash  cd a ⏎ make");
  });

  test("cuts the title rather than the outcome, and takes a second line when there is no room", () => {
    const item = call({ status: "done", title: "x".repeat(100), result: command("", 1), durationMs: 3200 });
    expect(draw(item, 60)).toHaveLength(1);
    expect(draw(item, 60)[0]).toEndWith("…  exit 1 · 3.2s");
    expect(draw(item, 24)).toEqual(["● bash  xxxxxxxxxxxxxxx…", "  exit 1 · 3.2s"]);
  });
});

describe("a panel's body", () => {
  test("short output is shown, long output is its last line and a count", () => {
    expect(draw(call({ status: "done", result: command("a\nb\n") })).slice(1)).toEqual(["  ⎿ a", "    b"]);
    expect(draw(call({ status: "done", result: command(lines(38)) })).slice(1)).toEqual([
      "  ⎿ line 38 · … 38 lines (ctrl+o)",
    ]);
  });

  test("opened, it keeps nothing back", () => {
    const item = call({
      status: "done",
      argumentsText: '{"command":"npm test","timeout":5}',
      result: command(lines(38)),
    });
    const opened = draw(item, 80, true);
    expect(opened[1]).toBe("  ⎿ command: npm test");
    expect(opened[2]).toBe("    timeout: 5");
    expect(opened).toHaveLength(1 + 2 + 38);
  });

  test("arguments that are no JSON are shown as the model wrote them", () => {
    expect(draw(call({ argumentsText: '{"command": "l' }), 80, true)[1]).toBe('  ⎿ {"command": "l');
  });

  test("an edit shows its diff, a long one is folded", () => {
    const view = { type: "diff", path: "/a", before: null, after: lines(30) } as const;
    const item = call({ status: "done", result: { ok: true, text: "", view } });
    expect(draw(item)).toHaveLength(1 + 11);
    expect(draw(item).at(-1)).toBe("    … 20 more lines (ctrl+o)");
    expect(draw(item, 80, true)).toHaveLength(1 + 30);
  });

  test("a huge diff shows its beginning, its end, and how much there is between; opened, all of it", () => {
    const view = { type: "diff", path: "/a", before: null, after: lines(300) } as const;
    const item = call({ status: "done", result: { ok: true, text: "", view } });
    expect(draw(item).slice(1)).toEqual([
      ...[1, 2, 3, 4, 5, 6, 7].map((line) => `${line === 1 ? "  ⎿ " : "    "}  ${line} + line ${line}`),
      "    … 290 lines (ctrl+o)",
      ...[298, 299, 300].map((line) => `    ${line} + line ${line}`),
    ]);
    expect(draw(item, 80, true)).toHaveLength(1 + 300);
  });

  test("the end of a huge diff of several hunks keeps its line numbers", () => {
    const old = lines(400);
    const after = old
      .replace("line 2\n", "two\n")
      .replace(/line (1\d\d)\n/g, "new $1\n")
      .replace("line 398\n", "last\n");
    const view = { type: "diff", path: "/a", before: old, after } as const;
    const item = call({ status: "done", result: { ok: true, text: "", view } });
    expect(draw(item).at(-4)).toMatch(/^ {4}… \d+ lines \(ctrl\+o\)$/);
    expect(draw(item).slice(-3)).toEqual(["    398 + last", "    399   line 399", "    400   line 400"]);
  });

  test("a failure says what went wrong, a declined call the user's words", () => {
    const failed = call({
      status: "failed",
      result: { ok: false, kind: "failed", message: "No such file.\nTry glob." },
    });
    expect(draw(failed).slice(1)).toEqual(["  ⎿ No such file.", "    Try glob."]);
    const declined = call({
      status: "declined",
      result: { ok: false, kind: "declined", message: "Use git rm." },
    });
    expect(draw(declined).slice(1)).toEqual(["  ⎿ Use git rm."]);
  });

  test("while it runs the end of its output is shown", () => {
    const running = call({ status: "running", output: lines(20) });
    expect(
      renderItem(running, { width: 60, style: plainStyle, expanded: false, liveRows: 3 }).slice(1),
    ).toEqual(["  ⎿ … 18 more lines", "    line 19", "    line 20"]);
  });

  test("a progress bar is its last state", () => {
    expect(draw(call({ status: "done", result: command("10%\r50%\r100%\n") })).slice(1)).toEqual([
      "  ⎿ 100%",
    ]);
  });

  test("output cannot draw outside its panel", () => {
    const evil = "\u001b[2J\u001b[1;1H\u001b]0;t\u0007> fake prompt";
    expect(draw(call({ status: "done", result: command(evil) }))[1]).toBe("  ⎿ > fake prompt");
  });
});

describe("live output", () => {
  test("takes no more rows than it has", () => {
    expect(renderLiveOutput(lines(3), { width: 40, rows: 3, style: plainStyle })).toHaveLength(3);
    expect(renderLiveOutput(lines(1000), { width: 40, rows: 1, style: plainStyle })).toEqual([
      "… 1000 more lines",
    ]);
    expect(renderLiveOutput(lines(5), { width: 40, rows: 0, style: plainStyle })).toEqual([]);
    expect(renderLiveOutput("", { width: 40, rows: 4, style: plainStyle })).toEqual([]);
  });

  test("says at least how many lines are gone when they were not all counted", () => {
    const options = { width: 40, rows: 3, style: plainStyle, before: { lines: 70_000, isExact: false } };
    expect(renderLiveOutput("one\ntwo\n", options)).toEqual(["… 70000+ more lines", "one", "two"]);
  });

  test("opened, a running call shows the last part of its output and what came before it", () => {
    const running = call({
      status: "running",
      output: "one\ntwo\n",
      outputBefore: { lines: 7, isExact: true },
    });
    expect(draw(running, 80, true).slice(1)).toEqual(["  ⎿ … 7 more lines", "    one", "    two"]);
  });

  test("counts lines that are far back too", () => {
    const [note] = renderLiveOutput(lines(10_000), { width: 40, rows: 4, style: plainStyle });
    expect(note).toBe("… 9997 more lines");
  });
});

describe("a question's preview", () => {
  const preview = { width: 30, style: plainStyle };

  test("shows the whole command, and where a line only goes on", () => {
    const shown = renderPreview(
      { type: "command", cwd: "/", command: `make ${"a".repeat(40)}\nrm x` },
      preview,
    );
    expect(shown).toEqual([`make ${"a".repeat(25)}`, `↪ ${"a".repeat(15)}`, "rm x"]);
  });

  test("spells out what would be invisible", () => {
    expect(renderPreview({ type: "command", cwd: "/", command: "ls\u202e\u001b[8m x" }, preview)).toEqual([
      "ls\\u{202e}\\x1b[8m x",
    ]);
  });

  test("never leaves out a part of a long command", () => {
    const words = Array.from({ length: 5000 }, (_, word) => `w${word}`).join(" ");
    const shown = renderPreview({ type: "command", cwd: "/", command: words }, preview);
    expect(shown.map((line) => line.replace(/^↪ /, "")).join("")).toBe(words);
  });

  test("shows a change with its file, its size and all its lines", () => {
    const shown = renderPreview(
      { type: "diff", path: "/project/new.ts", before: null, after: lines(50) },
      preview,
    );
    expect(shown.slice(0, 3)).toEqual(["/project/new.ts", "new file · +50", " 1 + line 1"]);
    expect(shown).toHaveLength(52);
  });

  test("a path cannot break out of its line", () => {
    const shown = renderPreview({ type: "diff", path: "/a\n\u001b[2Kb", before: "", after: "" }, preview);
    expect(shown[0]).toBe("/a\\n\\x1b[2Kb");
  });
});
