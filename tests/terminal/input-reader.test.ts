import { describe, expect, test } from "bun:test";
import { EventEmitter } from "node:events";
import type { InputEvent } from "../../src/terminal/input/event.ts";
import { keyId } from "../../src/terminal/input/key.ts";
import { createInput, type Input, type InputOptions } from "../../src/terminal/input/reader.ts";
import type { Timers } from "../../src/terminal/input/timers.ts";

/** Stdin that a test types into; it tells what was done to it. */
class FakeStdin extends EventEmitter {
  readonly calls: string[] = [];
  failing = false;
  setRawMode(on: boolean): void {
    if (this.failing) throw new Error("EIO");
    this.calls.push(on ? "raw" : "cooked");
  }
  resume(): void {
    this.calls.push("resume");
  }
  pause(): void {
    this.calls.push("pause");
  }
  type(text: string): void {
    this.emit("data", Buffer.from(text));
  }
}

/** Timers that pass when the test says so. */
class FakeTimers implements Timers {
  armed: { ms: number; callback: () => void }[] = [];
  after(ms: number, callback: () => void): () => void {
    const timer = { ms, callback };
    this.armed.push(timer);
    return () => {
      this.armed = this.armed.filter((other) => other !== timer);
    };
  }
  get waits(): number[] {
    return this.armed.map((timer) => timer.ms);
  }
  /** Runs the timers that are armed now. */
  pass(): void {
    const due = this.armed;
    this.armed = [];
    for (const timer of due) timer.callback();
  }
  /** Runs timers until none is armed. */
  passAll(): void {
    while (this.armed.length > 0) this.pass();
  }
}

function told(event: InputEvent): string {
  if (event.type === "key") return keyId(event.key);
  return event.type === "text" ? JSON.stringify(event.text) : event.type;
}

function setUp(options: Partial<InputOptions> = {}): {
  stdin: FakeStdin;
  timers: FakeTimers;
  input: Input;
  events: string[];
} {
  const stdin = new FakeStdin();
  const timers = new FakeTimers();
  const events: string[] = [];
  const onEvent = (event: InputEvent): void => void events.push(told(event));
  const input = createInput({ stdin, timers, onEvent, ...options });
  input.start();
  return { stdin, timers, input, events };
}

describe("waiting", () => {
  test("a lone ESC is the key after a pause, and no timer is left", () => {
    const { stdin, timers, events } = setUp();
    stdin.type("\x1b");
    expect(events).toEqual([]);
    expect(timers.waits).toEqual([50]);
    timers.passAll();
    expect(events).toEqual(["escape"]);
    expect(timers.waits).toEqual([]);
  });

  test("bytes that were waiting while the program was busy still make ESC an arrow", () => {
    const { stdin, timers, events } = setUp();
    stdin.type("\x1b");
    timers.pass();
    stdin.type("[A");
    timers.passAll();
    expect(events).toEqual(["up"]);
  });

  test("an ESC is waited for longer while an answer of the terminal is due", () => {
    let due = true;
    const { stdin, timers } = setUp({ replyDue: () => due, waits: { key: 20, keyWhileReplyDue: 300 } });
    stdin.type("\x1b");
    expect(timers.waits).toEqual([300]);
    due = false;
    stdin.type("x\x1b");
    expect(timers.waits).toEqual([20]);
  });

  test("a sequence has a fixed time from its start, however long its characters keep coming", () => {
    const { stdin, timers, events } = setUp();
    stdin.type("\x1b]11;");
    const [first] = timers.armed;
    stdin.type("rgb");
    expect(timers.armed).toEqual(first === undefined ? [] : [first]);
    timers.passAll();
    stdin.type("x");
    expect(events).toEqual(['"x"']);
  });

  test("ordinary keys arm no timer at all", () => {
    const { stdin, timers, events } = setUp();
    stdin.type("ab\x1b[A\r\x03");
    expect(events).toEqual(['"ab"', "up", "enter", "ctrl+c"]);
    expect(timers.waits).toEqual([]);
  });
});

describe("listeners", () => {
  test("what was typed before anybody listened is told first, in order", () => {
    const stdin = new FakeStdin();
    const input = createInput({ stdin, timers: new FakeTimers() });
    input.start();
    stdin.type("he");
    stdin.type("llo\x1b[D");
    const events: string[] = [];
    input.subscribe((event) => events.push(told(event)));
    stdin.type("!");
    expect(events).toEqual(['"he"', '"llo"', "left", '"!"']);
  });

  test("one that has gone hears nothing more", () => {
    const { stdin, input, events } = setUp();
    const heard: string[] = [];
    const leave = input.subscribe((event) => heard.push(told(event)));
    stdin.type("a");
    leave();
    stdin.type("b");
    expect(heard).toEqual(['"a"']);
    expect(events).toEqual(['"a"', '"b"']);
  });
});

describe("giving stdin away", () => {
  test("turns raw mode off and stops reading, and on again after", () => {
    const { stdin, input } = setUp();
    input.pause();
    expect(stdin.calls).toEqual(["raw", "resume", "pause", "cooked"]);
    input.resume();
    expect(stdin.calls.slice(4)).toEqual(["raw", "resume"]);
  });

  test("keeps what was typed in the same read behind the key that led there", () => {
    const { stdin, input, events } = setUp();
    input.subscribe((event) => {
      if (event.type === "key" && event.key.name === "g") input.pause();
    });
    stdin.type("a\x07b\x1b[A");
    expect(events).toEqual(['"a"', "ctrl+g"]);
    input.resume();
    expect(events).toEqual(['"a"', "ctrl+g", '"b"', "up"]);
  });

  test("decides a pending ESC first", () => {
    const { stdin, timers, input, events } = setUp();
    stdin.type("\x1b");
    input.pause();
    expect(events).toEqual(["escape"]);
    expect(timers.waits).toEqual([]);
  });

  test("stopping leaves no listener, no raw mode and no key that would still do something", () => {
    const { stdin, timers, input, events } = setUp();
    stdin.type("\x1b");
    input.stop();
    input.stop();
    timers.passAll();
    expect(events).toEqual([]);
    expect(stdin.calls).toEqual(["raw", "resume", "pause", "cooked"]);
    expect(stdin.eventNames()).toEqual([]);
  });
});

describe("a terminal that goes away", () => {
  test("is told once, after what was still typed", () => {
    const { stdin, events } = setUp();
    stdin.type("a\x1b");
    stdin.emit("end");
    stdin.emit("close");
    expect(events).toEqual(['"a"', "escape", "end"]);
  });

  test("a read error is an end with that error", () => {
    const seen: InputEvent[] = [];
    const { stdin } = setUp({ onEvent: (event) => seen.push(event) });
    const error = new Error("EIO: i/o error, read");
    stdin.emit("error", error);
    expect(seen).toEqual([{ type: "end", error }]);
  });

  test("no raw mode any more is an end, too, and stopping then throws nothing", () => {
    const { stdin, input, events } = setUp();
    input.pause();
    stdin.failing = true;
    input.resume();
    expect(events).toEqual(["end"]);
    input.stop();
  });
});

describe("passing on", () => {
  test("gives every byte to a program, unread and in raw mode, until it is taken back", () => {
    const { stdin, input, events } = setUp();
    const passed: string[] = [];
    input.passOn((bytes) => passed.push(Buffer.from(bytes).toString()));
    stdin.type("y\r\x03\x1b[A");
    expect([passed, events]).toEqual([["y\r\x03\x1b[A"], []]);
    expect(stdin.calls.at(-1)).toBe("raw");
    input.resume();
    stdin.type("x");
    expect(events).toEqual(['"x"']);
    expect(passed).toHaveLength(1);
  });

  test("keeps what was typed in the same read behind the key that led there", () => {
    const stdin = new FakeStdin();
    const events: string[] = [];
    const input = createInput({
      stdin,
      timers: new FakeTimers(),
      onEvent: (event) => {
        events.push(told(event));
        if (event.type === "key" && event.key.name === "g") input.passOn(() => {});
      },
    });
    input.start();
    stdin.type("\x07abc");
    expect(events).toEqual(["ctrl+g"]);
    input.resume();
    expect(events).toEqual(["ctrl+g", '"abc"']);
  });

  test("switches raw mode on anew when it is asked for again", () => {
    const { stdin, input } = setUp();
    const passed: string[] = [];
    input.passOn(() => {});
    stdin.calls.length = 0;
    input.passOn((bytes) => passed.push(Buffer.from(bytes).toString()));
    expect(stdin.calls).toEqual(["cooked", "raw"]);
    stdin.type("z");
    expect(passed).toEqual(["z"]);
  });

  test("tells at once that the terminal is gone, and stopping switches raw mode off", () => {
    const { stdin, input, events } = setUp();
    input.passOn(() => {});
    stdin.emit("end");
    expect(events).toEqual(["end"]);
    const other = setUp();
    other.input.passOn(() => {});
    other.input.stop();
    expect(other.stdin.calls.at(-1)).toBe("cooked");
  });
});
