/** The messages that wait, as a board: what each key makes of them. */
import { describe, expect, test } from "bun:test";
import { createMessageQueue } from "../../src/engine/message-queue.ts";
import { QueueBoard, queueLines } from "../../src/hosts/repl/lists/queue-board.ts";
import { pressed } from "../../src/terminal/input/key.ts";
import { plainStyle } from "../../src/terminal/style.ts";
import { widthOf } from "../../src/terminal/width.ts";

function boardOf(...texts: readonly string[]) {
  const queue = createMessageQueue(() => {});
  for (const text of texts) queue.add(text, "queue");
  const edited: string[] = [];
  const removed: string[] = [];
  const board = new QueueBoard({
    engine: {
      get queued() {
        return queue.messages;
      },
      remove: (id) => queue.remove(id),
      move: (id, by) => queue.move(id, by),
      setVia: (id, via) => queue.setVia(id, via),
    },
    onEdit: ({ message }) => edited.push(message.text),
    onRemoved: ({ text }) => removed.push(text),
  });
  board.view(80);
  return {
    board,
    queue,
    edited,
    removed,
    type: (text: string) => board.onInput({ type: "text", text }),
    press: (name: string, shift = false) => board.onInput({ type: "key", key: pressed(name, { shift }) }),
    /** The rows, the chosen one in brackets. */
    rows: () => {
      const { rows, selected } = board.view(80);
      return rows.map((row, index) => (index === selected ? `[${row}]` : row)).join(" ");
    },
  };
}

describe("the board", () => {
  test("has a row for each message, and a heading that names its keys", () => {
    const { board, rows } = boardOf("fix it", "then test\nall of it");
    expect(rows()).toBe("[queued: fix it] queued: then test ⏎ all of it");
    expect(board.view(200).heading).toMatch(
      /^2 messages wait · enter edit · d remove · s next · a after the turn · esc back/,
    );
  });

  test("moves the choice and, with Shift, the chosen message", () => {
    const { press, rows } = boardOf("a", "b", "c");
    press("down");
    press("down", true);
    expect(rows()).toBe("queued: a queued: c [queued: b]");
    press("down");
    press("up");
    expect(rows()).toBe("queued: a [queued: c] queued: b");
    press("up", true);
    expect(rows()).toBe("[queued: c] queued: a queued: b");
  });

  test("sends one next, or after the turn", () => {
    const { type, rows } = boardOf("a", "b");
    type("s");
    expect(rows()).toBe("[next: a] queued: b");
    type("a");
    expect(rows()).toBe("[queued: a] queued: b");
  });

  test("takes one away, hands it on to be kept, and goes on with its neighbour", () => {
    const { type, press, rows, removed } = boardOf("a", "b", "c");
    press("down");
    type("d");
    expect(rows()).toBe("queued: a [queued: c]");
    press("delete");
    expect(rows()).toBe("[queued: a]");
    expect(removed).toEqual(["b", "c"]);
  });

  test("gives one away to be changed, and closes", () => {
    const { press, edited, queue } = boardOf("a", "b");
    press("down");
    expect(press("enter")).toBe("close");
    expect(edited).toEqual(["b"]);
    expect(queue.messages.map(({ text }) => text)).toEqual(["a"]);
  });

  test("a key that was meant for a message that is just being sent does nothing to the next one", () => {
    const { type, press, rows, removed, queue } = boardOf("a", "b");
    queue.deliverNext(() => {});
    type("d");
    expect([rows(), removed]).toEqual(["[queued: b]", []]);
    queue.deliverNext(() => {});
    expect(type("s")).toBe("stay");
    expect(press("enter")).toBe("close");
  });

  test.each(["escape", "q"])("%s closes it and changes nothing", (key) => {
    const { press, queue } = boardOf("a");
    expect(press(key)).toBe("close");
    expect(queue.messages).toHaveLength(1);
  });
});

test.each([200, 76, 40])(
  "the board names every key, whole, in a window of %d columns or below the list",
  (columns) => {
    const { heading, sample = [] } = boardOf("a", "b").board.view(columns);
    for (const line of [heading, ...sample]) expect(widthOf(line)).toBeLessThanOrEqual(columns);
    if (columns > 60) expect([heading, ...sample].join(" ")).not.toContain("…");
    expect(heading).not.toContain("…");
  },
);

describe("above the composer", () => {
  const linesOf = (columns: number, ...texts: readonly string[]) => {
    const messages = texts.map((text, index) => ({ id: `m${index}`, text, via: "queue" as const }));
    return queueLines(messages, { columns, style: plainStyle, isHeld: false });
  };

  test("each message has a line; of many, those that come first, and how many more", () => {
    expect(linesOf(80, "a", "b", "c")).toEqual(["▸ queued: a", "▸ queued: b", "▸ queued: c"]);
    const many = linesOf(80, "a", "b", "c", "d");
    expect(many.slice(0, 2)).toEqual(["▸ queued: a", "▸ queued: b"]);
    expect(many[2]).toMatch(/^▸ … 2 more · \S+ shows all$/);
  });

  test("what was stopped before they could be sent has them wait, which is said", () => {
    const messages = ["a", "b", "c"].map((text) => ({ id: text, text, via: "queue" as const }));
    const lines = queueLines(messages, { columns: 80, style: plainStyle, isHeld: true });
    expect(lines[0]).toMatch(/after your next message · alt\+q/);
    expect(lines.slice(1)).toEqual(["▸ queued: a", "▸ queued: b", "▸ queued: c"]);
    expect(queueLines([], { columns: 80, style: plainStyle, isHeld: true })).toEqual([]);
  });

  test("lines fit, and nothing in them moves the cursor", () => {
    const [line = ""] = linesOf(20, `${"漢字 ".repeat(20)}\u001b[2J`);
    expect(widthOf(line)).toBeLessThanOrEqual(20);
    expect(line).not.toContain("\u001b");
  });
});
