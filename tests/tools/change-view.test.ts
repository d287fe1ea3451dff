import { describe, expect, test } from "bun:test";
import type { Changes } from "../../src/protocol/tool-result.ts";
import { changeView, changeViewLimits } from "../../src/tools/change-view.ts";

const change = (path: string, ...lines: string[]): Changes["files"][number] => ({
  path,
  kind: "modified",
  hunks: [{ oldStart: 1, newStart: 1, lines }],
});
const changes = (...files: Changes["files"][number][]): Changes => ({ type: "changes", files });

describe("what the log keeps of a change", () => {
  test("is all of one that a person reads", () => {
    const small = changes(change("a", "-x", "+y"), { path: "b", kind: "unchanged", hunks: [] });
    expect(changeView(small)).toEqual({ view: small });
    expect(changeView(small, "replaced")).toEqual({ view: small, summary: "replaced" });
  });

  test("is the beginning of one with very many lines, with the true counts", () => {
    const lines = Array.from({ length: 50_000 }, (_, index) => [`-old ${index}`, `+new ${index}`]).flat();
    const { view, summary } = changeView(changes(change("a", ...lines), change("b", "-x")));
    expect(summary).toBe("+50000 −50001; only the first 2000 lines of the change are shown here");
    expect(view).toEqual(changes(change("a", ...lines.slice(0, changeViewLimits.lines))));
  });

  test("is the beginning of a line that is far too long, and that shows", () => {
    const { view, summary } = changeView(changes(change("a", `+${"😀".repeat(changeViewLimits.length)}`)));
    const [line = ""] = view.files[0]?.hunks[0]?.lines ?? [];
    expect(line).toMatch(/^\+(😀)+…$/u);
    expect(line.length).toBeLessThanOrEqual(changeViewLimits.length + 1);
    expect(summary).toBe("+1 −0; only a part of a line is shown here");
  });
});
