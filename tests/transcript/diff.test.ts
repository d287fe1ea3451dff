import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import type { Changes, FileChange, WholeTexts } from "../../src/protocol/tool-result.ts";
import { createStyle, plainStyle } from "../../src/terminal/style.ts";
import { widthOf } from "../../src/terminal/width.ts";
import { diffCounts, filesOf, numberedLines } from "../../src/transcript/diff.ts";
import { renderChanges, renderDiff } from "../../src/transcript/render-diff.ts";
import { renderPreview } from "../../src/transcript/render-preview.ts";
import { compareTexts } from "../../src/workspace/compare-texts.ts";
import { call, draw } from "./items.ts";

function change(before: string | null, after: string | null, path = "a.ts"): FileChange {
  return compareTexts(path, before, after);
}

function drawn(before: string | null, after: string, width = 60): string[] {
  return renderDiff(change(before, after), { width, style: plainStyle });
}

const numbered = (count: number): string =>
  Array.from({ length: count }, (_, line) => `line ${line + 1}\n`).join("");

describe("counting", () => {
  test("says what was added and removed", () => {
    expect(diffCounts([change("a\nb\n", "a\nc\nd\n")])).toBe("+2 −1");
    expect(diffCounts([change(null, "a\nb\n")])).toBe("+2");
    expect(diffCounts([change("a", "a")])).toBe("unchanged");
    expect(diffCounts([change("a\n", "")])).toBe("+0 −1");
    expect(diffCounts([change("a\nb\n", null)])).toBe("deleted, −2");
    expect(diffCounts([{ path: "b", movedFrom: "a", kind: "unchanged", hunks: [] }])).toBe("moved");
    expect(diffCounts([change("a\n", "b\n"), change(null, "x\n")])).toBe("2 files, +2 −1");
  });

  test("every line has the number that it has in its file", () => {
    const text = fc
      .array(fc.constantFrom("a", "b", "c", ""), { maxLength: 12 })
      .map((lines) => lines.join("\n"));
    fc.assert(
      fc.property(text, text, (before, after) => {
        const old = before.split("\n");
        const now = after.split("\n");
        for (const line of change(before, after).hunks.flatMap(numberedLines)) {
          if (line.type === "removed") expect(old[line.number - 1]).toBe(line.text);
          if (line.type === "added" || line.type === "context") expect(now[line.number - 1]).toBe(line.text);
        }
      }),
    );
  });
});

describe("a change in a log of a version before 0.2", () => {
  const old: WholeTexts = { type: "diff", path: "a.ts", before: "if (x = 1) {\n", after: "if (x === 1) {\n" };
  const now: Changes = { type: "changes", files: [change(old.before, old.after)] };

  test("is shown as one of today is, in a panel and in a question", () => {
    for (const expanded of [false, true]) {
      const panels = [old, now].map((view) =>
        draw(call({ status: "done", result: { ok: true, text: "", view } }), 80, expanded),
      );
      expect(panels[0]).toContain("  ⎿ 1 − if (x = 1) {");
      expect(panels[0]).toEqual(panels[1] ?? []);
    }
    const options = { width: 60, style: plainStyle };
    expect(renderPreview(old, options)).toEqual(renderPreview(now, options));
  });

  test("of a new file, too", () => {
    const created: WholeTexts = { type: "diff", path: "a.ts", before: null, after: "x\n" };
    expect(filesOf(created)).toEqual([change(null, "x\n")]);
  });
});

describe("drawing", () => {
  test("has numbers and signs, so that colour is not the only difference", () => {
    expect(drawn("a\nif (x = 1) {\n", "a\nif (x === 1) {\n")).toEqual([
      "1   a",
      "2 − if (x = 1) {",
      "2 + if (x === 1) {",
    ]);
  });

  test("shows three lines around a change and a gap between two", () => {
    const before = numbered(40);
    const lines = drawn(before, before.replace("line 10\n", "").replace("line 30\n", "x\n"));
    expect(lines[0]).toBe(" 7   line 7");
    expect(lines.filter((line) => line.includes("⋯"))).toHaveLength(1);
  });

  test("lines that stay have the colours of their language, on both sides and in questions", () => {
    const style = createStyle({ colour: true });
    const diff = change("return 1; // one\na\n", "return 1; // one\nb\n", "src/a.ts");
    const code = `${style.keyword("return")} ${style.number("1")}; ${style.comment("// one")}`;
    expect(renderDiff(diff, { width: 60, style })[0]).toBe(`${style.dim("1 ")}  ${code}`);
    expect(renderDiff(diff, { width: 60, style, mode: "approval" })[0]).toContain(code);
    expect(renderDiff(diff, { width: 160, style, sideBySide: true })[0]?.split(code)).toHaveLength(3);
    const other = change("return 1;\na\n", "return 1;\nb\n", "src/a.unknown");
    expect(renderDiff(other, { width: 60, style })[0]).toBe(`${style.dim("1 ")}  return 1;`);
  });

  test("colours take nothing away and add nothing, whatever the lines hold", () => {
    const line = fc.constantFrom(
      "`${",
      "/* a",
      "*/",
      "if (a) {",
      "\t'x",
      "a\rb",
      "<b>&amp;",
      "中文 👨‍👩‍👧",
      "\u202e\u001b[31m",
      "a\u2028b",
    );
    const text = fc.array(line, { maxLength: 12 }).map((lines) => lines.join("\n"));
    const options = fc.record({
      width: fc.integer({ min: 1, max: 200 }),
      mode: fc.constantFrom("output" as const, "approval" as const),
      sideBySide: fc.boolean(),
    });
    fc.assert(
      fc.property(text, text, options, (before, after, how) => {
        const diff = change(before, after, "a.ts");
        const coloured = renderDiff(diff, { ...how, style: createStyle({ colour: true }) });
        expect(coloured.map((row) => Bun.stripANSI(row).trimEnd())).toEqual(
          renderDiff(diff, { ...how, style: plainStyle }).map((row) => row.trimEnd()),
        );
      }),
    );
  });

  test("says when the last line has no end", () => {
    expect(drawn("a\n", "a").at(-1)).toContain("no line break at the end");
  });

  test("Windows line ends are no change and no noise", () => {
    expect(drawn("a\r\nb\r\n", "a\r\nc\r\n")).toEqual(["1   a", "2 − b", "2 + c"]);
  });

  test("a change of the line ends themselves is seen, and takes no line of its own", () => {
    expect(drawn("a\r\nb\r\nc\n", "a\nb\r\nc\n")).toEqual(["1 − a␍", "1 + a", "2   b␍", "3   c"]);
  });

  test("a change of the line ends themselves is shown in a question", () => {
    const lines = renderDiff(change("a\nb\n", "a\r\nb\n"), {
      width: 60,
      style: plainStyle,
      mode: "approval",
    });
    expect(lines).toContain("1 + a\\r");
  });

  test("a long line goes on below, behind a mark where a line has its sign", () => {
    expect(drawn(null, "abcdefghijklmnopqrstuvwxyz\n", 24)).toEqual([
      "1 + abcdefghijklmnopqrst",
      "  ↳ uvwxyz",
    ]);
  });

  test("is folded with a count", () => {
    const lines = renderChanges([change(null, numbered(30))], { width: 60, style: plainStyle, maxLines: 10 });
    expect(lines).toHaveLength(11);
    expect(lines.at(-1)).toBe("… 20 more lines (ctrl+o)");
  });

  test("is folded to a few rows when one line is as long as a file, and has all of it when it is opened", () => {
    for (const long of ["x".repeat(300_000), "漢".repeat(1_000), "a\rb".repeat(1_000)]) {
      const options = { width: 60, style: plainStyle };
      const files = [change(null, `${long}\nnext\n`)];
      const folded = renderChanges(files, { ...options, maxLines: 10 });
      expect(folded).toHaveLength(4);
      expect(folded[2]).toEndWith("…");
      expect(folded[3]).toBe("2 + next");
      expect(Math.max(...folded.map(widthOf))).toBeLessThanOrEqual(60);
      const open = renderChanges(files, options)
        .join("")
        .replaceAll(/[^x漢ab]/g, "");
      expect(open.length).toBeGreaterThanOrEqual(long.replaceAll("\r", "").length);
    }
  });

  test("marks the words that changed", () => {
    const style = createStyle({ colour: true });
    const lines = renderDiff(change("const user = get(id);\n", "const user = find(id);\n"), {
      width: 60,
      style,
    });
    expect(lines[0]).toContain(style.inverse("get"));
    expect(lines[1]).toContain(style.inverse("find"));
  });

  test("marks nothing where the lines have little in common", () => {
    const style = createStyle({ colour: true });
    const lines = renderDiff(change("alpha beta\n", "something else here\n"), { width: 60, style }).join("");
    expect(lines).not.toContain("\u001b[7m");
  });

  test("fits any width and lets no control character through", () => {
    const text = fc.array(fc.constantFrom("a\t日本", "\u001b[2Jx", "y".repeat(50), "👨‍👩‍👧", ""), {
      maxLength: 8,
    });
    fc.assert(
      fc.property(text, text, fc.integer({ min: 1, max: 60 }), (before, after, width) => {
        const both = change(before.join("\n"), after.join("\n"));
        for (const mode of ["output", "approval"] as const) {
          for (const line of renderDiff(both, { width, style: plainStyle, mode })) {
            expect(widthOf(line)).toBeLessThanOrEqual(width);
            expect(line).not.toMatch(/\p{Cc}/u);
          }
        }
      }),
    );
  });
});

describe("several files", () => {
  const files: readonly FileChange[] = [
    change("a\nb\n", "a\nc\n", "src/first.ts"),
    { ...change("x\n", "y\n", "src/new-name.ts"), movedFrom: "src/old-name.ts" },
    { path: "docs/moved.md", movedFrom: "moved.md", kind: "unchanged", hunks: [] },
    change(null, "hello\n", "added.ts"),
    change("bye\n", null, "gone.ts"),
  ];

  test("each stand below their name, with what happened to them", () => {
    expect(renderChanges(files, { width: 80, style: plainStyle })).toEqual([
      "src/first.ts  +1 −1",
      "1   a",
      "2 − b",
      "2 + c",
      "src/old-name.ts → src/new-name.ts  +1 −1",
      "1 − x",
      "1 + y",
      "moved.md → docs/moved.md  moved",
      "added.ts  new, +1",
      "1 + hello",
      "gone.ts  deleted, −1",
      "1 − bye",
    ]);
  });

  test("are all named even when there is room for the lines of the first only", () => {
    const lines = renderChanges(files, { width: 80, style: plainStyle, maxLines: 3 });
    expect(lines).toEqual([
      "src/first.ts  +1 −1",
      "1   a",
      "2 − b",
      "2 + c",
      "src/old-name.ts → src/new-name.ts  +1 −1",
      "moved.md → docs/moved.md  moved",
      "added.ts  new, +1",
      "gone.ts  deleted, −1",
      "… 4 more lines (ctrl+o)",
    ]);
  });

  test("beyond a handful are counted", () => {
    const many = Array.from({ length: 40 }, (_, at) => change(null, "x\n", `f${at}.ts`));
    const lines = renderChanges(many, { width: 80, style: plainStyle, maxLines: 10 });
    expect(lines.length).toBeLessThanOrEqual(24);
    expect(lines.at(-1)).toBe("… 28 more files, 30 more lines (ctrl+o)");
    expect(renderChanges(many, { width: 80, style: plainStyle })).toHaveLength(80);
  });

  test("keep the end of a name in a narrow window, where the file's own name is", () => {
    const deep = [change("a\n", "b\n", "packages/server/src/handlers/login.ts"), change(null, "", "b")];
    const [head] = renderChanges(deep, { width: 30, style: plainStyle });
    expect(head).toBe("package…ndlers/login.ts  +1 −1");
  });

  test("are all there in a question, with their names spelled out", () => {
    const strange = change(null, "x\n", "a\u202eb.ts");
    const lines = renderPreview(
      { type: "changes", files: [...files, strange] },
      { width: 40, style: plainStyle },
    );
    expect(lines).toEqual([
      "src/first.ts",
      "+1 −1",
      "1   a",
      "2 − b",
      "2 + c",
      "",
      "src/new-name.ts",
      "moved from src/old-name.ts",
      "+1 −1",
      "1 − x",
      "1 + y",
      "",
      "docs/moved.md",
      "moved from moved.md",
      "moved",
      "",
      "added.ts",
      "new file · +1",
      "1 + hello",
      "",
      "gone.ts",
      "deleted, −1",
      "1 − bye",
      "",
      "a\\u{202e}b.ts",
      "new file · +1",
      "1 + x",
    ]);
  });
});
