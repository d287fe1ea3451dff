import { expect, test } from "bun:test";
import { EventEmitter } from "node:events";
import { createTerminalOutput } from "../../src/terminal/output.ts";

/** A stream of which every write fails in the given way. */
function failing(code: string) {
  const emitter = new EventEmitter();
  let tried = 0;
  const stream = Object.assign(emitter, {
    columns: 80,
    rows: 24,
    write: () => {
      tried += 1;
      throw Object.assign(new Error(`${code}: write`), { code });
    },
  });
  return { stream, tried: () => tried };
}

test.each(["EIO", "EPIPE"])(
  "a terminal that is gone (%s) is written to once more and then left alone",
  (code) => {
    const { stream, tried } = failing(code);
    const output = createTerminalOutput(stream);
    output.write("one");
    output.write("two");
    expect(tried()).toBe(1);
  },
);

test("an error of another kind is not swallowed", () => {
  const { stream } = failing("EBADF");
  expect(() => createTerminalOutput(stream).write("one")).toThrow("EBADF");
});

test("the size is the stream's at that moment, and its changes are told", () => {
  const { stream } = failing("EIO");
  const output = createTerminalOutput(stream);
  let told = 0;
  const listener = () => {
    told += 1;
  };
  output.on("resize", listener);
  stream.columns = 40;
  stream.emit("resize");
  output.off("resize", listener);
  stream.emit("resize");
  expect([output.columns, told]).toEqual([40, 1]);
});

test("a window that has its size of before again when it is looked at has changed all the same, and that is told once", () => {
  const { stream } = failing("EIO");
  const signals = new EventEmitter();
  const output = createTerminalOutput(stream, signals);
  let told = 0;
  const listener = () => {
    told += 1;
  };
  output.on("resize", listener);
  signals.emit("SIGWINCH");
  expect([told, output.changes]).toEqual([1, 1]);
  stream.columns = 40;
  stream.emit("resize");
  signals.emit("SIGWINCH");
  expect([told, output.changes]).toEqual([2, 2]);
  output.off("resize", listener);
  signals.emit("SIGWINCH");
  expect(told).toBe(2);
});
