/** What fills the window: what each part takes, how old it is, what holds for it, and what a change of it costs. */
import { setImmediate as othersFirst } from "node:timers/promises";
import { describe, expect, test } from "bun:test";
import { changeBetween } from "../../src/app/context-change.ts";
import { editContext } from "../../src/app/context-command.ts";
import { type ContextLook, countAhead, lookAtContext } from "../../src/app/context-parts.ts";
import type { ShortPart } from "../../src/app/context-surgeon.ts";
import { changeWords, contextLines } from "../../src/app/context-words.ts";
import { textOfPart } from "../../src/app/part-text.ts";
import type { ContextEdit } from "../../src/context/edits.ts";
import { nameOfImage, nameOfText } from "../../src/context/left-out.ts";
import { buildRequest } from "../../src/context/request.ts";
import { shortenedTo } from "../../src/context/shorter-text.ts";
import { estimateRequest, estimateText } from "../../src/context/tokens.ts";
import { validateRequest } from "../../src/context/validate.ts";
import type { Entry, LeftOut, NewEntry } from "../../src/protocol/entry.ts";
import type { AssistantPart } from "../../src/protocol/message.ts";
import { chained } from "../sessions/arbitrary-entries.ts";
import { said } from "../sessions/data-folder.ts";
import { png } from "../workspace/make-images.ts";

const model = "anthropic/claude-sonnet-5";
const instructions = "# The project's instructions (AGENTS.md)\nFollow them.\n\nUse tabs.";
const frame = {
  system: `You are rein.\n\n${instructions}`,
  tools: [{ name: "bash", description: "runs a command", parameters: { type: "object" } }],
};

const saying = (...parts: AssistantPart[]): NewEntry => ({
  type: "assistant",
  turnId: "t",
  step: 1,
  model,
  parts,
  stop: "stop",
  latencyMs: 1,
  attempts: 1,
});
const answer = (text: string, callId?: string): NewEntry =>
  saying(
    { type: "text", text },
    ...(callId === undefined
      ? []
      : [{ type: "tool_call", callId, name: "bash", argumentsText: '{"command":"ls"}' } as const]),
  );
const result = (callId: string, text: string): NewEntry => ({
  type: "tool_result",
  callId,
  name: "bash",
  title: "ls",
  result: { ok: true, text },
  durationMs: 1,
});
const notice = (leftOut: "c1"): NewEntry => ({
  type: "notice",
  text: "A result was refused.",
  leftOut: [{ what: "result", id: leftOut }],
});

/** e0 user, e1 answer and call c1, e2 its result, e3 answer, e4 user, e5 answer. */
const story = [
  said("list the files"),
  answer("I look", "c1"),
  result("c1", "file of apples\n".repeat(2_000)),
  answer("there are many"),
  said("thanks"),
  answer("you are welcome"),
];

function look(contents: readonly NewEntry[], edits: readonly ContextEdit[] = []): ContextLook {
  return lookOf(chained([...contents, ...(edits.length === 0 ? [] : [edit(...edits)])]));
}

function lookOf(entries: readonly Entry[], asked = model, window = 100_000): ContextLook {
  const scaled = (tokens: number) => tokens;
  return lookAtContext({ entries, ...frame, instructions, model: asked, window, scaled });
}

const edit = (...edits: ContextEdit[]): NewEntry => ({ type: "context_edit", edits });
const summary: NewEntry = { type: "compaction", summary: "SUMMARY", firstKeptId: "e4" };
const call = { entryId: "e1", callId: "c1" };

const rows = ({ parts }: ContextLook) =>
  parts.map(({ kind, state, turnsAgo, isPinned }) =>
    [kind, state, turnsAgo ?? "always", ...(isPinned ? ["pinned"] : [])].join(" "),
  );

describe("the parts of a context", () => {
  test("are what every request has, each message, and each call with its result, with their ages", () => {
    expect(rows(look(story))).toEqual([
      "system in always",
      "instructions in always",
      "tools in always",
      "user in 1",
      "answer in 1",
      "call in 1",
      "answer in 1",
      "user in 0",
      "answer in 0",
    ]);
  });

  test.each([
    ["as it was said", [], []],
    ["with a result left out", [], [{ ...call, action: "exclude", tokens: 6_000 }]],
    ["with an answer left out", [], [{ entryId: "e3", action: "exclude" }]],
    [
      "with a text in the place of a result",
      [],
      [{ ...call, action: "shorten", text: "files…", tokens: 6_000 }],
    ],
    ["behind a summary", [summary], []],
    ["behind a summary, with a pinned call", [summary], [{ ...call, action: "pin" }]],
    ["with the summary taken back", [summary], [{ entryId: "e6", action: "exclude" }]],
    ["with a result that the server refused", [notice("c1")], []],
  ] satisfies [string, NewEntry[], ContextEdit[]][])(
    "take as much as the request does: %s",
    (_, more, edits) => {
      const contents = [...story, ...more, ...(edits.length === 0 ? [] : [edit(...edits)]), said("go on")];
      const built = buildRequest({ entries: chained(contents), ...frame, model });
      const { request } = validateRequest(built, { model });
      // What frames a summary and pinned parts is no part.
      expect(Math.abs(look(contents).total - estimateRequest(request))).toBeLessThan(80);
    },
  );

  const long = "apples and pears ".repeat(500);
  const data = png(1_500, 1_500).toString("base64");
  const picture = () => ({ mediaType: "image/png", data });
  const thought = { type: "reasoning", text: long, opaque: { type: "thinking", signature: "s" } } as const;
  const refused = (...leftOut: LeftOut[]): NewEntry => ({ type: "notice", text: "Refused.", leftOut });
  const pictured = (count: number): NewEntry => ({
    type: "tool_result",
    callId: "c1",
    name: "bash",
    title: "",
    result: { ok: true, text: "seen", images: Array.from({ length: count }, () => picture()) },
    durationMs: 1,
  });
  const asking = (argumentsText: string, ...parts: AssistantPart[]): NewEntry =>
    saying(...parts, { type: "tool_call", callId: "c1", name: "bash", argumentsText });
  const withPicture: NewEntry = {
    type: "user",
    text: "see [Image #1]",
    images: [{ ...picture(), label: "[Image #1]" }],
    via: "submit",
  };

  const goingOut: readonly [string, NewEntry[], string?][] = [
    ["pictures, to a model that sees", [withPicture, asking("{}"), pictured(1)], model],
    ["pictures, to one that does not", [withPicture, asking("{}"), pictured(1)], "deepseek/deepseek-v4-pro"],
    ["more pictures than may be sent", [said("look"), asking("{}"), pictured(60)]],
    [
      "pictures that a server refused",
      [
        withPicture,
        asking("{}"),
        pictured(1),
        refused({ what: "images", id: nameOfImage(picture()) }, { what: "images", id: "c1" }),
      ],
    ],
    [
      "a call that is told in words, with the thoughts that led to it",
      [
        said("go"),
        asking(JSON.stringify({ content: long }), thought),
        result("c1", long),
        refused({ what: "call", id: "c1" }),
      ],
    ],
    [
      "a result that a server refused, of a call with long arguments",
      [
        said("go"),
        asking(JSON.stringify({ content: long })),
        result("c1", long),
        refused({ what: "result", id: "c1" }),
      ],
    ],
    [
      "words that a server refused",
      [
        said("go"),
        saying(thought, { type: "text", text: `${long}!` }),
        refused({ what: "text", id: nameOfText(`${long}!`) }),
      ],
    ],
    ["thoughts without an answer", [said("go"), saying(thought), said("well?")]],
    [
      "a pinned answer behind a summary, without its thoughts",
      [
        said("go"),
        saying(thought, { type: "text", text: "gone" }),
        said("on"),
        { type: "compaction", summary: "SUMMARY", firstKeptId: "e2" },
        edit({ entryId: "e1", action: "pin" }),
      ],
    ],
  ];
  test.each(goingOut)("take as much as goes out of them: %s", (_, contents, asked = model) => {
    const entries = chained([
      ...contents.map((entry) => (entry.type === "assistant" ? { ...entry, model: asked } : entry)),
      said("go on"),
    ]);
    const built = buildRequest({ entries, ...frame, model: asked });
    const { request } = validateRequest(built, { model: asked });
    // What frames a summary, a picture that is not there and what is told in words is no part.
    expect(Math.abs(lookOf(entries, asked).total - estimateRequest(request))).toBeLessThan(110);
  });

  test("are counted ahead while others get their turn", async () => {
    const over = new AbortController();
    let turns = 0;
    const others = (async () => {
      for (; !over.signal.aborted; turns += 1) await othersFirst();
    })();
    await countAhead({ entries: chained(story), model }, 0);
    over.abort();
    await others;
    expect(turns).toBeGreaterThan(2);
  });

  test("of an answer are its words alone, once a server has refused its thoughts", () => {
    const thought: AssistantPart = { type: "reasoning", text: "thought ".repeat(100) };
    const answered = answer("words");
    if (answered.type !== "assistant") throw new Error("it is an answer");
    const thinking: NewEntry = { ...answered, parts: [thought, ...answered.parts] };
    const refusal: NewEntry = { type: "notice", text: "", leftOut: [{ what: "reasoning", id: "" }] };
    const all = chained([said("x"), thinking, refusal]);
    const [before, after] = [all.slice(0, 2), all].map(
      (entries) => lookOf(entries).parts.find(({ kind }) => kind === "answer")?.whole ?? 0,
    );
    expect(before).toBeGreaterThan(100);
    expect(after).toBeLessThan(20);
  });

  test("say what holds for them", () => {
    const behind = rows(look([...story, summary], [{ ...call, action: "pin" }]));
    expect(behind.slice(3)).toEqual([
      "summary in 0",
      "user compacted 1",
      "answer compacted 1",
      "call in 1 pinned",
      "answer compacted 1",
      "user in 0",
      "answer in 0",
    ]);
    expect(rows(look([...story, summary], [{ entryId: "e6", action: "exclude" }])).at(-1)).toBe(
      "summary left_out 0",
    );
    expect(rows(look([...story, notice("c1")]))).toContain("call refused 1");
    const lines = contextLines(look([...story, notice("c1")])).join("\n");
    expect(lines).toContain("left out: the server refused it");
  });
});

describe("what a change comes to", () => {
  const prices = { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 };
  const before = look(story);

  test("is what it saves with every request, and once what a cache held behind the first changed place", () => {
    const after = look(story, [{ ...call, action: "exclude", tokens: 6_000 }]);
    const change = changeBetween(before, after, prices);
    const behind = after.parts.slice(5).reduce((sum, { tokens }) => sum + tokens, 0);
    expect(change).toMatchObject({ parts: 1, before: before.total, after: after.total, anew: behind });
    expect(change.dollars).toBeCloseTo((behind * (3.75 - 0.3)) / 1_000_000, 12);
    expect(changeWords(change)).toMatch(
      /^Requests get shorter by [\d.]+k tokens \(.+ → .+\)\. The next one reads/,
    );
  });

  test("is more the earlier the first changed place is", () => {
    const early = changeBetween(before, look(story, [{ entryId: "e0", action: "exclude" }]), prices);
    const late = changeBetween(before, look(story, [{ entryId: "e5", action: "exclude" }]), prices);
    expect(early.anew).toBeGreaterThan(5_000);
    expect(late.anew).toBe(0);
  });

  test("is said to be too much where the model's window does not hold it, as a summary that is taken back", () => {
    const within = (...more: NewEntry[]) => lookOf(chained([...story, ...more]), model, 3_000);
    const small = within(summary);
    const whole = within(summary, edit({ entryId: "e6", action: "exclude" }));
    expect(changeWords(changeBetween(small, whole, prices))).toMatch(
      /longer by .* more than the model's window/,
    );
    expect(changeWords(changeBetween(whole, small, prices))).not.toContain("window");
  });

  test("is said without dollars where no price is known, and to be nothing where nothing changes", () => {
    const after = look(story, [{ ...call, action: "exclude" }]);
    expect(changeWords(changeBetween(before, after, undefined))).toContain("what that costs is not known");
    expect(changeWords(changeBetween(before, before, prices))).toMatch(/^Requests stay at [\d.]+k tokens\.$/);
  });
});

describe("/context with words", () => {
  function open(contents: readonly NewEntry[], written: readonly ShortPart[] = []) {
    const left = [...written];
    const applied: ContextEdit[][] = [];
    const context: Parameters<typeof editContext>[1] = {
      look: (edits = []) => look(contents, edits),
      compare: (one, other) => changeBetween(one, other, undefined),
      shorten: ({ place }, tokens) =>
        place === null ? "" : shortenedTo(textOfPart(chained(contents), place).said, tokens, estimateText),
      text: ({ place }) => textOfPart(chained(contents), place ?? { entryId: "" }),
      summarise: async () => left.shift() ?? { type: "interrupted" },
      apply: (edits) => applied.push([...edits]),
    };
    return { context, applied };
  }

  test("leaves several parts out at once", async () => {
    const { context, applied } = open(story);
    expect((await editContext("exclude 4,6-7", context)).level).toBe("info");
    expect(applied).toMatchObject([
      [
        { entryId: "e0", action: "exclude" },
        { ...call, action: "exclude" },
        { entryId: "e3", action: "exclude" },
      ],
    ]);
  });

  test("shortens to a size, and keeps the beginning and the end", async () => {
    const { context, applied } = open([said(`FIRST ${"word ".repeat(3_000)} LAST`), answer("x")]);
    expect((await editContext("shorten 4 to 100", context)).level).toBe("info");
    const text = applied[0]?.[0]?.text ?? "";
    expect(estimateText(text)).toBeLessThanOrEqual(100);
    expect(text).toMatch(/^FIRST[^]* characters left out [^]*LAST$/);
  });

  test("has parts summarised, says what stands in their place, and how they come back", async () => {
    const written = ["less", "even\u001b[31m less"].map(
      (words) => ({ type: "summary", text: words }) as const,
    );
    const { context, applied } = open([said("word ".repeat(300)), answer("long ".repeat(300))], written);
    const { text, level } = await editContext("summarise 4-5", context);
    expect(level).toBe("info");
    expect(text).toMatch(
      /^Part 4 is this now, \/context restore 4 puts it back: less\nPart 5 .*: even less\nRequests get shorter/,
    );
    expect(applied).toMatchObject([
      [
        { entryId: "e0", action: "summarise", text: "less" },
        { entryId: "e1", action: "summarise", text: "even\u001b[31m less" },
      ],
    ]);
  });

  test("changes nothing where one of several summaries does not come", async () => {
    const { context, applied } = open(story, [{ type: "summary", text: "less" }]);
    expect(await editContext("summarise 4 6", context)).toEqual({
      text: "Stopped; nothing was changed.",
      level: "warning",
    });
    expect(applied).toEqual([]);
  });

  test.each([
    ["summarise 1", /is in every request/],
    ["exclude 1", /is in every request/],
    ["exclude 99", /There is no part 99/],
    ["exclude", /Which parts\?/],
    ["exclude 7-4", /Which parts\?/],
    ["forget 4", /takes nothing, or exclude/],
    ["restore 4", /is as it was said/],
    ["shorten 4", /has \d+ tokens only/],
  ])("%s: says what is not right, and changes nothing", async (words, told) => {
    const { context, applied } = open(story);
    const { text, level } = await editContext(words, context);
    expect(text).toMatch(told);
    expect(level).toBe("warning");
    expect(applied).toEqual([]);
  });

  test("says how to get at a part that a summary stands for", async () => {
    const { context } = open([...story, summary]);
    const { text } = await editContext("exclude 7", context);
    expect(text).toContain("/context pin 7 brings it back word for word, /context exclude 4");
  });
});
