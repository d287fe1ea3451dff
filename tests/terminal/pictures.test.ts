import { describe, expect, test } from "bun:test";
import { pictureLines, pictureProtocol, sixelLines } from "../../src/terminal/pictures.ts";
import { kindFromEnvironment } from "../../src/terminal/terminal-kind.ts";
import { Emulator } from "../support/emulator.ts";

const picture = { mediaType: "image/png", data: "QUJD".repeat(3000), rows: 4, columns: 20 };

/** What stands in kitty's sequences, without their ends. */
const graphicsIn = (text: string) =>
  text
    .split("\u001b_G")
    .slice(1)
    .map((sequence) => sequence.split("\u001b\\")[0] ?? "");

describe("a terminal that shows pictures", () => {
  test("is known by its name, and none is inside of tmux or screen", () => {
    const protocolOf = (env: Record<string, string>) => pictureProtocol(kindFromEnvironment(env));
    expect(protocolOf({ TERM: "xterm-kitty" })).toBe("kitty");
    expect(protocolOf({ TERM_PROGRAM: "iTerm.app" })).toBe("iterm");
    expect(protocolOf({ TERM: "xterm-256color" })).toBeNull();
    expect(protocolOf({ TERM: "xterm-kitty", TMUX: "/tmp/tmux" })).toBeNull();
    expect(protocolOf({ TERM: "screen.xterm-256color", TERM_PROGRAM: "iTerm.app" })).toBeNull();
  });

  test("of kitty's kind gets the file in pieces, over whole rows, and answers nothing", () => {
    const sequences = graphicsIn((pictureLines(picture, "kitty", 2) ?? []).join(""));
    expect(sequences.length).toBe(3);
    expect(sequences[0]).toStartWith("a=T,f=100,r=4,C=1,q=2,m=1;");
    expect(sequences.at(-1)).toContain("m=0;");
    const data = sequences.map((sequence) => sequence.slice(sequence.indexOf(";") + 1));
    expect(data.join("")).toBe(picture.data);
    for (const piece of data) expect(piece.length).toBeLessThanOrEqual(4096);
  });

  test("of kitty's kind takes no JPEG", () => {
    expect(pictureLines({ ...picture, mediaType: "image/jpeg" }, "kitty", 2)).toBeNull();
  });

  test("of iTerm2's kind gets the size in cells", () => {
    const drawn = pictureLines(picture, "iterm", 2)?.at(-1);
    expect(drawn).toContain(
      "inline=1;size=9000;width=20;height=4;preserveAspectRatio=1;doNotMoveCursor=1:QUJD",
    );
  });

  // Some terminals leave the cursor where it was, others in the row below the picture.
  const drawn = {
    kitty: pictureLines(picture, "kitty", 2),
    iterm: pictureLines(picture, "iterm", 2),
    "sixel, cursor stays": sixelLines("\u001bP0;1;0q#0~\u001b\\", picture.rows, 2),
    "sixel, cursor below": sixelLines("\n".repeat(picture.rows), picture.rows, 2),
  };

  test.each(Object.entries(drawn))(
    "(%s) shows what comes behind it right below, also at its bottom",
    async (_, lines) => {
      const terminal = new Emulator({
        cols: 40,
        rows: 8,
        kittyKeyboard: false,
        background: undefined,
        reply: () => {},
      });
      const printed = [...Array.from({ length: 7 }, (_, at) => `line ${at}`), ...(lines ?? []), "below", ""];
      await new Promise<void>((resolve) =>
        terminal.write(new TextEncoder().encode(printed.join("\r\n")), resolve),
      );
      expect(terminal.scrollback(false)).toEqual([
        ...Array.from({ length: 7 }, (_, at) => `line ${at}`),
        ...Array.from({ length: picture.rows }, () => ""),
        "below",
      ]);
      expect(terminal.cursor()).toEqual({ x: 0, y: 7 });
      terminal.dispose();
    },
  );
});
