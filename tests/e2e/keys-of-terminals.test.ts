/** The same message, written with the keys of every kind of terminal, whole reads or byte by byte. */
import { describe, expect, test } from "bun:test";
import { gate, text } from "../support/model-server.ts";
import { userTexts } from "./requests.ts";
import { answered, begin, composerShows, isBusy, send } from "./start.ts";

const ok = [text("ok then")];

/** A key of Windows' console, pressed and let go. */
const windows = (virtualKey: number, code: number, state = 0) =>
  [1, 0].map((isDown) => `\x1b[${virtualKey};30;${code};${isDown};${state};1_`).join("");
const windowsText = (typed: string) =>
  typed
    .split("")
    .map((unit) => windows(0x41, unit.charCodeAt(0)))
    .join("");

/** "abc", two to the left, "X", to the end, a new line, "dé", the word deleted, an emoji, then Enter. */
const keys: Record<string, readonly string[]> = {
  "an old one": ["abc", "\x1b[D", "\x1bOD", "X", "\x1b[4~", "\x1b\r", "dé", "\x17", "😀", "\r"],
  rxvt: ["abc", "\x1b[D", "\x1b[D", "X", "\x1b[8~", "\n", "dé", "\x1b\x7f", "😀", "\r"],
  "xterm with modified keys": [
    "abc",
    "\x1b[1;1D",
    "\x1b[D",
    "X",
    "\x1b[27;5;101~",
    "\x1b[27;2;13~",
    "dé",
    "\x1b[27;5;127~",
    "😀",
    "\x1b[27;1;13~",
  ],
  kitty: [
    "abc",
    "\x1b[1;1:1D",
    "\x1b[57417u\x1b[57417;1:3u",
    "\x1b[120:88;2u",
    "\x1b[101;5u",
    "\x1b[13;2u",
    "dé",
    "\x1b[127;3u",
    "\x1b[128512u\x1b[128512;1:3u",
    "\x1b[13u",
  ],
  "Windows' console": [
    windowsText("abc"),
    windows(0x25, 0, 0x100),
    windows(0x25, 0),
    windows(0x58, 88, 0x10),
    windows(0x23, 0),
    windows(0x0d, 13, 0x10),
    windowsText("dé"),
    windows(0x08, 127, 0x08),
    windowsText("😀"),
    windows(0x0d, 13),
  ],
};

describe.each(Object.keys(keys))("keys of %s", (terminalKind) => {
  test.each(["key by key", "in one read", "byte by byte"])("%s", async (how) => {
    await using story = await begin([ok]);
    const { terminal, server } = story;
    const sequences = keys[terminalKind] ?? [];
    // The Enter apart: behind a text in one read, the line end of the old ones would be a paste's.
    const [writing, enter = ""] = [sequences.slice(0, -1), sequences.at(-1)];
    const all = Buffer.from(writing.join(""));
    const reads =
      how === "key by key"
        ? writing.map((sequence) => Buffer.from(sequence))
        : how === "in one read"
          ? [all]
          : Array.from(all, (byte) => Buffer.of(byte));
    for (const read of reads) {
      terminal.bytes(read);
      await Bun.sleep(0);
    }
    await composerShows(terminal, "aXbc\n😀");
    terminal.bytes(enter);
    await answered(terminal, "ok then");
    expect(userTexts(await server.nextRequest(0))).toEqual(["aXbc\n😀"]);
  });
});

test("what a terminal says by itself, late or in pieces, neither types nor stops anything", async () => {
  const end = gate();
  await using story = await begin([[text("working "), end.shut, text("to the end.")]]);
  const { terminal } = story;
  await send(terminal, "go");
  await terminal.waitFor("working");
  const said = [
    ["\x1b[?64;1;2;4c"],
    ["\x1b[?62", ";22c"],
    ["\x1b", "[?1;2c"],
    ["\x1b[105;1:3u"],
    ["\x1b]11;rgb:ffff/ff", "ff/ffff\x1b", "\\"],
    ["\x1b]10;rgb:0/0/0\x07"],
    ["\x1bP>|xterm(", "395)\x1b\\"],
    ["\x1bP1+r544e=787465726d\x1b\\"],
    ["\x1b_Gi=31;OK\x1b\\"],
    ["\x1b[?2026;2$y"],
    ["\x1b[?997;1n"],
    ["\x1b[24;80R"],
    ["\x1b[8;24;80t"],
    ["\x1b[I", "\x1b[O"],
    ["\x1b[<35;10;", "10M"],
    ["\x1b[M #!"],
    ["\x1b[17;29;0;1;8;1_"],
    ["\x1b]52;c;c2Vj", "cmV0\x07"],
    ["\u009b?1;2c"],
  ];
  for (const reads of said)
    for (const read of reads) {
      terminal.bytes(read);
      await Bun.sleep(0);
    }
  terminal.type("x");
  await composerShows(terminal, "x");
  expect(isBusy(terminal)).toBeTrue();
  end.open();
  await answered(terminal, "working to the end.");
});
