import { expect, test } from "bun:test";
import * as fc from "fast-check";
import { truncateMiddle } from "../../src/terminal/truncate-middle.ts";
import { widthOf } from "../../src/terminal/width.ts";

test("a long path keeps its beginning and more of its end", () => {
  expect(truncateMiddle("src/hosts/repl/run.ts", 40)).toBe("src/hosts/repl/run.ts");
  expect(truncateMiddle("packages/server/src/handlers/login.ts", 22)).toBe("package…dlers/login.ts");
});

test("is never wider than asked, and holds whole characters", () => {
  const text = fc
    .array(fc.constantFrom("a", "/", "日", "👨‍👩‍👧", "é"), { maxLength: 30 })
    .map((parts) => parts.join(""));
  fc.assert(
    fc.property(text, fc.integer({ min: 1, max: 40 }), (path, width) => {
      const cut = truncateMiddle(path, width);
      expect(widthOf(cut)).toBeLessThanOrEqual(width);
      expect(cut.isWellFormed()).toBe(true);
      const [head = "", tail = ""] = cut.split("…");
      expect(path.startsWith(head) && path.endsWith(tail)).toBe(true);
    }),
  );
});
