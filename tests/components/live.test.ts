/** The live part: what is shown of everything that wants to be, in windows of every size. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { caretOf, heightOf } from "../../components/Live.tsx";
import type { PanelView, ReplView } from "../../components/view.ts";
import { createStyle } from "../../src/terminal/style.ts";
import { widthOf } from "../../src/terminal/width.ts";
import { anyView, drawLive, numbered, questionOf, viewOf, writing } from "./views.ts";

const seed = 20_261_005;
const sizes = [
  { columns: 80, rows: 24 },
  { columns: 120, rows: 40 },
  { columns: 40, rows: 12 },
  { columns: 40, rows: 10 },
  { columns: 20, rows: 6 },
] as const;

describe("in any window", () => {
  test("it is lower than the window, and as high as is said", () => {
    fc.assert(
      fc.property(anyView, (view) => {
        const lines = drawLive(view);
        expect(lines.length).toBeLessThan(view.rows);
        expect(lines).toHaveLength(heightOf(view));
      }),
      { seed, numRuns: 150 },
    );
  });

  test("no line is wider than it", () => {
    fc.assert(
      fc.property(anyView, (view) => {
        for (const line of drawLive(view)) expect(widthOf(line)).toBeLessThanOrEqual(view.columns);
      }),
      { seed, numRuns: 150 },
    );
  });

  test("the caret stands in the line that is being written", () => {
    fc.assert(
      fc.property(
        anyView.filter(({ columns, rows }) => columns >= 20 && rows >= 6),
        (view) => {
          const { x, y } = caretOf(view);
          const line = drawLive(view)[y] ?? "no such line";
          expect(x).toBeLessThan(view.columns);
          const mode = view.question?.mode ?? null;
          // A mode says itself where its caret is; without one it is the composer's.
          if (mode !== null && mode.caret !== null) return;
          const written = (mode === null ? view.question?.words : null) ?? view.composer;
          expect(line).toContain((written.lines[written.caretRow] ?? "").trim());
        },
      ),
      { seed, numRuns: 150 },
    );
  });

  test("a question's choices are all on screen", () => {
    fc.assert(
      fc.property(
        anyView.filter(({ columns, rows }) => columns >= 20 && rows >= 6),
        (view) => {
          const shown = drawLive({ ...view, question: questionOf({ preview: view.tail }) }).join("\n");
          for (const choice of [/\b1 +yes/, /\b2 +(yes|always)/, /\b3 +no/, /esc +(no, and )?stop/])
            expect(shown).toMatch(choice);
        },
      ),
      { seed, numRuns: 100 },
    );
  });
});

describe("what stays when there is too much", () => {
  const crowd: Partial<ReplView> = {
    tail: numbered(100, "said"),
    panels: numbered(30, "● call").map((line): PanelView => ({
      callId: line,
      gap: false,
      lines: [line, "  ⎿ output"],
    })),
    activity: { label: "acting", step: 3, elapsedMs: 12_000, tick: 1 },
    queue: numbered(9, "▸ queued:"),
  };

  test.each(sizes)("the composer, the status and the activity at $columns×$rows", (size) => {
    const lines = drawLive(viewOf({ ...crowd, ...size, composer: writing("and then", size.columns - 2) }));
    expect(lines).toHaveLength(size.rows - 1);
    expect(lines.at(-1)).toContain("ask ⇧⇥");
    expect(lines).toContain("> and then");
    expect(lines.join("\n")).toContain("acting");
  });

  test("the calls that come first, which are at work, and how many more there are", () => {
    const lines = drawLive(viewOf({ ...crowd, tail: [], queue: [], rows: 14 }));
    expect(lines.slice(0, 8)).toEqual([...numbered(6, "● call"), "… 24 more calls", ""]);
  });

  test("every call's head before anybody's output", () => {
    const panels = numbered(4, "● call").map((line): PanelView => ({
      callId: line,
      gap: false,
      lines: [line, ...numbered(5, "  out")],
    }));
    const lines = drawLive(viewOf({ panels, rows: 14 }));
    expect(lines.filter((line) => line.startsWith("●"))).toHaveLength(4);
    expect(lines).toContain("  out 5");
  });

  test("the end of what is said, half a window of it at most", () => {
    const lines = drawLive(viewOf({ tail: numbered(100, "said"), rows: 24 }));
    expect(lines.slice(0, 13)).toEqual([...numbered(100, "said").slice(-12), ""]);
  });

  test("the line with the caret of a long message", () => {
    const text = numbered(50, "line").join("\n");
    for (const back of [0, 120, 1_000]) {
      const view = viewOf({ composer: writing(text, 78, back) });
      const { lines, caretRow } = view.composer;
      expect(drawLive(view)[caretOf(view).y]).toEndWith(` ${lines[caretRow]}`);
    }
  });

  test("the chosen suggestion and the chosen entry of a list", () => {
    const suggestions = numbered(30, "/command");
    expect(drawLive(viewOf({ suggestions, suggested: 20 })).join("\n")).toContain("/command 21");
    const picker = { heading: "Which?", filter: "", rows: numbered(30, "session"), selected: 17 };
    for (const rows of [24, 6, 4])
      expect(drawLive(viewOf({ picker, rows })).join("\n")).toContain("❯ session 18");
  });
});

describe("the look", () => {
  test("a blank row stands between what was said and the composer, where there is room", () => {
    expect(drawLive(viewOf({ columns: 12 }))).toEqual([
      "",
      "────────────",
      ">",
      "────────────",
      "  ask ⇧⇥ · …",
    ]);
    expect(drawLive(viewOf({ columns: 12, rows: 8 }))).toEqual([">", "  ask ⇧⇥ · …"]);
  });

  test("a hint takes the place of the status, so that nothing moves", () => {
    const [plain, hinted] = [viewOf(), viewOf({ hint: "ctrl+c once more to exit" })].map((view) =>
      drawLive(view),
    );
    expect(hinted?.slice(0, -1)).toEqual(plain?.slice(0, -1) ?? []);
    expect(hinted?.at(-1)).toBe("  ctrl+c once more to exit");
  });

  test("the activity says less behind it in a narrow window, and never less than what is done", () => {
    const activity = { label: "running bash", step: 3, elapsedMs: 12_000, tick: 0 };
    const shown = (columns: number) => drawLive(viewOf({ activity, columns, rows: 8 }))[0];
    expect(shown(80)).toBe("⠋ running bash · step 3 · 12s · esc to stop");
    expect(shown(40)).toBe("⠋ running bash · 12s · esc to stop");
    expect(shown(28)).toBe("⠋ running bash · esc to stop");
    expect(shown(20)).toBe("⠋ running bash");
    expect(shown(10)).toBe("⠋ running…");
  });

  test("without colours every state is still there in words and signs", () => {
    const style = createStyle({ colour: false });
    const question = questionOf({ selected: "once" });
    const drawn = drawLive(viewOf({ question }), style).join("\n");
    // eslint-disable-next-line no-control-regex -- looking for exactly these
    expect(drawn).not.toMatch(/\u001b\[(?:3|4|9|10)\d/);
    expect(Bun.stripANSI(drawn)).toContain("❯ 1    yes, once");
  });
});
