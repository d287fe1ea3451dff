import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { type Typed, TypedLines } from "../../../src/hosts/linear/typed-lines.ts";
import { handClock } from "./by-hand.ts";

function begin() {
  const clock = handClock();
  const typed: Typed[] = [];
  const lines = new TypedLines({ timers: clock, onTyped: (one) => typed.push(one) });
  const send = (text: string) => lines.push(Buffer.from(text));
  return { clock, typed, lines, send, texts: () => typed.map(({ text }) => text) };
}

describe("a line", () => {
  test("is handed on once nothing came behind it, with the time when it was read", () => {
    const { clock, typed, send } = begin();
    send("hel");
    send("lo\n");
    expect(typed).toEqual([]);
    clock.pass(100);
    expect(typed).toEqual([{ text: "hello", at: 1_000, isTogether: false, isCut: false }]);
  });

  test("that ends with a backslash goes on in the next, however long that takes, and is not a paste", () => {
    const { clock, typed, send } = begin();
    send("one\\\n");
    clock.pass(60_000);
    send("two\n");
    clock.pass(100);
    expect(typed).toEqual([{ text: "one\ntwo", at: 1_000, isTogether: false, isCut: false }]);
  });

  test("with keys that are no letters in it is without them", () => {
    const { clock, send, texts } = begin();
    send("\u001b[A1\u001b[D\n");
    clock.pass(100);
    expect(texts()).toEqual(["1"]);
  });

  test("as long as a terminal lets a line be is said to be cut", () => {
    const { clock, typed, send } = begin();
    send(`${"x".repeat(4095)}\n`);
    clock.pass(100);
    expect(typed[0]?.isCut).toBeTrue();
    send(`${"x".repeat(4094)}\n`);
    clock.pass(100);
    expect(typed[1]?.isCut).toBeFalse();
  });
});

describe("lines", () => {
  test("that come together are one message", () => {
    const { clock, typed, send } = begin();
    send("a\nb\n");
    clock.pass(50);
    send("c\n");
    clock.pass(100);
    expect(typed).toEqual([{ text: "a\nb\nc", at: 1_000, isTogether: true, isCut: false }]);
  });

  test("that are typed one after the other are messages of their own", () => {
    const { clock, send, texts } = begin();
    send("a\n");
    clock.pass(150);
    send("b\n");
    clock.pass(150);
    expect(texts()).toEqual(["a", "b"]);
  });

  test("say at their end what was begun and not sent, once", () => {
    const { lines, send, texts } = begin();
    send("whole\nbegun");
    expect(lines.end()).toBe("begun");
    expect(texts()).toEqual(["whole"]);
    expect(lines.end()).toBe("");
  });

  test("lose no letter, whichever way their bytes are cut", () => {
    const line = fc.string({ unit: fc.constantFrom("a", "é", "漢", "🙂", " "), maxLength: 12 });
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 6 }), fc.array(fc.nat(12)), (said, cuts) => {
        const { clock, lines, texts } = begin();
        let bytes = Buffer.from(said.map((one) => `${one}\n`).join(""));
        for (const cut of cuts) {
          lines.push(bytes.subarray(0, cut));
          bytes = bytes.subarray(cut);
        }
        lines.push(bytes);
        clock.pass(100);
        expect(texts()).toEqual([said.join("\n")]);
      }),
    );
  });
});
