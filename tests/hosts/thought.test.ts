import { describe, expect, test } from "bun:test";
import {
  endedThought,
  openThought,
  thinkOn,
  type Thought,
} from "../../src/hosts/repl/conversation/thought.ts";
import { plainStyle } from "../../src/terminal/style.ts";

const drawing = { width: 40, style: plainStyle };
const text = "First I look at the login.\nThen I see whether the test is right about it";

describe("a thought that goes on", () => {
  test("is one line: how long, and its last words as they fit", () => {
    expect(openThought(text, 12_400, drawing)).toBe("○ thinking · 12s · is right about it…");
    expect(openThought(text, 125_000, drawing)).toBe("○ thinking · 2m 05s · is right about it…");
    expect(openThought("I see", 300, drawing)).toBe("○ thinking · I see…");
    expect(openThought("I see.\n\n\tThen", 300, drawing)).toBe("○ thinking · I see. Then…");
  });

  test("grows word by word, however long, and shows once it has words", () => {
    let thought: Thought | undefined;
    for (let words = 0; words < 1_000_000; words += 1) {
      thought = thinkOn(thought, words === 0 ? "\n" : "word ", words);
      if (thought.hasWords !== words > 0) throw new Error(`wrong after ${words} words`);
    }
    expect([thought?.text.length, thought?.since]).toEqual([4_999_996, 0]);
  });

  test.each([10, 24, 40, 200])("fits into %d columns, whatever it says", (width) => {
    for (const said of [
      text,
      "x".repeat(5000),
      "我看看登录的测试为什么失败了".repeat(40),
      "\u001b[2Ja\u0007\r\nb",
      "👨‍👩‍👧".repeat(400),
    ]) {
      const line = openThought(said, 12_000, { ...drawing, width });
      expect(Bun.stringWidth(line)).toBeLessThanOrEqual(width);
      expect(line).not.toMatch(/\p{Cc}/u);
    }
  });
});

describe("a thought that is over", () => {
  test("is a line that says how long it took, where that is known and worth it", () => {
    expect(endedThought(text, 12_400, "line", drawing)).toEqual(["○ thought for 12s (ctrl+o)"]);
    expect(endedThought(text, 400, "line", drawing)).toEqual(["○ thought (ctrl+o)"]);
    expect(endedThought(text, undefined, "line", drawing)).toEqual(["○ thought (ctrl+o)"]);
  });

  test("is all of it, or nothing, for who wants that", () => {
    expect(endedThought(text, 12_400, "full", drawing).join(" ").replaceAll(/\s+/g, " ")).toBe(
      `○ ${text.replace("\n", " ")}`,
    );
    expect(endedThought(text, 12_400, "off", drawing)).toEqual([]);
  });
});
