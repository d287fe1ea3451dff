/** The real program in Chinese: what is on its screens is Chinese, but for names, keys, commands and code. */
import { expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { commands } from "../../src/hosts/repl/commands.ts";
import { permissionModes } from "../../src/protocol/permission-mode.ts";
import { families } from "../../src/providers/catalogue.ts";
import { commandDescriptions, defaultBindings } from "../../src/terminal/keymap/bindings.ts";
import { namedKeys } from "../../src/terminal/keymap/key-names.ts";
import { offeredThemes } from "../../src/terminal/themes/named.ts";
import { chinese as catalogue } from "../../src/words/chinese.ts";
import { sentenceKey } from "../../src/words/say.ts";
import { call, gate, text } from "../support/model-server.ts";
import { makeProject } from "../support/project.ts";
import { launch, type TestTerminal } from "../support/terminal.ts";
import { begin, COMPILED, composerShows, NODE, open, REIN, send } from "./start.ts";

const chinese = { LANG: "zh_CN.UTF-8" };

/** A sentence without values as the program says it in Chinese. */
function zh(parts: TemplateStringsArray): string {
  const said = catalogue[sentenceKey(parts)];
  if (said === undefined) throw new Error(`the catalogue has no ${parts.join("")}`);
  return said;
}

/** What has the same name in every language. */
const names: ReadonlySet<string> = new Set(
  [
    ...commands.flatMap(({ name, aliases = [], words = [] }) => [
      name,
      ...aliases,
      ...words.map(({ word }) => word),
    ]),
    ...permissionModes,
    ...families.map(({ id }) => id),
    ...Object.keys(commandDescriptions),
    ...defaultBindings.map(({ context }) => context),
    ...namedKeys,
    ...offeredThemes.map(({ name }) => name),
    ..."esc pgup pgdn rein token ms min KB MB GB TERM LANG PATH TMPDIR EDITOR COLORTERM NO_COLOR OSC UTF JSON".split(" "),
    ..."bash read_file edit_file grep glob git ripgrep vim vi shell off id code fg choose".split(" "),
  ].map((name) => name.toLowerCase()),
);

/** The English words that are left in lines, each with the line that it stands in. */
function english(lines: readonly string[]): string[] {
  return lines.flatMap((line) => {
    const bare = line
      // Paths, commands, models, addresses; files; flags; keys with what is held.
      .replaceAll(/[\w.~@:-]*(?:\/[\w.~@%:{}-]+)+\/?/g, " ")
      .replaceAll(/[\w-]+\.[a-z]{1,5}\b/g, " ")
      .replaceAll(/--[a-z-]+/g, " ")
      .replaceAll(/\b(?:(?:ctrl|alt|shift|super)\+)+(?:[a-z]+|\S)/gi, " ");
    const words = bare.match(/[A-Za-z][\w'’-]*[A-Za-z]/g) ?? [];
    return words.filter((word) => !names.has(word.toLowerCase())).map((word) => `${word} | ${line.trim()}`);
  });
}

function expectChinese(terminal: TestTerminal, name: string): void {
  const left = english(terminal.screen());
  if (left.length) console.log(`== ${name}\n` + left.join("\n"));
}

/** Says a slash command and waits for what it brings. */
async function say(terminal: TestTerminal, command: string, brings: string | RegExp): Promise<void> {
  terminal.type(`${command} `);
  await terminal.waitFor(`> ${command}`);
  terminal.press("enter");
  await terminal.waitFor(brings);
}

async function press(terminal: TestTerminal, key: string, brings: string | RegExp): Promise<void> {
  terminal.press(key);
  await terminal.waitFor(brings);
}

/** Sends what is in the composer, and waits until all that it brings is there. */
async function run(terminal: TestTerminal, command: string): Promise<void> {
  terminal.type(`${command} `);
  await terminal.waitFor(`> ${command}`);
  terminal.press("enter");
  await terminal.idle(300);
}

test("help, keys, what is looked at, themes and sums", async () => {
  await using story = await begin([[text("好的。")]], { env: chinese, cols: 110, rows: 70, kittyKeyboard: true });
  const { terminal } = story;
  await send(terminal, "你好");
  await terminal.waitFor("好的。");
  await say(terminal, "/help", zh`Keys:`);
  expectChinese(terminal, "/help");
  await press(terminal, "?", zh`/keys all of them`);
  expectChinese(terminal, "the short help");
  terminal.press("escape");
  await say(terminal, "/keys", zh`This terminal sends every key as itself.`);
  for (let page = 0; page < 4; page += 1) {
    expectChinese(terminal, "/keys");
    terminal.press("pagedown");
    await terminal.idle(150);
  }
  terminal.press("q");
  await open(terminal);
  await say(terminal, "/doctor", zh`temporary files`);
  await terminal.idle(1500);
  expectChinese(terminal, "/doctor");
  terminal.press("q");
  await open(terminal);
  await say(terminal, "/doctor keys", zh`esc twice goes back`);
  terminal.press("ctrl+c", "alt+s", "f5");
  terminal.type("é");
  terminal.paste("abc 你好");
  await terminal.idle(150);
  expectChinese(terminal, "/doctor keys");
  terminal.press("escape", "escape");
  await open(terminal);
  await say(terminal, "/theme", zh`Which theme?`);
  expectChinese(terminal, "/theme");
  terminal.press("down", "enter");
  await terminal.idle(200);
  for (const command of ["/usage", "/budget", "/effort", "/sandbox", "/secrets", "/sessions", "/copy", "/vim", "/vim", "/jobs", "/background", "/retry", "/wait", "/doctor what", "/secrets allow", "/compact", "/theme no", "/fork"]) {
    await run(terminal, command);
    expectChinese(terminal, command);
    terminal.press("escape");
    await terminal.idle(100);
  }
  console.log(terminal.scrollback().slice(60).join("\n"));
});

test("questions", async () => {
  const edits = [2, 20, 38].map((line) => ({ old_string: `第${line}行\n`, new_string: `新${line}行\n` }));
  await using story = await begin(
    [
      [call("bash", { command: "rm -rf ./旧的 && touch 新的" }), call("edit_file", { path: "a.txt", edits })],
      [text("好的。")],
    ],
    { env: chinese, cols: 100, rows: 40, files: { "a.txt": Array.from({ length: 40 }, (_, at) => `第${at + 1}行\n`).join("") } },
  );
  const { terminal } = story;
  await send(terminal, "开始");
  await terminal.waitFor(/❯ +\d /);
  expectChinese(terminal, "question");
  terminal.press("w");
  await terminal.idle(200);
  expectChinese(terminal, "why");
  terminal.press("w");
  await terminal.idle(200);
  terminal.press("v");
  await terminal.idle(200);
  expectChinese(terminal, "view all");
  terminal.press("q");
  await terminal.idle(200);
  terminal.press("e");
  await terminal.idle(200);
  expectChinese(terminal, "edit");
  terminal.press("escape");
  await terminal.idle(200);
  terminal.press("3");
  await terminal.idle(200);
  expectChinese(terminal, "no words");
  terminal.press("escape");
  await terminal.idle(200);
  terminal.press("tab");
  await terminal.waitFor("a.txt");
  await terminal.idle(700);
  expectChinese(terminal, "second question");
  terminal.press("v");
  await terminal.idle(200);
  expectChinese(terminal, "view all of the change");
  terminal.press("q");
  await terminal.idle(200);
  terminal.press("h");
  await terminal.idle(300);
  expectChinese(terminal, "hunks");
  terminal.press("y");
  await terminal.idle(200);
  terminal.press("e");
  await terminal.idle(200);
  expectChinese(terminal, "hunk edit");
  terminal.press("escape");
  await terminal.idle(200);
  terminal.press("3");
  await terminal.idle(200);
  expectChinese(terminal, "hunk words");
  terminal.type("不要");
  await terminal.idle(200);
  terminal.press("enter");
  await terminal.idle(200);
  terminal.press("y");
  await terminal.idle(300);
  expectChinese(terminal, "hunk end");
  terminal.press("enter");
  await terminal.idle(300);
  expectChinese(terminal, "one left");
  console.log(terminal.screen().join("\n"));
  terminal.press("escape");
  await terminal.idle(600);
  expectChinese(terminal, "stopped");
  console.log(terminal.screen().join("\n"));
});

test("queue, transcript, lists", async () => {
  const door = gate();
  await using story = await begin(
    [
      [text("# 标题\n\n| 甲 | 乙 |\n| --- | --- |\n| 1 | 2 |\n\n"), call("bash", { command: "echo 你好; exit 3" }), call("read_file", { path: "a.txt" }), call("grep", { pattern: "第" }), call("todo_write", { todos: [{ content: "一", status: "pending" }] })],
      [text("先"), door.shut, text("好的。")],
      [text("好的。")],
    ],
    { env: chinese, args: ["--allow", "bash(echo:*)"], cols: 100, rows: 40, files: { "a.txt": "第一行\n" } },
  );
  const { terminal } = story;
  await send(terminal, "开始");
  await terminal.idle(1500);
  expectChinese(terminal, "q");
  if (/❯ +\d /.test(terminal.screen().join("\n"))) terminal.press("1");
  await terminal.idle(1500);
  expectChinese(terminal, "running");
  await send(terminal, "一");
  await send(terminal, "二");
  await terminal.idle(200);
  expectChinese(terminal, "queued");
  terminal.press("alt+q");
  await terminal.idle(200);
  expectChinese(terminal, "board");
  console.log(terminal.screen().join("\n"));
  terminal.press("enter");
  await terminal.idle(200);
  expectChinese(terminal, "board edit");
  terminal.press("escape");
  await terminal.idle(200);
  terminal.press("ctrl+o");
  await terminal.idle(400);
  expectChinese(terminal, "transcript");
  terminal.press("t");
  await terminal.idle(200);
  expectChinese(terminal, "transcript times");
  console.log(terminal.screen().join("\n"));
  terminal.press("/");
  terminal.type("你好");
  await terminal.idle(200);
  expectChinese(terminal, "transcript search");
  terminal.press("enter");
  await terminal.idle(200);
  expectChinese(terminal, "transcript found");
  terminal.type("/没有");
  await terminal.idle(200);
  terminal.press("enter");
  await terminal.idle(300);
  expectChinese(terminal, "transcript not found");
  terminal.press("escape");
  await terminal.idle(200);
  terminal.press("q");
  await terminal.idle(300);
  terminal.press("ctrl+t");
  await terminal.idle(300);
  expectChinese(terminal, "todo");
  terminal.press("ctrl+r");
  await terminal.idle(300);
  expectChinese(terminal, "history");
  terminal.press("escape");
  await terminal.idle(200);
  terminal.type("@");
  await terminal.idle(300);
  expectChinese(terminal, "files");
  terminal.press("escape", "ctrl+u");
  await terminal.idle(200);
  terminal.type("草稿");
  terminal.press("ctrl+s");
  await terminal.idle(300);
  expectChinese(terminal, "stash");
  terminal.paste("行\n".repeat(20));
  await terminal.idle(300);
  expectChinese(terminal, "chip");
  terminal.press("ctrl+c");
  terminal.press("ctrl+c");
  await terminal.idle(800);
  expectChinese(terminal, "stopped");
  terminal.press("ctrl+c");
  await terminal.idle(300);
  expectChinese(terminal, "once more");
  await run(terminal, "!sleep 0.3; echo 你好");
  await terminal.idle(600);
  expectChinese(terminal, "own command");
  await run(terminal, "/model");
  await terminal.idle(1000);
  expectChinese(terminal, "model");
  terminal.press("escape");
  await terminal.idle(300);
  console.log(terminal.screen().join("\n"));
});
