/** Writing a message: what is typed or pasted is what is sent, in one piece and in order. */
import { describe, expect, test } from "bun:test";
import { gate, text } from "../support/model-server.ts";
import type { TestTerminal } from "../support/terminal.ts";
import { userTexts } from "./requests.ts";
import { answered, begin, beginUnready, composerShows, leave, open, send } from "./start.ts";

const ok = [text("ok then")];

/** Does something with the keyboard and returns the one message that the model got. */
async function sentBy(
  act: (terminal: TestTerminal) => void | Promise<void>,
  kittyKeyboard = false,
): Promise<string[]> {
  await using story = await begin([ok], { kittyKeyboard });
  const { terminal, server } = story;
  await act(terminal);
  await answered(terminal, "ok then");
  await composerShows(terminal, "");
  expect(server.requests).toHaveLength(1);
  return userTexts(await server.nextRequest(0));
}

describe("a new line without sending", () => {
  test("by Alt+Enter, Ctrl+J, and a backslash before Enter, in any terminal", async () => {
    const sent = await sentBy(async (terminal) => {
      terminal.type("one");
      terminal.press("alt+enter");
      terminal.type("two");
      terminal.press("ctrl+j");
      terminal.type("three\\");
      await composerShows(terminal, "one\ntwo\nthree\\");
      terminal.press("enter");
      await composerShows(terminal, "one\ntwo\nthree\n");
      terminal.type("four");
      terminal.press("enter");
    });
    expect(sent).toEqual(["one\ntwo\nthree\nfour"]);
  });

  test("by Shift+Enter where the terminal can tell it from Enter", async () => {
    const sent = await sentBy(async (terminal) => {
      await terminal.waitFor(() => terminal.modes().kittyFlags > 0, { what: "the kitty keyboard protocol" });
      terminal.type("one");
      terminal.press("shift+enter");
      terminal.type("two");
      terminal.press("enter");
    }, true);
    expect(sent).toEqual(["one\ntwo"]);
  });

  test("by the other encodings of Shift+Enter", async () => {
    const sent = await sentBy((terminal) => {
      terminal.type("one");
      terminal.bytes("\x1b[27;2;13~");
      terminal.type("two");
      terminal.bytes("\x1b[13;2u");
      terminal.type("three");
      terminal.press("enter");
    });
    expect(sent).toEqual(["one\ntwo\nthree"]);
  });
});

test("what the keyboard was told at the start is taken back at the end", async () => {
  await using story = await begin([], { kittyKeyboard: true });
  const { terminal } = story;
  await terminal.waitFor(() => terminal.modes().kittyFlags > 0, { what: "the kitty keyboard protocol" });
  expect(await leave(terminal)).toBe(0);
  expect(terminal.modes()).toMatchObject({ kittyFlags: 0, bracketedPaste: false });
});

describe("a paste", () => {
  test("of several lines does not send itself; Enter then sends exactly it", async () => {
    await using story = await begin([ok]);
    const { terminal, server } = story;
    terminal.paste("one\r\ntwo\r\n\r\n  three");
    await composerShows(terminal, "one\ntwo\n\n  three");
    expect(server.requests).toHaveLength(0);
    terminal.press("enter");
    await answered(terminal, "ok then");
    expect(userTexts(await server.nextRequest(0))).toEqual(["one\ntwo\n\n  three"]);
  });

  test("that is long shows as a chip and is sent whole", async () => {
    const lines = Array.from(
      { length: 3000 },
      (_, at) => `line ${at} of a long log, with 日本語 and 👍`,
    ).join("\n");
    await using story = await begin([ok]);
    const { terminal, server } = story;
    terminal.type("see ");
    terminal.paste(lines);
    await terminal.waitFor(/> see \[paste #1 · 3000 lines\]$/m);
    terminal.type(" please");
    terminal.press("enter");
    await answered(terminal, "ok then");
    expect(userTexts(await server.nextRequest(0))).toEqual([`see ${lines} please`]);
  });

  test("with a command, a shell sign or a slash in it is only text", async () => {
    const pasted = "!rm -rf important\n/clear\n@x";
    const sent = await sentBy((terminal) => {
      terminal.paste(pasted);
      terminal.press("enter");
    });
    expect(sent).toEqual([pasted]);
  });

  test("and the Enter behind it may come in one read", async () => {
    expect(await sentBy((terminal) => terminal.bytes("\x1b[200~hello\x1b[201~\r"))).toEqual(["hello"]);
  });

  test("without brackets keeps its lines together, and waits for Enter", async () => {
    await using story = await begin([ok]);
    const { terminal, server } = story;
    terminal.type("read back: ");
    await composerShows(terminal, "read back:");
    terminal.bytes("LINE1\rLINE2\rLINE3");
    await composerShows(terminal, "read back: LINE1\nLINE2\nLINE3");
    expect(server.requests).toHaveLength(0);
    // A key of its own: what follows at once would still belong to the paste.
    terminal.press("left", "right", "enter");
    await answered(terminal, "ok then");
    expect(userTexts(await server.nextRequest(0))).toEqual(["read back: LINE1\nLINE2\nLINE3"]);
  });

  test("that is cut anywhere, inside its brackets and inside a character, arrives whole", async () => {
    const bytes = Buffer.from("\x1b[200~测试显著性 😀\x1b[201~");
    const sent = await sentBy(async (terminal) => {
      for (const byte of bytes) {
        terminal.bytes(Uint8Array.of(byte));
        await Bun.sleep(0);
      }
      terminal.press("enter");
    });
    expect(sent).toEqual(["测试显著性 😀"]);
  });
});

describe("keys", () => {
  test("that come in one read are all taken, in their order", async () => {
    expect(await sentBy((terminal) => terminal.bytes("abc\x1b[D\x1b[DX\r"))).toEqual(["aXbc"]);
  });

  test("of an input method: the last syllable comes together with Enter", async () => {
    expect(await sentBy((terminal) => terminal.bytes("안녕하세요\r"))).toEqual(["안녕하세요"]);
  });

  test("of an input method: the last syllable comes in a later read, together with Enter", async () => {
    const sent = await sentBy(async (terminal) => {
      terminal.bytes("안녕하세");
      await composerShows(terminal, "안녕하세");
      terminal.bytes("요\r");
    });
    expect(sent).toEqual(["안녕하세요"]);
  });

  test("that come one by one without a pause are all there", async () => {
    const characters = Array.from({ length: 60 }, (_, at) => String.fromCodePoint(0x4e00 + at));
    const sent = await sentBy((terminal) => {
      for (const character of characters) terminal.bytes(character);
      terminal.press("enter");
    });
    expect(sent).toEqual([characters.join("")]);
  });

  test("delete what a person calls a character", async () => {
    const sent = await sentBy((terminal) => {
      terminal.type("x👨‍👩‍👧🇩🇪❤️👋🏽e\u0301\u1100\u1161\u11a8");
      for (let presses = 0; presses < 6; presses += 1) terminal.press("backspace");
      terminal.type("y");
      terminal.press("enter");
    });
    expect(sent).toEqual(["xy"]);
  });

  test("move over what a person calls a character", async () => {
    await using story = await begin([ok]);
    const { terminal, server } = story;
    const clusters = ["👨‍👩‍👧", "🇩🇪", "❤️", "👋🏽", "e\u0301", "\u1100\u1161\u11a8"];
    terminal.type(`x${clusters.join("")}`);
    for (const _ of clusters) terminal.press("left");
    await terminal.waitFor(() => terminal.cursor().x === "> x".length, { what: "the cursor behind the x" });
    terminal.press("right", "right");
    terminal.type("|");
    terminal.press("enter");
    await answered(terminal, "ok then");
    const [family = "", flag = "", ...others] = clusters;
    expect(userTexts(await server.nextRequest(0))).toEqual([`x${family}${flag}|${others.join("")}`]);
  });

  test("edit like a shell: line ends, words, cut and put back", async () => {
    const sent = await sentBy((terminal) => {
      terminal.type("two three");
      terminal.press("ctrl+a");
      terminal.type("one ");
      terminal.press("ctrl+e", "ctrl+w", "alt+b");
      terminal.type("2 ");
      terminal.press("end", "ctrl+y");
      terminal.press("enter");
    });
    expect(sent).toEqual(["one 2 two three"]);
  });

  test("leave the cursor on the caret's cell, behind wide characters too", async () => {
    await using story = await begin();
    const { terminal } = story;
    terminal.type("你好ab");
    terminal.press("left", "left");
    await terminal.waitFor(() => terminal.cursor().x === 6, { what: "the cursor on the a" });
    expect(terminal.screen()[terminal.cursor().y]).toBe("> 你好ab");
    expect(terminal.modes().cursorVisible).toBeTrue();
  });

  test("leave the cursor on the caret's cell while an answer streams above it", async () => {
    const [more, end] = [gate(), gate()];
    await using story = await begin([
      [text("first words "), more.shut, text("and more\n\nof them "), end.shut],
    ]);
    const { terminal } = story;
    await send(terminal, "go");
    await terminal.waitFor("first words");
    terminal.type("你好ab");
    terminal.press("left", "left");
    const isOnTheA = () => terminal.cursor().x === 6 && terminal.screen()[terminal.cursor().y] === "> 你好ab";
    await terminal.waitFor(isOnTheA, { what: "the cursor on the a" });
    more.open();
    await terminal.waitFor("of them");
    expect(isOnTheA()).toBeTrue();
    expect(terminal.modes().cursorVisible).toBeTrue();
    end.open();
  });

  test("that are answers of the terminal are not text", async () => {
    await using story = await begin([ok]);
    const { terminal, server } = story;
    const replies = [
      "\x1b[?64;1;2;4c",
      "\x1b[105;1:3u",
      "\x1b]11;rgb:ffff/ffff/ffff\x1b\\",
      "\x1b[I",
      "\x1b[O",
      "\x1b[?62",
      ";22c",
    ];
    for (const reply of replies) terminal.bytes(reply);
    terminal.press("c", "l", "enter");
    await answered(terminal, "ok then");
    expect(userTexts(await server.nextRequest(0))).toEqual(["cl"]);
  });
});

describe("typed ahead", () => {
  test("keys pressed the moment the program is started are not lost", async () => {
    await using story = await beginUnready([ok]);
    const { terminal } = story;
    terminal.type("hello");
    await open(terminal);
    await composerShows(terminal, "hello");
  });

  test.each([
    ["a message", "early bird\r", "early bird"],
    ["two lines in one go", "early\rbird\r", "early\nbird"],
  ])("%s typed and sent the moment the program is started goes out too", async (_, keys, sent) => {
    await using story = await beginUnready([ok]);
    const { terminal, server } = story;
    terminal.type(keys);
    await answered(terminal, "ok then");
    expect(userTexts(await server.nextRequest(0))).toEqual([sent]);
    await composerShows(terminal, "");
  });

  test("a message sent while the session is still loading goes out when it is open", async () => {
    await using story = await beginUnready([ok]);
    const { terminal, server } = story;
    await terminal.ready();
    terminal.type("early bird");
    terminal.press("enter");
    await answered(terminal, "ok then");
    expect(userTexts(await server.nextRequest(0))).toEqual(["early bird"]);
    await composerShows(terminal, "");
  });
});

test("an editor for the text is not told the answers that a slow line still owes to rein", async () => {
  const files = { "ed.sh": 'stty -icanon -echo min 0 time 4; dd bs=100 count=1 > got; echo edited > "$1"' };
  await using story = await begin([], { lag: 300, files, env: { EDITOR: "sh ed.sh" } });
  const { terminal, project } = story;
  terminal.type("draft");
  await composerShows(terminal, "draft");
  terminal.press("ctrl+g");
  await composerShows(terminal, "edited");
  expect(await project.read("got")).toBe("");
});
