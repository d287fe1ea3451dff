/** Which terminals are asked for what sixel needs, and when. */
import { describe, expect, test } from "bun:test";
import { SixelWatch } from "../../src/hosts/repl/conversation/sixel-watch.ts";
import type { Reply } from "../../src/terminal/input/event.ts";
import type { TerminalName } from "../../src/terminal/terminal-kind.ts";

const attributes = (...params: number[]): Reply => ({ kind: "device-attributes", level: 1, params });
const cell = (width: number, height: number): Reply => ({ kind: "pixels", of: "cell", width, height });

function watched(name: TerminalName = "unknown") {
  const asked: string[] = [];
  const terminal = { replyDue: false, isAsking: false };
  const watch = new SixelWatch({
    modes: {
      ask: (question) => asked.push(question),
      get replyDue() {
        return terminal.replyDue;
      },
    },
    kind: () => ({ name, version: "" }),
    window: () => ({ columns: 80, rows: 24 }),
    isAsking: () => terminal.isAsking,
  });
  return { asked, terminal, watch };
}

describe("a terminal", () => {
  test("that says that it knows sixel is asked once how large a cell is", () => {
    const { asked, watch } = watched("foot");
    watch.onReply(attributes(62, 4, 22));
    expect(asked).toHaveLength(1);
    expect(watch.support).toBeNull();
    watch.onReply(cell(9, 18));
    watch.onReply(attributes(62, 4, 22));
    expect(asked).toHaveLength(1);
    expect(watch.support).toEqual({ cell: { width: 9, height: 18 }, colours: 256 });
  });

  test("that does not, knows something better, or stands inside of another is not asked", () => {
    for (const [name, reply] of [
      ["unknown", attributes(62, 22)],
      ["wezterm", attributes(62, 4)],
      ["multiplexer", attributes(62, 4)],
    ] as const) {
      const { asked, watch } = watched(name);
      watch.onReply(reply);
      watch.onReply(cell(9, 18));
      expect(asked).toEqual([]);
      expect(watch.support).toBeNull();
    }
  });

  test("that only tells the window's pixels has cells of a size that follows", () => {
    const { watch } = watched();
    watch.onReply(attributes(4));
    watch.onReply({ kind: "pixels", of: "window", width: 803, height: 480 });
    expect(watch.support?.cell).toEqual({ width: 10, height: 20 });
  });

  test("has as many colours as it says, and none of a size that cannot be is believed", () => {
    const { watch } = watched();
    watch.onReply(attributes(4));
    watch.onReply(cell(0, 0));
    expect(watch.support).toBeNull();
    watch.onReply(cell(9, 18));
    watch.onReply({ kind: "sixel-colours", count: 16 });
    expect(watch.support?.colours).toBe(16);
  });

  test("is asked again when its window changes, once it has answered everything else", () => {
    const { asked, terminal, watch } = watched();
    watch.onReply(attributes(4));
    watch.onReply(cell(9, 18));
    terminal.replyDue = true;
    watch.onResize();
    watch.onResize();
    expect(asked).toHaveLength(1);
    terminal.replyDue = false;
    watch.onReply(attributes(4));
    expect(asked).toHaveLength(2);
    watch.onReply(cell(18, 36));
    expect(watch.support?.cell).toEqual({ width: 18, height: 36 });
  });

  test("is not asked in the middle of other questions", () => {
    const { asked, terminal, watch } = watched();
    terminal.isAsking = true;
    watch.onReply(attributes(4));
    expect(asked).toEqual([]);
    terminal.isAsking = false;
    watch.onReply(attributes(4));
    expect(asked).toHaveLength(1);
  });
});
