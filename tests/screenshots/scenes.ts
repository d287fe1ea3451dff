/** The short story that the pictures show: a test fails, the model finds out why and asks to mend it. */
import { chinese } from "../../src/words/chinese.ts";
import { begin, type Story } from "../e2e/start.ts";
import { call, text } from "../support/model-server.ts";
import type { Ground } from "./svg.ts";

export const languages = ["en", "zh"] as const;
export type Language = (typeof languages)[number];

const files = {
  "package.json": '{ "name": "shop", "type": "module" }\n',
  "src/login.js": [
    "export function login(user, name) {",
    "  if ((user.name = name)) {",
    "    return { ok: true, user };",
    "  }",
    "  return { ok: false };",
    "}",
    "",
  ].join("\n"),
  "login.test.js": [
    'import { test } from "node:test";',
    'import assert from "node:assert";',
    'import { login } from "./src/login.js";',
    'test("lets Ada in", () => assert.ok(login({ name: "ada" }, "ada").ok));',
    'test("keeps strangers out", () => assert.ok(!login({ name: "ada" }, "eve").ok));',
    "",
  ].join("\n"),
};

const told = {
  en: {
    message: "the login test fails, have a look",
    begin: "I'll run the tests and read the file that they are about.",
    found: "Line 2 **assigns** where it should compare, so every name is let in:",
    done: [
      "Both tests pass now.",
      "",
      "| name | before | after |",
      "| --- | --- | --- |",
      "| `ada` | let in | let in |",
      "| `eve` | let in | kept out |",
      "",
      "A check like this keeps the slip from coming back:",
      "",
      "```js",
      "// eslint.config.js",
      'export default [{ rules: { "no-cond-assign": ["error", "always"] } }];',
      "```",
      "",
      "- [x] compare in `src/login.js`",
      "- [ ] add the rule, if you like",
    ],
  },
  zh: {
    message: "登录测试失败了，看一下",
    begin: "我先运行测试，再读相关的文件。",
    found: "第 2 行是**赋值**而不是比较，所以谁都能登录：",
    done: [
      "两个测试都通过了。",
      "",
      "| 名称 | 修改前 | 修改后 |",
      "| --- | --- | --- |",
      "| `ada` | 放行 | 放行 |",
      "| `eve` | 放行 | 拒绝 |",
      "",
      "这样的检查可以防止再犯：",
      "",
      "```js",
      "// eslint.config.js",
      'export default [{ rules: { "no-cond-assign": ["error", "always"] } }];',
      "```",
      "",
      "- [x] 改为比较：`src/login.js`",
      "- [ ] 如果需要，添加这条规则",
    ],
  },
} as const satisfies Record<Language, unknown>;

/** The moments that are drawn, in their order. */
export const moments = ["question", "answer", "transcript"] as const;
export type Moment = (typeof moments)[number];

/** Plays the story and stops at each of its moments. */
export async function play(
  language: Language,
  ground: Ground,
  onMoment: (moment: Moment, story: Story) => void | Promise<void>,
): Promise<void> {
  const words = told[language];
  const edit = { path: "src/login.js", old_string: "(user.name = name)", new_string: "user.name === name" };
  await using story = await begin(
    [
      [
        text(words.begin),
        call("bash", { command: "node --test" }),
        call("read_file", { path: "src/login.js" }),
      ],
      [text(words.found), call("edit_file", edit)],
      [call("bash", { command: "node --test" })],
      [text(words.done.join("\n"))],
    ],
    {
      files,
      cols: 100,
      rows: 34,
      background: ground,
      args: ["--allow", "bash(node --test)"],
      env: { COLORTERM: "truecolor", LANG: language === "zh" ? "zh_CN.UTF-8" : "en_US.UTF-8" },
    },
  );
  const { terminal } = story;
  const shows = (what: string) =>
    terminal.waitFor(() => terminal.screen().join("\n").includes(what), { what });
  terminal.type(words.message);
  await shows(words.message);
  terminal.press("enter");
  await terminal.waitFor(() => terminal.screen().some((line) => /❯ +\d /.test(line)), {
    what: "the question",
  });
  await onMoment("question", story);
  terminal.press("1");
  const lastLine = words.done.at(-1)?.replace("- [ ] ", "") ?? "";
  await shows(lastLine);
  const stops = language === "zh" ? (chinese["esc to stop"] ?? "") : "esc to stop";
  await terminal.waitFor(() => !terminal.screen().some((line) => line.includes(stops)), { what: "the end" });
  await onMoment("answer", story);
  terminal.press("ctrl+o");
  await terminal.waitFor(() => terminal.modes().alternateScreen, { what: "the transcript" });
  await shows(lastLine);
  await onMoment("transcript", story);
}
