/** The beginning of the file that is chosen behind `@`, below the list. */
import { expect, test } from "bun:test";
import { begin } from "./start.ts";

const files = {
  "src/login/form.ts": "export const form = 1;\n\tsecond line\n",
  "src/login/session.ts": "export const session = 2;\n",
  ".env": "API_KEY=not-to-be-seen-at-all\n",
};

const waits = { cols: 80, rows: 24 };

test("goes with the choice, and the list does not jump for it", async () => {
  await using story = await begin([], { files, ...waits });
  const { terminal } = story;
  terminal.type("@ses");
  await terminal.waitFor("  │ export const session = 2;");
  const before = terminal.screen().findIndex((line) => line.startsWith("❯ "));
  terminal.press("backspace", "backspace", "backspace");
  terminal.type("form");
  await terminal.waitFor("  │ export const form = 1;");
  await terminal.waitFor("  │     second line");
  expect(terminal.screen().findIndex((line) => line.startsWith("❯ "))).toBe(before);
  terminal.press("escape");
  await terminal.waitFor(() => !terminal.screen().some((line) => line.startsWith("  │")));
});

test("shows a folder's names, and nothing of a file that holds secrets", async () => {
  await using story = await begin([], { files, ...waits });
  const { terminal } = story;
  terminal.type("@src/log");
  await terminal.waitFor(/^ {2}│ form\.ts\n {2}│ session\.ts$/m);
  terminal.press("ctrl+u");
  terminal.type("@.env");
  await terminal.waitFor("  │ (not shown");
  expect(terminal.screen().join("\n")).not.toContain("not-to-be-seen");
});

test("is left out where the window is low", async () => {
  await using story = await begin([], { files, cols: 80, rows: 15 });
  const { terminal } = story;
  terminal.type("@ses");
  await terminal.waitFor("❯ src/login/session.ts");
  expect(terminal.screen().join("\n")).not.toContain("│");
});
