/** The history of prompts between its file and the composer. */
import { expect, test } from "bun:test";
import { readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type DataPaths, dataPaths } from "../../src/sessions/paths.ts";
import { Composer } from "../../src/hosts/repl/composer/composer.ts";
import { openHistory } from "../../src/hosts/repl/composer/open-history.ts";
import { longestPrompt } from "../../src/sessions/prompt-history.ts";
import { pressed } from "../../src/terminal/input/key.ts";
import { plainStyle } from "../../src/terminal/style.ts";
import { temporaryFolder } from "../sessions/data-folder.ts";

function open(paths: DataPaths, cwd = "/home/me/shop") {
  const composer = new Composer(plainStyle);
  const warnings: string[] = [];
  const remember = openHistory({
    app: { cwd, paths },
    home: "/home/me",
    composer,
    withoutSecrets: (text) => text.replaceAll("hunter2", "{{secret}}"),
    warn: (message) => warnings.push(message),
    onChanged: () => {},
  });
  const press = (name: string, ctrl = false) =>
    composer.onInput({ type: "key", key: pressed(name, { ctrl }) }, 60);
  return {
    composer,
    warnings,
    press,
    send(text: string) {
      composer.onInput({ type: "text", text }, 60);
      remember(composer.clear());
    },
    find(query: string) {
      press("r", true);
      composer.onInput({ type: "text", text: query }, 60);
      const [, words = ""] = composer.change(80).suggestions ?? [];
      const text = composer.buffer.value();
      press("escape");
      return [text, words.trim()];
    },
  };
}

const newPaths = () => dataPaths({ XDG_DATA_HOME: temporaryFolder() });

test("what is sent is found by itself and by another window, once, without its secrets in the file", () => {
  const paths = newPaths();
  const one = open(paths);
  const other = open(paths);
  one.send("log in with hunter2");
  expect(readFileSync(paths.promptHistory, "utf8")).not.toContain("hunter2");
  expect(one.find("log in")[1]).toContain("1 of 1 in this project");
  expect(other.find("log in")[0]).toBe("log in with {{secret}}");
});

test("what was sent elsewhere is told with its folder", () => {
  const paths = newPaths();
  open(paths, "/home/me/docs").send("write it");
  const one = open(paths);
  one.press("r", true);
  one.press("tab");
  one.composer.onInput({ type: "text", text: "write" }, 60);
  expect(one.composer.change(80).suggestions?.[1]).toContain(
    "1 of 1 in all folders · tab only in this project · ~/docs",
  );
});

test("a link in the place of the file is told of once, and the window has its history all the same", () => {
  const paths = newPaths();
  const target = join(temporaryFolder(), "target");
  writeFileSync(target, "");
  const promptHistory = join(temporaryFolder(), "linked.jsonl");
  symlinkSync(target, promptHistory);
  const linked = open({ ...paths, promptHistory });
  linked.send("first");
  linked.send("second");
  expect(linked.find("first")[0]).toBe("first");
  expect(linked.warnings).toHaveLength(1);
  expect(linked.warnings[0]).toContain("is not kept");
  expect(readFileSync(target, "utf8")).toBe("");
});

test("a message of megabytes is not kept, which is told, and is there as long as the window is", () => {
  const one = open(newPaths());
  one.send(`needle ${"x".repeat(longestPrompt)}`);
  expect(one.warnings).toHaveLength(1);
  one.press("up");
  expect(one.composer.buffer.value().startsWith("needle xxx")).toBeTrue();
});
