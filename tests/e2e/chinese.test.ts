/** The real program in Chinese: what is on its screens is Chinese, but for names, keys, commands and code. */
import { describe, expect, test } from "bun:test";
import { commands } from "../../src/hosts/repl/commands/commands.ts";
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
import { begin, beginUnready, COMPILED, NODE, open, REIN, send } from "./start.ts";

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
    ...commands.map(({ name }) => name),
    ...commands.flatMap(({ aliases = [] }) => aliases),
    ...commands.flatMap(({ words = [] }) => words.map(({ word }) => word)),
    ...permissionModes,
    ...families.map(({ id }) => id),
    ...Object.keys(commandDescriptions),
    ...defaultBindings.map(({ context }) => context),
    ...namedKeys,
    ...offeredThemes.map(({ name }) => name),
    ..."rein project esc fg token ms min KB MB GB OSC UTF https vim vi kitty shell id code off new env git".split(
      " ",
    ),
    ..."bash read_file edit_file grep todo_write edit choose kill".split(" "),
  ].map((name) => name.toLowerCase()),
);

/** What these screens show of other people's: commands, their output, code, versions of programs. */
const foreign = [
  // The id of a session, which may have no digit in it.
  /^ *[a-z0-9]{10} {2}/g,
  /`[^`]*`|“rein [a-z ./]+”|rein auth login/g,
  /(?:rm -rf|touch|echo|sleep|cat)\b[^。，]*?(?= {2,}|`|$|（)/g,
  /(?:bash：|git：|ripgrep：|TERM：|区域设置：).*$/g,
  /^ *(?:12 [−+] const limit|function greet).*$/g,
  /\\e\S*|\\x\S*/g,
  // What the scripted server says where it is asked for its models, and its address.
  /the scripted model has no GET|https?:\/\/[\w.:/]+/g,
  // Paths, slash commands, models, addresses; files; flags; keys with what is held; variables; ids.
  /[\w.~@:-]*(?:\/[\w.~@%:{}…-]+)+\/?/g,
  /[\w-]+\.[a-z]{1,5}\b/g,
  /--[a-z-]+/g,
  /\b(?:(?:ctrl|alt|shift|super)\+)+(?:[a-z]+|\S)/gi,
  /\b[A-Z]+(?:_[A-Z]+)*\b/g,
  /\b(?=[a-z]*\d)[a-z\d]{10}\b|\bjob-\d+\b/g,
] as const;

/** The English words that are left on the screen, each with the line that it stands in. */
function englishOn(terminal: TestTerminal): string[] {
  return terminal.screen().flatMap((line) => {
    const own = foreign.reduce((rest, pattern) => rest.replaceAll(pattern, " "), line);
    const words = own.match(/[A-Za-z][\w'’-]*[A-Za-z]/g) ?? [];
    return words.filter((word) => !names.has(word.toLowerCase())).map((word) => `${word} | ${line.trim()}`);
  });
}

/** Waits until the screen shows this, and then there must be no English on it. */
async function shows(terminal: TestTerminal, wanted: string | RegExp): Promise<void> {
  await terminal.waitFor(wanted);
  expect(englishOn(terminal)).toEqual([]);
}

async function press(terminal: TestTerminal, key: string, brings: string | RegExp): Promise<void> {
  terminal.press(key);
  await shows(terminal, brings);
}

/** Presses a key and waits until this has left the screen. A key right behind an Esc would be one with Alt. */
async function leave(terminal: TestTerminal, key: string, words: string): Promise<void> {
  terminal.press(key);
  await terminal.waitFor(() => !terminal.screen().join("\n").includes(words), {
    what: `the end of ${words}`,
  });
}

/** A question must have been there for a moment before it can be answered. */
async function heard(terminal: TestTerminal): Promise<void> {
  const since = performance.now();
  await terminal.waitFor(() => performance.now() - since > 700);
}

/** Says a slash command, and looks at what it brings. */
async function say(terminal: TestTerminal, command: string, brings: string | RegExp): Promise<void> {
  terminal.type(`${command} `);
  await terminal.waitFor(`> ${command}`);
  terminal.press("enter");
  await shows(terminal, brings);
}

/** Closes what fills the window. */
async function back(terminal: TestTerminal, ...keys: readonly string[]): Promise<void> {
  terminal.press(...keys);
  await open(terminal);
}

const roomy = { env: chinese, cols: 110, rows: 70 };

describe("in Chinese there is no English left", () => {
  test("in the help, the keys, the checks and the themes", async () => {
    await using story = await begin([], { ...roomy, kittyKeyboard: true });
    const { terminal } = story;
    await say(terminal, "/help", zh`Keys:`);
    await press(terminal, "?", zh`/keys all of them`);
    terminal.press("escape");
    await say(terminal, "/keys", zh`This terminal sends every key as itself.`);
    await press(terminal, "end", zh`Transcript and other long texts`);
    await back(terminal, "q");
    await say(terminal, "/doctor", zh`temporary files`);
    await shows(
      terminal,
      new RegExp(zh`{0} ok, {1} to look at, {2} that will not work.`.replaceAll(/\{\d\}/g, "\\d+")),
    );
    await back(terminal, "q");
    await say(terminal, "/doctor keys", zh`esc twice goes back`);
    terminal.press("ctrl+c", "f5");
    await shows(terminal, zh`nothing`);
    terminal.type("é");
    await shows(terminal, zh`is typed`);
    terminal.paste("你好");
    await shows(terminal, zh`is put in`);
    await back(terminal, "escape", "escape");
    await say(terminal, "/theme", zh`Which theme?`);
    await press(terminal, "down", "❯ dark");
  });

  test("in the sums and lists of a session", async () => {
    await using story = await begin([[text("好的。")]], roomy);
    const { terminal } = story;
    await send(terminal, "你好");
    await shows(terminal, /● 好的。[^]*110 token/);
    const said = [
      ["/usage", zh`price not known`],
      ["/budget", "/budget 2.00"],
      ["/effort", "openai/test-model 的思考"],
      ["/sandbox", zh`There is no sandbox, as you chose. Commands may do what you may do.`],
      ["/secrets", zh`No secrets are known here. /secrets add NAME hides one of yours.`],
      ["/secrets allow", zh`There is nothing hidden to allow.`],
      ["/sessions", zh`Sessions of this folder:`],
      ["/copy", "剪贴板"],
      [
        "/vim",
        zh`Vim mode is on: Esc leads to normal mode, where Enter sends and Esc stops what runs; i leads back.`,
      ],
      ["/vim", zh`Vim mode is off.`],
      ["/jobs", zh`No background jobs.`],
      ["/background", zh`No command of the model runs.`],
      ["/retry", zh`The last turn was answered; there is nothing to ask again.`],
      ["/compact", zh`A summary is not yet needed: nothing stands before the last turn.`],
      ["/doctor keyboard", "/doctor 不带参数"],
      ["/theme 没有", "没有主题“没有”"],
      ["/fork", /的副本，原会话保持不变。/],
    ] as const;
    for (const [command, brings] of said) await say(terminal, command, brings);
    await say(terminal, "/resume", zh`Which session?`);
  });

  test("in questions about commands and changes", async () => {
    const edits = [2, 20, 38].map((line) => ({ old_string: `第${line}行\n`, new_string: `新${line}行\n` }));
    const content = Array.from({ length: 40 }, (_, at) => `第${at + 1}行\n`).join("");
    await using story = await begin(
      [
        [
          call("bash", { command: "rm -rf ./旧的 && touch 新的" }),
          call("edit_file", { path: "a.txt", edits }),
        ],
      ],
      { ...roomy, files: { "a.txt": content } },
    );
    const { terminal } = story;
    await send(terminal, "开始");
    await shows(terminal, /❯ +\d /);
    await press(terminal, "w", `w ${zh`back`}`);
    await press(terminal, "w", `w ${zh`why`}`);
    terminal.press("v");
    await terminal.waitFor(() => terminal.modes().alternateScreen);
    await shows(terminal, "rm -rf");
    terminal.press("q");
    await terminal.waitFor(() => !terminal.modes().alternateScreen);
    await shows(terminal, /❯ +\d /);
    for (const key of ["e", "3"]) {
      await press(terminal, key, "esc 返回");
      await press(terminal, "escape", `w ${zh`why`}`);
    }
    await press(terminal, "tab", /a\.txt[^]*❯ +\d /);
    await press(terminal, "h", "改动 1 / 3");
    await press(terminal, "y", "改动 2 / 3");
    await press(terminal, "e", "$EDITOR");
    await leave(terminal, "escape", "$EDITOR");
    await press(terminal, "3", zh`no, because:`);
    terminal.type("不要");
    await terminal.waitFor("不要");
    await press(terminal, "enter", "改动 3 / 3");
    await press(terminal, "y", "已采纳");
  });

  test("in panels, the board, the transcript and lists", async () => {
    const door = gate();
    const calls = [
      call("bash", { command: "echo 你好; exit 3" }),
      call("read_file", { path: "a.txt" }),
      call("grep", { pattern: "第" }),
      call("todo_write", { items: [{ text: "一", status: "pending" }] }),
      call("bash", { command: "sleep 30", run_in_background: true }),
    ];
    await using story = await begin(
      [
        [text("| 甲 | 乙 |\n| --- | --- |\n| 1 | 2 |\n\n"), ...calls],
        [text("先"), door.shut, text("好的。")],
      ],
      {
        ...roomy,
        args: ["--allow", "bash(echo:*)", "--allow", "bash(sleep:*)"],
        files: { "a.txt": "第一行\n" },
      },
    );
    const { terminal } = story;
    await send(terminal, "开始");
    await shows(terminal, "● 先");
    await shows(terminal, zh`answering`);
    await send(terminal, "一");
    await send(terminal, "二");
    await press(terminal, "alt+q", "2 条消息在等待");
    await press(terminal, "enter", zh`puts it back`);
    await leave(terminal, "escape", zh`puts it back`);
    terminal.press("ctrl+o");
    await terminal.waitFor(() => terminal.modes().alternateScreen);
    await shows(terminal, "会话记录");
    await press(terminal, "t", "后出现首段文字");
    await press(terminal, "/", "/");
    terminal.type("没有");
    await terminal.waitFor("没有");
    await press(terminal, "enter", "这里没有“没有”");
    terminal.press("q");
    await terminal.waitFor(() => !terminal.modes().alternateScreen);
    await press(terminal, "ctrl+t", zh`todo · {0}`.split(" ")[0] ?? "");
    await press(terminal, "ctrl+r", /消息中搜索/);
    await leave(terminal, "escape", "消息中搜索");
    terminal.type("草稿");
    await terminal.waitFor("> 草稿");
    await press(terminal, "ctrl+s", "暂存");
    await press(terminal, "ctrl+c", zh`Interrupted.`);
    await say(terminal, "/jobs", "个后台任务");
    terminal.press("enter");
    await terminal.waitFor(() => terminal.modes().alternateScreen);
    await shows(terminal, "sleep 30");
    terminal.press("q");
    await terminal.waitFor(() => !terminal.modes().alternateScreen);
    await shows(terminal, "个后台任务");
    await leave(terminal, "escape", "个后台任务");
    await say(terminal, "/model", zh`Which model?`);
  });

  test("in the question about a folder, the welcome, and full mode", async () => {
    await using project = await makeProject({ "AGENTS.md": "说明。\n" });
    const settings = { screen: "full" };
    await Bun.write(`${project.home}/.config/rein/settings.json`, JSON.stringify(settings));
    const nobody = Object.fromEntries(
      ["OLLAMA", "LMSTUDIO", "LLAMACPP", "VLLM"].map((name) => [`${name}_BASE_URL`, "http://127.0.0.1:9/v1"]),
    );
    await using terminal = launch({
      command: NODE,
      args: [REIN],
      cwd: project.folder,
      env: { ...project.env, ...COMPILED, ...nobody, ...chinese },
      cols: 110,
    });
    await shows(terminal, zh`trust it`);
    await heard(terminal);
    terminal.press("1");
    await shows(terminal, "欢迎使用 rein");
    terminal.press("escape");
    await shows(terminal, "⇧⇥");
  });

  test("in the plain lines for a screen reader", async () => {
    await using story = await beginUnready(
      [
        [call("bash", { command: "echo 你好; exit 3" }), call("bash", { command: "touch 新的" })],
        [text("好的。")],
      ],
      { ...roomy, args: ["--accessible"] },
    );
    const { terminal } = story;
    const line = (words: string) => shows(terminal, words);
    await line("欢迎。");
    terminal.type("开始");
    terminal.press("enter");
    await line("问题：bash 想运行一条命令。");
    for (const [answer, brings] of [
      ["4", zh`Declined; stopping.`],
      ["/help", zh`Commands:`],
      ["/mode", "/mode"],
    ] as const) {
      await heard(terminal);
      terminal.type(answer);
      terminal.press("enter");
      await line(brings);
    }
  });
});
