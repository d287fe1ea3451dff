import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { firstPrinted } from "../../src/hosts/repl/conversation/printed-again.ts";
import { TurnView } from "../../src/hosts/repl/conversation/turn-view.ts";
import { plainStyle } from "../../src/terminal/style.ts";
import type { Item } from "../../src/transcript/item.ts";
import { assistant, log, says, user } from "../transcript/log.ts";

/** What is printed of a session of so many turns when it is opened again, and all that its transcript shows. */
function opened(turns: number, last = "") {
  const entries = log(
    ...Array.from({ length: turns }, (_, turn) => [
      user(`question ${turn}`),
      assistant([says(`answer ${turn}\n\n- one\n- two\n- three`)]),
    ]).flat(),
    ...(last === "" ? [] : [user(last), assistant([says("the last answer")])]),
  );
  const printed: string[] = [];
  const view = new TurnView({
    style: plainStyle,
    root: "/p",
    now: () => 0,
    columns: () => 80,
    print: (draw) => printed.push(...draw(80)),
  });
  view.restore(entries);
  return { printed, items: view.items().all() };
}

describe("a session that is opened again", () => {
  test("is printed whole when it is short", () => {
    const { printed } = opened(20);
    expect(printed.join("\n")).toContain("question 0");
    expect(printed.join("\n")).toContain("answer 19");
    expect(printed.join("\n")).not.toContain("not printed again");
  });

  test("is printed with a paste of any length, which takes the few lines that it is folded to", () => {
    const { printed } = opened(20, "a line of a log\n".repeat(60_000));
    const text = printed.join("\n");
    for (const said of ["question 0", "answer 19", "a line of a log", "more lines", "the last answer"])
      expect(text).toContain(said);
    expect(text).not.toContain("not printed again");
  });

  test("is printed as far back as a terminal keeps when it is long, and says where the rest is", () => {
    const { printed, items } = opened(2_000);
    expect(printed.length).toBeLessThan(3_000);
    const text = printed.join("\n");
    const said = /first (\d+) messages and what followed are not printed again\. (\S+) shows/.exec(
      text.replaceAll(/\s+/g, " "),
    );
    const left = Number(said?.[1]);
    expect(said?.[2]?.toLowerCase()).toBe("ctrl+o");
    expect(text).toContain("question 1999");
    expect(text).toContain(`answer ${left}\n`);
    expect(text).not.toContain(`question ${left - 1}\n`);
    expect(items).toHaveLength(4_000);
  });
});

test("however long its parts are, the last one is printed, and what is printed goes on to the end", () => {
  const item = fc.record({
    type: fc.constantFrom("user" as const, "text" as const),
    id: fc.uuid(),
    text: fc
      .tuple(fc.constantFrom("", "a\n", "word "), fc.nat({ max: 3_000 }))
      .map(([piece, count]) => piece.repeat(count)),
  });
  fc.assert(
    fc.property(fc.array<Item>(item, { minLength: 1, maxLength: 12 }), (items) => {
      const first = firstPrinted(items);
      expect(first).toBeGreaterThanOrEqual(0);
      expect(first).toBeLessThan(items.length);
      // Of what fits nothing is left out.
      const most = items.reduce((sum, one) => sum + ("text" in one ? one.text.length : 0) + 10, 0);
      if (most <= 2_000) expect(first).toBe(0);
    }),
  );
});
