/** A command in a question: all of it, and what of it asks. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { createStyle, plainStyle } from "../../src/terminal/style.ts";
import { widthOf } from "../../src/terminal/width.ts";
import { renderCommand } from "../../src/transcript/render-command.ts";

const seed = 20_261_005;

/** The part of a command that is written between ⟦ and ⟧. */
function asking(text: string, reason = "it deletes files") {
  const command = text.replaceAll(/[⟦⟧]/g, "");
  const from = text.indexOf("⟦");
  return { command, parts: [{ from, to: text.indexOf("⟧") - 1, reason }] };
}

function drawn(text: string, width = 60, reason?: string): readonly string[] {
  const { command, parts } = asking(text, reason);
  return renderCommand(command, { width, style: plainStyle, parts }).lines;
}

describe("the part that asks", () => {
  test("has a mark below it, and beside that the reason", () => {
    expect(drawn("cd api && ⟦rm -rf ./dist⟧ && npm run build")).toEqual([
      "cd api && rm -rf ./dist && npm run build",
      "          ^^^^^^^^^^^^^ it deletes files",
    ]);
  });

  test("is found again behind tabs, wide letters and what is spelled out", () => {
    expect(drawn("echo 漢字\t\u202e; ⟦rm\tx⟧")).toEqual([
      "echo 漢字\\t\\u{202e}; rm\\tx",
      "                     ^^^^^ it deletes files",
    ]);
    expect(drawn(`echo${" ".repeat(50)}; ⟦rm x⟧`)).toEqual([
      "echo⟨50 spaces⟩; rm x",
      "                 ^^^^ it deletes files",
    ]);
  });

  test("is marked at both ends where it goes over several rows", () => {
    expect(drawn("echo 12345; ⟦rm -rf a b c⟧ && ls", 20)).toEqual([
      "echo 12345; rm -rf a",
      "            ^^^^^^^^",
      "it deletes files",
      "↪  b c && ls",
      "  ^^^^",
    ]);
    expect(drawn("ls\n⟦cat <<E\none\ntwo\nE⟧\nls")).toEqual([
      "ls",
      "cat <<E",
      "^^^^^^^ it deletes files",
      "one",
      "two",
      "E",
      "^",
      "ls",
    ]);
  });

  test("has its reason below it where there is no room beside it", () => {
    expect(drawn("cd api && ⟦rm -rf ./dist⟧", 30)).toEqual([
      "cd api && rm -rf ./dist",
      "          ^^^^^^^^^^^^^",
      "      it deletes files",
    ]);
  });

  test("shares a line with others that ask for the same reason", () => {
    const command = "rm a; ls; rm b";
    const reason = "it deletes files";
    const parts = [
      { from: 0, to: 4, reason },
      { from: 10, to: 14, reason },
    ];
    expect(renderCommand(command, { width: 60, style: plainStyle, parts }).lines).toEqual([
      "rm a; ls; rm b",
      "^^^^      ^^^^ it deletes files",
    ]);
  });

  test("is underlined and bold, too, also without colours", () => {
    const style = createStyle({ colour: false });
    const { command, parts } = asking("ls && ⟦rm x⟧");
    expect(renderCommand(command, { width: 60, style, parts }).lines[0]).toBe(
      `ls && ${style.bold(style.underline("rm x"))}`,
    );
  });

  test("has no mark when it is the whole command: then the reason says it", () => {
    expect(drawn("⟦touch A⟧")).toEqual(["touch A"]);
  });

  test("has a hostile reason spelled out", () => {
    expect(drawn("ls; ⟦rm x⟧", 60, "a\u202e\x1b[2Jb")[1]).toBe("    ^^^^ a\\u{202e}\\x1b[2Jb");
  });
});

test("every row that asks is told of, whatever the command, and no row is too wide", () => {
  const word = fc.constantFrom(
    "rm",
    "-rf",
    "漢字",
    "\t",
    "\u200b",
    "ｒm",
    "\n",
    " ",
    "x".repeat(30),
    "👩‍👩‍👧",
    "\r",
  );
  fc.assert(
    fc.property(
      fc.array(word, { minLength: 1, maxLength: 20 }),
      fc.array(word, { minLength: 1, maxLength: 8 }),
      fc.integer({ min: 8, max: 80 }),
      (before, asked, width) => {
        const command = `${before.join("")};${asked.join("")}x;end`;
        const from = before.join("").length + 1;
        const parts = [{ from, to: from + asked.join("").length + 1, reason: "because" }];
        const { lines, marked } = renderCommand(command, { width, style: plainStyle, parts });
        for (const line of lines) {
          expect(widthOf(line)).toBeLessThanOrEqual(width);
          expect(line).not.toMatch(/\p{Cc}/u);
        }
        expect(marked.length).toBeGreaterThan(0);
        expect(lines.join("\n")).toContain("^");
        expect(lines.join("\n").replaceAll(/\s/g, "")).toContain("because");
      },
    ),
    { seed },
  );
});
