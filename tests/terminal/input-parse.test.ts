import { describe, expect, test } from "bun:test";
import type { InputEvent } from "../../src/terminal/input/event.ts";
import { keyId } from "../../src/terminal/input/key.ts";
import { createInputParser, type InputParser } from "../../src/terminal/input/parse.ts";

const bytes = (text: string): Uint8Array => Buffer.from(text);

/** One line per event, short enough to read in a table: keys by their id, text in quotes. */
function told(event: InputEvent): string {
  switch (event.type) {
    case "key":
      return keyId(event.key);
    case "text":
      return JSON.stringify(event.text);
    case "paste":
      return `${event.continues ? "…" : ""}paste ${JSON.stringify(event.text)}`;
    case "reply":
      return `reply ${event.reply.kind}`;
    case "focus":
      return event.focused ? "focus in" : "focus out";
    case "mouse":
      return `mouse ${event.action} ${event.button} ${event.column},${event.row}`;
    case "end":
      return "end";
    default:
      return event satisfies never;
  }
}

/** What a parser tells about the given reads, and then about nothing more coming. */
function read(...reads: readonly string[]): string[] {
  const parser = createInputParser();
  const events = reads.flatMap((chunk) => parser.feed(bytes(chunk)));
  return [...events, ...parser.flush()].map(told);
}

function values(chunk: string): InputEvent[] {
  return createInputParser().feed(bytes(chunk));
}

function feed(parser: InputParser, chunk: string): string[] {
  return parser.feed(bytes(chunk)).map(told);
}

describe("every encoding of a key is the same key", () => {
  const table: Record<string, readonly string[]> = {
    enter: ["\r", "\x1b[13u", "\x1b[13;1u", "\x1bOM", "\x1b[57414u"],
    "shift+enter": ["\x1b[13;2u", "\x1b[27;2;13~", "\x1b[13;2:1u"],
    "alt+enter": ["\x1b\r", "\x1b[13;3u", "\x1b[27;3;13~"],
    "ctrl+enter": ["\x1b[13;5u", "\x1b[27;5;13~"],
    "ctrl+j": ["\n", "\x1b[106;5u", "\x1b[27;5;106~"],
    backspace: ["\x7f", "\b", "\x1b[127u"],
    "alt+backspace": ["\x1b\x7f", "\x1b\b", "\x1b[127;3u", "\x1b[27;3;127~"],
    "ctrl+backspace": ["\x1b[127;5u", "\x1b[27;5;127~", "\x1b[27;5;8~"],
    tab: ["\t", "\x1b[9u"],
    "shift+tab": ["\x1b[Z", "\x1b[1;2Z", "\x1b[9;2u", "\x1b[27;2;9~"],
    escape: ["\x1b", "\x1b[27u", "\x1b[27;1:1u"],
    up: ["\x1b[A", "\x1bOA", "\x1b[1;1A", "\x1b[57419u", "\x1b[1;1:2A"],
    "shift+up": ["\x1b[1;2A", "\x1b[a"],
    "alt+up": ["\x1b[1;3A", "\x1b\x1b[A", "\x1b\x1bOA"],
    "ctrl+left": ["\x1b[1;5D", "\x1bOd", "\x1bO5D"],
    "ctrl+alt+right": ["\x1b[1;7C"],
    "super+left": ["\x1b[1;9D"],
    home: ["\x1b[H", "\x1bOH", "\x1b[1~", "\x1b[7~"],
    end: ["\x1b[F", "\x1bOF", "\x1b[4~", "\x1b[8~"],
    "ctrl+end": ["\x1b[1;5F", "\x1b[4;5~", "\x1b[8^"],
    insert: ["\x1b[2~"],
    delete: ["\x1b[3~", "\x1b[57426u"],
    "ctrl+delete": ["\x1b[3;5~", "\x1b[3^"],
    "shift+delete": ["\x1b[3;2~", "\x1b[3$"],
    "ctrl+shift+delete": ["\x1b[3;6~", "\x1b[3@"],
    pageup: ["\x1b[5~"],
    pagedown: ["\x1b[6~"],
    f1: ["\x1bOP", "\x1b[P", "\x1b[11~", "\x1b[[A"],
    f3: ["\x1bOR", "\x1b[13~", "\x1b[[C"],
    "ctrl+f3": ["\x1b[1;5R", "\x1b[13;5~"],
    f5: ["\x1b[15~", "\x1b[[E"],
    f12: ["\x1b[24~"],
    f13: ["\x1b[25~", "\x1b[57376u"],
    "ctrl+c": ["\x03", "\x1b[99;5u", "\x1b[27;5;99~", "\x1b[99;69u"],
    "ctrl+shift+c": ["\x1b[99;6u", "\x1b[99:67;6u", "\x1b[27;6;67~"],
    "ctrl+_": ["\x1f", "\x1b[95;5u", "\x1b[45:95;6u"],
    "ctrl+space": ["\0", "\x1b[32;5u"],
    "alt+b": ["\x1bb", "\x1b[98;3u", "\x1b[27;3;98~"],
    "alt+shift+b": ["\x1bB", "\x1b[98;4u", "\x1b[98:66;4u"],
    "ctrl+alt+a": ["\x1b\x01", "\x1b[97;7u"],
    "alt+é": ["\x1bé", "\x1b[233;3u"],
    "alt+[": ["\x1b[", "\x1b[91;3u"],
  };
  for (const [key, encodings] of Object.entries(table)) {
    test(key, () => {
      for (const encoding of encodings) expect([encoding, ...read(encoding)]).toEqual([encoding, key]);
    });
  }

  test("shortcuts go by the place of the key on a layout that is not Latin", () => {
    expect(read("\x1b[1089::99;5u")).toEqual(["ctrl+c"]);
  });

  test("characters in coded form are typed text", () => {
    expect(read("\x1b[97;1u", "\x1b[97:65;2u", "\x1b[27;2;66~", "\x1b[57404u", "\x1bOk")).toEqual(
      ["a", "A", "B", "5", "+"].map((char) => JSON.stringify(char)),
    );
  });

  test("releases and lone modifiers are no keys", () => {
    expect(read("\x1b[105;1:3u", "\x1b[1;1:3A", "\x1b[3;5:3~", "\x1b[57441;2u", "\x1b[57428u")).toEqual([]);
  });
});

describe("several keys in one read", () => {
  test("are all told, in order", () => {
    expect(read("abc\x1b[D\x1b[DX\r")).toEqual(['"abc"', "left", "left", '"X"', "enter"]);
  });

  test("the last syllable and Enter arrive together", () => {
    expect(read("안녕하세요\r")).toEqual(['"안녕하세요"', "enter"]);
    expect(read("안녕하세", "요\r")).toEqual(['"안녕하세"', '"요"', "enter"]);
  });

  test("two presses of Escape are two", () => {
    expect(read("\x1b\x1b")).toEqual(["escape", "escape"]);
  });
});

describe("a lone ESC", () => {
  test("is a key only when nothing follows", () => {
    const parser = createInputParser();
    expect(feed(parser, "\x1b")).toEqual([]);
    expect(parser.pending).toBe("key");
    expect(feed(parser, "[")).toEqual([]);
    expect(feed(parser, "A")).toEqual(["up"]);
    expect(parser.pending).toBe("none");
    expect(parser.flush()).toEqual([]);
  });

  test("a reply that comes late behind it is not typed into the text", () => {
    const parser = createInputParser();
    feed(parser, "\x1b");
    expect(parser.flush().map(told)).toEqual(["escape"]);
    expect(feed(parser, "[?64;1;2;4c")).toEqual(["reply device-attributes"]);
  });

  test("an arrow whose rest comes late is still that arrow", () => {
    const parser = createInputParser();
    feed(parser, "\x1b");
    parser.flush();
    expect(feed(parser, "[A")).toEqual(["up"]);
  });

  test("a bracket typed after it is a bracket", () => {
    const parser = createInputParser();
    feed(parser, "\x1b");
    parser.flush();
    expect(feed(parser, "[")).toEqual(['"["']);
    expect(feed(parser, "A")).toEqual(['"A"']);
  });
});

describe("what a terminal says by itself", () => {
  test("never becomes text, whole, split or late", () => {
    const reads = [
      "\x1b[?64;1;2;4c",
      "\x1b[>1;10;0c",
      "\x1b]11;rgb:ffff/ffff/ffff\x1b\\",
      "\x1b[I",
      "\x1b[O",
      "\x1b[?62",
      ";22c",
      "\x1bP>|xterm(390)\x1b",
      "\\",
    ];
    expect(read(...reads)).toEqual([
      "reply device-attributes",
      "reply device-attributes",
      "reply color",
      "focus in",
      "focus out",
      "reply device-attributes",
      "reply version",
    ]);
  });

  test("a reply with a long pause in it is still a reply", () => {
    const parser = createInputParser();
    feed(parser, "\x1b[?62");
    expect(parser.pending).toBe("sequence");
    expect(parser.flush()).toEqual([]);
    expect(feed(parser, ";22c")).toEqual(["reply device-attributes"]);
  });

  test("unknown sequences are dropped as a whole", () => {
    const unknown = [
      "\x1b[?1;2$z",
      "\x1b[5;5;5x",
      "\x1b_Gi=1;OK\x1b\\",
      "\x1b]9;x\x07",
      "\x1b^p\x1b\\",
      "\u009b?9z",
    ];
    expect(read(...unknown)).toEqual([]);
    expect(read("\x1b[M !!", "\x1b[<66;1;1M", "\x1b[32;10;10M")).toEqual([]);
  });

  test("a sequence of any length is passed over", () => {
    const long = `\x1b]52;c;${"QUJD".repeat(5000)}\x07x`;
    expect(read(long)).toEqual(['"x"']);
    expect(read(long.slice(0, 7000), long.slice(7000, 9000), long.slice(9000))).toEqual(['"x"']);
  });

  test("a key breaks off a sequence that was never finished", () => {
    expect(read("\x1b[12\x03")).toEqual(["ctrl+c"]);
    expect(read("\x1b]11;rgb\x1b[A")).toEqual(["up"]);
  });

  test("replies carry their values", () => {
    expect(values("\x1b]11;rgb:1e1e/2020/ffff\x07")).toEqual([
      { type: "reply", reply: { kind: "color", of: "background", rgb: { red: 30, green: 32, blue: 255 } } },
    ]);
    expect(values("\x1b]10;#ff0080\x1b\\")).toEqual([
      { type: "reply", reply: { kind: "color", of: "foreground", rgb: { red: 255, green: 0, blue: 128 } } },
    ]);
    expect(values("\x1b[?5u")).toEqual([{ type: "reply", reply: { kind: "keyboard-flags", flags: 5 } }]);
    expect(values("\x1b[12;40R")).toEqual([
      { type: "reply", reply: { kind: "cursor-position", row: 12, column: 40 } },
    ]);
    expect(values("\x1b[?2026;2$y")).toEqual([
      { type: "reply", reply: { kind: "mode", mode: 2026, state: 2 } },
    ]);
    expect(values("\x1b[?997;1n")).toEqual([
      { type: "reply", reply: { kind: "color-scheme", scheme: "dark" } },
    ]);
    expect(values("\x1b[6;20;10t\x1b[4;480;800t")).toEqual([
      { type: "reply", reply: { kind: "pixels", of: "cell", width: 10, height: 20 } },
      { type: "reply", reply: { kind: "pixels", of: "window", width: 800, height: 480 } },
    ]);
    expect(values("\x1b[?1;0;1024S")).toEqual([
      { type: "reply", reply: { kind: "sixel-colours", count: 1024 } },
    ]);
    // That it does not know the question, and the size in characters: nobody asked.
    expect(values("\x1b[?1;1;0S\x1b[8;24;80t")).toEqual([]);
  });

  test("mouse reports tell the cell, the button and the modifiers", () => {
    const [press, release, wheel, drag] = createInputParser().feed(
      bytes("\x1b[<0;3;5M\x1b[<0;3;5m\x1b[<80;1;1M\x1b[<34;2;2M"),
    );
    expect(press).toMatchObject({ action: "press", button: "left", column: 2, row: 4, ctrl: false });
    expect(release).toMatchObject({ action: "release", button: "left" });
    expect(wheel).toMatchObject({ action: "wheel-up", button: "none", ctrl: true });
    expect(drag).toMatchObject({ action: "move", button: "right" });
  });
});
