/** What a session is called by its first message. */
import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { nameOf, titleByRule, titleColumns, titleOf, titleOfAny } from "../../src/sessions/title.ts";
import { chained } from "./arbitrary-entries.ts";
import { said } from "./data-folder.ts";

describe("the title of a message", () => {
  test.each([
    ["fix the login test. It fails since yesterday.", "fix the login test"],
    ["Hi! Can you please fix the login test?", "fix the login test"],
    ["Hello,\n\nI'd like you to add a dark mode. Thanks!", "add a dark mode"],
    ["hey there, quick question: how do I exit vim?", "how do I exit vim?"],
    [
      "please can you refactor @src/app/open-app.ts so that it is shorter",
      "refactor open-app.ts so that it is shorter",
    ],
    ['look at @"my notes/to do.md", please', "look at to do.md"],
    ["mail ada@example.com about it", "mail ada@example.com about it"],
    ["# The **great** plan\n\nIn [three](https://example.com/a) parts.", "The great plan"],
    ["- [ ] add `parse()` to the reader", "add parse() to the reader"],
    ["use e.g. the v1.2.3 API. Then stop.", "use e.g. the v1.2.3 API"],
    ["[Image #1] what is wrong here", "what is wrong here"],
    [
      "Add a flag that lets people choose the colour of the\nborder around it. Then test it.",
      "Add a flag that lets people choose the colour of the border…",
    ],
  ])("%j is what it is about", (message, title) => {
    expect(titleOf(message)).toBe(title);
  });

  test.each([
    ["```ts\nconst x = 1;\n```\nwhy does this fail?", "why does this fail?"],
    [
      "2026-11-30 12:00:01 ERROR boom\n    at run (a.js:1:2)\nTypeError: no\nwhat does this mean",
      "what does this mean",
    ],
    ["$ npm test\n> x@1.0.0 test\nfails on CI only", "fails on CI only"],
    ["diff --git a/x b/x\n@@ -1 +1 @@\nreview this, please", "review this"],
  ])("%j: what was pasted is passed over", (message, title) => {
    expect(titleOf(message)).toBe(title);
  });

  test.each([
    ["npm test", "npm test"],
    ["git log --oneline | head", "git log --oneline | head"],
    ["src/app/main.ts", "src/app/main.ts"],
    ["@src/app/main.ts", "main.ts"],
    ["```ts\nconst x = 1;\n```", "const x = 1;"],
    ["TypeError: x is not a function\n    at run (a.js:1:2)", "TypeError: x is not a function"],
    [`/${"long/".repeat(20)}end.ts`, "…/long/long/long/long/long/long/long/long/long/long/end.ts"],
  ])("%j: only a command, a path or a paste is a title, too", (message, title) => {
    expect(titleOf(message)).toBe(title);
  });

  test.each([
    ["你好，请帮我修复登录测试。它从昨天开始失败。", "修复登录测试"],
    ["能不能把这个函数改快一点？", "把这个函数改快一点"],
    [
      "すみません、ログインのテストを直してください。昨日から失敗しています。",
      "ログインのテストを直してください",
    ],
  ])("%j: in Chinese and Japanese", (message, title) => {
    expect(titleOf(message)).toBe(title);
  });

  test("that only greets says nothing", () => {
    for (const greeting of ["hi", "Hello!", "good morning", "thanks a lot", "你好", "", " \n "])
      expect(titleOf(greeting)).toBe("");
    expect(titleOfAny("hi")).toBe("hi");
  });

  test("is one line that fits, whole characters only, and made of something where there is something", () => {
    const pieces = fc.constantFrom(
      "fix ",
      "hi ",
      "**",
      "`",
      "```\n",
      "@a/b ",
      "。",
      "登录",
      "😀",
      "\n",
      "[x](",
      "<a",
      "ERROR: ",
      "x".repeat(70),
      "é",
      "\0",
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: "binary" }),
          fc.array(pieces).map((all) => all.join("")),
        ),
        (message) => {
          const title = titleOfAny(message);
          expect(Bun.stringWidth(title)).toBeLessThanOrEqual(titleColumns);
          expect(title).not.toMatch(/[\n\r\t]/);
          if (/[a-z登]/.test(message)) expect(title).not.toBe("");
        },
      ),
    );
  });

  test("of a long line of one sign is not looked for in vain", () => {
    for (const sign of ["[", "*", "`", "<a", "(", "@", "can you ", "-", "# "])
      expect(Bun.stringWidth(titleOfAny(sign.repeat(50_000)))).toBeLessThanOrEqual(titleColumns);
  });
});

describe("the title of a session", () => {
  test("is of the first message that says more than a greeting", () => {
    expect(titleByRule(chained([said("hi"), said("fix it"), said("and this")]))).toBe("fix it");
    expect(titleByRule(chained([said("hi"), said("hello")]))).toBe("hi");
    expect(titleByRule([])).toBe("");
  });

  test("that began with a command of the user's names that", () => {
    const ran = (shared: boolean) =>
      ({
        type: "user_command",
        command: "git status",
        cwd: "/",
        exitCode: 0,
        output: "",
        durationMs: 1,
        shared,
      }) as const;
    expect(titleByRule(chained([ran(true)]))).toBe("!git status");
    expect(titleByRule(chained([ran(false)]))).toBe("");
    expect(titleByRule(chained([ran(true), said("what changed")]))).toBe("what changed");
  });
});

test("a name stands on one line, and is not longer than anybody reads", () => {
  expect(nameOf("  the\n great\tone \u0007 ")).toBe("the great one");
  expect(nameOf("x".repeat(1_000))).toHaveLength(200);
});
