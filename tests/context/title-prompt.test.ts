/** The name of a session in what a model answers when it is asked for one. */
import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { titleInAnswer } from "../../src/context/title-prompt.ts";
import { titleColumns } from "../../src/sessions/title.ts";

describe("the name in an answer", () => {
  for (const [what, answer, name] of [
    ["bare", "Fix the login", "Fix the login"],
    ["in quotes, with a period", '"Fix the login."', "Fix the login"],
    ["in Chinese quotes", "「修复登录页面」。", "修复登录页面"],
    ["behind a word that says what it is", "**Title:** Fix the login", "Fix the login"],
    ["as a heading", "# Fix the login\n\nIt is about the login.", "Fix the login"],
    ["behind thoughts", "<think>\nThe user wants…\n</think>\n\nFix the login", "Fix the login"],
    [
      "behind thoughts of which the end is there",
      "so a name it is\n</think>\nFix the login",
      "Fix the login",
    ],
    ["nowhere: it thought to its end", "<think>\nThe user wants a name, and", ""],
    ["behind an announcement", "Sure! Here is a name:\n\nFix the login", "Fix the login"],
    ["in a block", "```text\nFix the login\n```", "Fix the login"],
    ["with a quotation in it", "Why “a” is not 'b' in login", "Why “a” is not 'b' in login"],
    ["nowhere: there are signs only", "—\n***\n", ""],
  ] as const)
    test(`stands ${what}`, () => expect(titleInAnswer(answer)).toBe(name));

  test("is cut where the model does not stop", () => {
    const name = titleInAnswer("word ".repeat(10_000));
    expect(Bun.stringWidth(name)).toBeLessThanOrEqual(titleColumns);
    expect(name).toEndWith("…");
  });

  test("is one line that fits, whatever comes", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 400 }), (answer) => {
        const name = titleInAnswer(answer);
        expect(name).not.toContain("\n");
        expect(Bun.stringWidth(name)).toBeLessThanOrEqual(titleColumns);
      }),
    );
  });
});
