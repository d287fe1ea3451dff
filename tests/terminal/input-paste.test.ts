import { describe, expect, test } from "bun:test";
import type { InputEvent } from "../../src/terminal/input/event.ts";
import { createInputParser } from "../../src/terminal/input/parse.ts";

const open = "\x1b[200~";
const close = "\x1b[201~";

/** Key names, text and `paste:` text of the given reads; what is pending at the end is decided, as after a pause. */
function read(...reads: readonly (string | Uint8Array)[]): string[] {
  const parser = createInputParser();
  const events = reads.flatMap((chunk) => parser.feed(Buffer.from(chunk)));
  return [...events, ...parser.flush()].map(told);
}

function told(event: InputEvent): string {
  if (event.type === "key") return `<${event.key.ctrl ? "ctrl+" : ""}${event.key.name}>`;
  if (event.type === "paste") return `${event.continues ? "more" : "paste"}:${event.text}`;
  return event.type === "text" ? event.text : event.type;
}

describe("a paste in brackets", () => {
  test("is one event, and its line ends are LF", () => {
    expect(read(`${open}one\r\ntwo\r\n\r\nthree\rfour${close}`)).toEqual(["paste:one\ntwo\n\nthree\nfour"]);
  });

  test("is followed by a real Enter", () => {
    expect(read(`${open}hello${close}\r`)).toEqual(["paste:hello", "<enter>"]);
  });

  test("survives cuts inside its marks and inside a character", () => {
    const emoji = Buffer.from("😀");
    const reads = [
      "\x1b[20",
      Buffer.concat([Buffer.from("0~测"), Buffer.from([0xe8, 0xaf])]),
      Buffer.concat([Buffer.from([0x95]), Buffer.from("显著性 "), emoji.subarray(0, 2)]),
      Buffer.concat([emoji.subarray(2), Buffer.from("\x1b[2")]),
      "01~",
    ];
    expect(read(...reads)).toEqual(["paste:测试显著性 😀"]);
  });

  test("holds no control characters but newline and tab", () => {
    expect(read(`${open}a\x1b[31mred\x00\x07\u009bz\tb\x7f${close}`)).toEqual(["paste:a[31mredz\tb"]);
  });

  test("a start mark inside is text, an end mark outside is nothing", () => {
    expect(read(`${open}a${open}b${close}c${close}`)).toEqual(["paste:a[200~b", "c"]);
  });

  test("an empty one is told, since some terminals send it for an image", () => {
    expect(read(`${open}${close}`)).toEqual(["paste:"]);
  });

  test("whose end is late is shown, and Enter in it still does not send", () => {
    const parser = createInputParser();
    parser.feed(Buffer.from(`${open}one`));
    expect(parser.pending).toBe("paste");
    expect(parser.flush().map(told)).toEqual(["paste:one"]);
    expect(parser.pending).toBe("none");
    parser.feed(Buffer.from("\rtwo"));
    expect(parser.pending).toBe("paste");
    expect(parser.flush().map(told)).toEqual(["more:\ntwo"]);
    expect(parser.feed(Buffer.from(`!${close}\r`)).map(told)).toEqual(["more:!", "<enter>"]);
  });

  test("whose end never comes is left with Ctrl+C", () => {
    const parser = createInputParser();
    parser.feed(Buffer.from(`${open}one`));
    parser.flush();
    expect(parser.feed(Buffer.from("\x03")).map(told)).toEqual(["<ctrl+c>"]);
    expect(parser.feed(Buffer.from("x")).map(told)).toEqual(["x"]);
  });

  test("of 10 MB in 4 KB reads arrives whole", () => {
    const line = `${"0123456789".repeat(10)}\r`;
    const bytes = Buffer.from(open + line.repeat(100_000) + close);
    const parser = createInputParser();
    const events: InputEvent[] = [];
    for (let at = 0; at < bytes.length; at += 4096)
      events.push(...parser.feed(bytes.subarray(at, at + 4096)));
    expect(events.length).toBe(1);
    expect(events[0]).toMatchObject({ type: "paste", text: `${"0123456789".repeat(10)}\n`.repeat(100_000) });
  });
});

describe("a paste without brackets", () => {
  test("is known by a line end with more text behind it in one read", () => {
    expect(read("LINE1\rLINE2\rLINE3")).toEqual(["paste:LINE1\nLINE2\nLINE3"]);
    expect(read("one\r\ntwo")).toEqual(["paste:one\ntwo"]);
    expect(read("one\ntwo")).toEqual(["paste:one\ntwo"]);
  });

  test("that ends in CR ends in Enter", () => {
    expect(read("one\rtwo\r")).toEqual(["paste:one\ntwo", "<enter>"]);
    expect(read("one\r\ntwo\r\n")).toEqual(["paste:one\ntwo\n"]);
  });

  test("goes on in the next reads, with newlines where a read was cut", () => {
    expect(read("one\rtwo\r", "three\r", "four")).toEqual(["paste:one\ntwo", "more:\nthree", "more:\nfour"]);
    expect(read("one\rtw", "o\r")).toEqual(["paste:one\ntw", "more:o", "<enter>"]);
    expect(read("one\rtwo\r", "\nthree")).toEqual(["paste:one\ntwo", "more:\nthree"]);
  });

  test("ends with a pause: what comes then is typed", () => {
    const parser = createInputParser();
    parser.feed(Buffer.from("one\rtwo\r"));
    expect(parser.pending).toBe("key");
    expect(parser.flush().map(told)).toEqual(["<enter>"]);
    expect(parser.feed(Buffer.from("three\r")).map(told)).toEqual(["three", "<enter>"]);
  });

  test("ends with any other key", () => {
    expect(read("one\rtwo\r\x1b[D")).toEqual(["paste:one\ntwo", "<enter>", "<left>"]);
    expect(read("one\rtwo", "\x1b[D", "x\r")).toEqual(["paste:one\ntwo", "<left>", "x", "<enter>"]);
  });

  test("keeps its tabs", () => {
    expect(read("if x:\r\treturn")).toEqual(["paste:if x:\n\treturn"]);
  });
});

describe("typing", () => {
  test("text and CR in one read are text and Enter, also twice", () => {
    expect(read("hello\r")).toEqual(["hello", "<enter>"]);
    expect(read("a\r", "b\r")).toEqual(["a", "<enter>", "b", "<enter>"]);
    expect(read("\r", "\r")).toEqual(["<enter>", "<enter>"]);
    expect(read("\r\r")).toEqual(["<enter>", "<enter>"]);
  });

  test("CRLF alone is Enter, LF alone is Ctrl+J", () => {
    expect(read("\r\n")).toEqual(["<enter>"]);
    expect(read("\n")).toEqual(["<ctrl+j>"]);
  });

  test("Tab is a key", () => {
    expect(read("src/\t")).toEqual(["src/", "<tab>"]);
  });

  test("two messages typed ahead become one text, of which nothing is lost or sent by half", () => {
    expect(read("first\rsecond\r")).toEqual(["paste:first\nsecond", "<enter>"]);
  });
});
