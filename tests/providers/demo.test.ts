import { describe, expect, test } from "bun:test";
import { type ModelMessage, textOf, toolCallsOf } from "../../src/protocol/message.ts";
import { createDemoProvider } from "../../src/providers/demo.ts";
import { collect, requestOf, responseOf, streamed, toolsNamed } from "./collect.ts";

const allTools = [
  "read_file",
  "write_file",
  "edit_file",
  "bash",
  "glob",
  "grep",
  "lookup_command",
  "uppercase",
];

type Result = string | { readonly error: string };
/** What each tool gives back, in the order in which it is called. */
type World = Readonly<Record<string, readonly Result[]>>;

const numbered = (...lines: readonly string[]) =>
  lines.map((line, at) => `${String(at + 1).padStart(6)}\t${line}`).join("\n");
const declined: Result = { error: "The user declined this call; it was not run." };

/** Plays a turn to its end. Returns what the demo called, as `name {arguments}`, and what it said in each response. */
async function turn(
  message: string,
  world: World = {},
  tools = allTools,
  before: readonly ModelMessage[] = [],
) {
  let ids = 0;
  const provider = createDemoProvider({ pieceDelayMs: 0, newId: () => `id${(ids += 1)}` });
  const left = new Map(Object.entries(world).map(([name, results]) => [name, [...results]]));
  const messages: ModelMessage[] = [...before, { role: "user", text: message }];
  const called: string[] = [];
  const said: string[] = [];
  for (;;) {
    const { parts } = responseOf(
      await collect(provider, requestOf(messages, { tools: toolsNamed(...tools) })),
    );
    messages.push({ role: "assistant", model: provider.model, parts });
    said.push(textOf(parts));
    const calls = toolCallsOf(parts);
    if (calls.length === 0) return { called, said, last: said.at(-1) ?? "", messages };
    const results = calls.map(({ callId, name, argumentsText }) => {
      called.push(`${name} ${argumentsText}`);
      const result = left.get(name)?.shift();
      if (result === undefined) throw new Error(`the test has no result for ${name} ${argumentsText}`);
      return typeof result === "string"
        ? { callId, name, text: result, isError: false }
        : { callId, name, text: result.error, isError: true };
    });
    messages.push({ role: "tool", results });
  }
}

describe("the demo is honest", () => {
  test("its first answer begins by saying what it is, the next one does not", async () => {
    const first = await turn("what can you do?");
    expect(first.last).toStartWith("I am rein's offline demo model, without language understanding");
    const next = await turn("what can you do?", {}, allTools, first.messages);
    expect(next.last).not.toContain("offline demo model, without");
  });

  test("when it does not understand it says so and lists what it can", async () => {
    const { last, called } = await turn("please prove the Riemann hypothesis");
    expect(last).toContain("did not understand");
    expect(last).toContain("how does this project start?");
    expect(called).toEqual([]);
  });

  test("a tool that it was not given it does not call", async () => {
    const { last, called } = await turn("how many ts files are there?", {}, ["read_file"]);
    expect(last).toContain("bash");
    expect(called).toEqual([]);
  });

  test("in Chinese too", async () => {
    expect((await turn("你能做什么")).last).toStartWith("我是 rein 的离线演示模型，没有语言理解能力");
    expect((await turn("写一首诗")).last).toContain("没有听懂");
  });
});

describe("the classroom", () => {
  test.each(["How is the demo project started?", "演示项目怎么启动"])("%s", async (message) => {
    const { called, last } = await turn(message, { lookup_command: ["pnpm dev"] });
    expect(called).toEqual(['lookup_command {"project":"demo"}']);
    expect(last).toBe("pnpm dev");
  });

  test.each(["uppercase hello", "Please make hello uppercase", "把 hello 变成大写", "uppercase “hello”."])(
    "%s",
    async (message) => {
      const { called, last } = await turn(message, { uppercase: ["HELLO"] });
      expect(called).toEqual(['uppercase {"text":"hello"}']);
      expect(last).toBe("HELLO");
    },
  );
});

describe("how this project starts", () => {
  const manifest = numbered(...JSON.stringify({ scripts: { start: "node ." } }, null, 2).split("\n"));

  test.each(["how does this project start?", "How do I run this?", "这个项目怎么启动"])(
    "%s: it reads both files in one response and finds the command",
    async (message) => {
      const readme = numbered("# Hello", "", "Run `pnpm dev` and open the page.");
      const { called, said, last } = await turn(message, { read_file: [readme, manifest] });
      expect(called).toEqual(['read_file {"path":"README.md"}', 'read_file {"path":"package.json"}']);
      expect(said).toHaveLength(2);
      expect(last).toContain("pnpm dev");
      expect(last).toContain("README.md");
    },
  );

  test("from package.json when the README says nothing", async () => {
    const { last } = await turn("how does it start", { read_file: [numbered("# Hello"), manifest] });
    expect(last).toContain("npm start");
    expect(last).toContain("package.json");
  });

  test("with the project's own package manager", async () => {
    const pnpm = numbered(JSON.stringify({ packageManager: "pnpm@9.1.0", scripts: { dev: "vite" } }));
    const { last } = await turn("how does it start", { read_file: [{ error: "no such file" }, pnpm] });
    expect(last).toContain("pnpm dev");
  });

  test("from a line in a code block", async () => {
    const readme = numbered("# Hello", "```sh", "$ npm install", "$ npm run dev  # opens a browser", "```");
    const { last } = await turn("how does it start", { read_file: [readme, { error: "no such file" }] });
    expect(last).toContain("npm run dev\n");
  });

  test("says so when nothing is found", async () => {
    const missing = { error: "no such file" };
    expect((await turn("how does it start", { read_file: [missing, missing] })).last).toContain(
      "found no command",
    );
  });
});

describe("counting", () => {
  test.each([
    ["how many ts files are there?", "-name '*.ts'"],
    ["How many TypeScript files are here", "-name '*.ts'"],
    ["有多少个 ts 文件", "-name '*.ts'"],
    ["how many files are there?", "-type f -not"],
    ["how many '; rm -rf ~ files", "-name '*.rm'"],
  ])("%s", async (message, part) => {
    const { called, last } = await turn(message, { bash: ["exit code: 0\n42\n"] });
    expect(called).toHaveLength(1);
    expect(called[0]).toStartWith("bash");
    expect(called[0]).toContain(part);
    expect(last).toContain("42");
  });
});

describe("searching", () => {
  test.each([
    ["find TODO", '{"pattern":"TODO"}'],
    ["search for a.b(c)", String.raw`{"pattern":"a\\.b\\(c\\)"}`],
    ["find TODO in src/", '{"pattern":"TODO","path":"src/"}'],
    ["查找 TODO", '{"pattern":"TODO"}'],
  ])("%s", async (message, args) => {
    const found = "src/a.ts:3: // TODO a.b(c)";
    const { called, last } = await turn(message, { grep: [found] });
    expect(called).toEqual([`grep ${args}`]);
    expect(last).toContain(found);
  });

  test("says so when nothing is found", async () => {
    expect((await turn("find TODO", { grep: ["no matches"] })).last).toContain("in no file");
  });
});

describe("changing a file", () => {
  const readme = numbered("# Hello", "", "Hello again.");

  test.each(["change a file", "make a small change to a file", "修改文件", "修改一个文件"])(
    "%s: it reads README.md, then adds a line",
    async (message) => {
      const { called, last } = await turn(message, { read_file: [readme], edit_file: ["edited"] });
      expect(called[0]).toBe('read_file {"path":"README.md"}');
      expect(called[1]).toStartWith(
        'edit_file {"path":"README.md","old_string":"# Hello","new_string":"# Hello\\n\\n',
      );
      expect(last).toContain("README.md");
    },
  );

  test("the second time it takes its line out again", async () => {
    const withLine = numbered("# Hello", "", "This line was added by rein's offline demo model.");
    const { called } = await turn("change a file", { read_file: [withLine], edit_file: ["edited"] });
    expect(called[1]).toContain('"old_string":"\\n\\nThis line');
    expect(called[1]).toContain('"new_string":""');
  });

  test("without a README.md it writes hello.txt", async () => {
    const { called } = await turn("change a file", {
      read_file: [{ error: "no such file" }],
      write_file: ["written"],
    });
    expect(called[1]).toStartWith('write_file {"path":"hello.txt"');
  });

  test.each(["change again. to once more. in notes.md", "把 notes.md 里的 again. 改成 once more."])(
    "%s",
    async (message) => {
      const { called } = await turn(message, { read_file: [readme], edit_file: ["edited"] });
      expect(called).toEqual([
        'read_file {"path":"notes.md"}',
        expect.stringContaining('"path":"notes.md","old_string":"again'),
      ]);
    },
  );

  test("what stands there more than once is changed everywhere", async () => {
    const { called } = await turn("change Hello to Bye in a.md", {
      read_file: [readme],
      edit_file: ["edited"],
    });
    expect(called[1]).toBe(
      'edit_file {"path":"a.md","old_string":"Hello","new_string":"Bye","replace_all":true}',
    );
  });

  test("what does not stand there is not changed", async () => {
    const { called, last } = await turn("change foo to bar in a.md", { read_file: [readme] });
    expect(called).toHaveLength(1);
    expect(last).toContain("“foo” does not stand in a.md");
  });

  test("a declined change it accepts, in the user's language", async () => {
    const world = { read_file: [readme], edit_file: [declined] };
    expect((await turn("change a file", world)).last).toContain("You declined");
    expect((await turn("修改文件", world)).last).toContain("你拒绝了");
  });

  test("a change that is not allowed it tells with the reason", async () => {
    const refused = { error: "Not run: nobody is there to ask. Allow it with --allow edit_file." };
    const { last } = await turn("change a file", { read_file: [readme], edit_file: [refused] });
    expect(last).toContain("--allow edit_file");
  });

  test("a change that failed it tells with the tool's words", async () => {
    const failed = { error: "error (failed): the disk is full" };
    expect((await turn("change a file", { read_file: [readme], edit_file: [failed] })).last).toContain(
      "disk is full",
    );
  });
});

test.each(["show a failing command", "演示一个失败的命令"])(
  "%s: it fails, says so and goes on",
  async (message) => {
    const results = [
      "exit code: 1\ncat: no-such-file: No such file or directory",
      "exit code: 0\nREADME.md\nsrc\n",
    ];
    const { called, said, last } = await turn(message, { bash: results });
    expect(called).toEqual(['bash {"command":"cat no-such-file"}', 'bash {"command":"ls"}']);
    expect(said[1]).toContain("1");
    expect(last).toContain("2");
  },
);

test.each(["run: git status", "run `git status`", "运行 git status"])("%s", async (message) => {
  const { called, last } = await turn(message, { bash: ["exit code: 3\n"] });
  expect(called).toEqual(['bash {"command":"git status"}']);
  expect(last).toContain("3");
});

test("of messages that were sent one after the other it answers the last that it understands", async () => {
  const { called } = await turn("find TODO\n\nuppercase hello\n\nthank you", { uppercase: ["HELLO"] });
  expect(called).toEqual(['uppercase {"text":"hello"}']);
});

describe("the demo's text", () => {
  test("comes in small pieces that make the whole, with a wait before each", async () => {
    const waits: number[] = [];
    const provider = createDemoProvider({
      sleep: async (ms) => {
        waits.push(ms);
      },
    });
    for (const message of ["what can you do?", "你能做什么"]) {
      const events = await collect(provider, requestOf([message]));
      const pieces = events.filter((event) => event.type === "text");
      expect(pieces.length).toBeGreaterThan(10);
      expect(streamed(events, "text")).toBe(textOf(responseOf(events).parts));
    }
    expect(new Set(waits)).toEqual(new Set([8]));
  });

  test("stops at an interrupt, without a word", async () => {
    const interrupt = new AbortController();
    const types = [];
    for await (const event of createDemoProvider().stream(
      requestOf(["what can you do?"]),
      interrupt.signal,
    )) {
      types.push(event.type);
      interrupt.abort();
    }
    expect(types).toEqual(["text"]);
  });
});
