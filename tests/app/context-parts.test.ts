/** What fills the window: what each part takes, how old it is, what holds for it, and what a change of it costs. */
import { setImmediate as othersFirst } from "node:timers/promises";
import { describe, expect, test } from "bun:test";
import { countAhead } from "../../src/app/context-parts.ts";
import { contextLines } from "../../src/app/context-words.ts";
import type { ContextEdit } from "../../src/context/edits.ts";
import { nameOfImage, nameOfText } from "../../src/context/left-out.ts";
import { buildRequest } from "../../src/context/request.ts";
import { estimateRequest } from "../../src/context/tokens.ts";
import { validateRequest } from "../../src/context/validate.ts";
import type { LeftOut, NewEntry } from "../../src/protocol/entry.ts";
import type { AssistantPart } from "../../src/protocol/message.ts";
import { chained } from "../sessions/arbitrary-entries.ts";
import { said } from "../sessions/data-folder.ts";
import { png } from "../workspace/make-images.ts";
import {
  model,
  frame,
  saying,
  answer,
  result,
  notice,
  story,
  look,
  lookOf,
  edit,
  summary,
  call,
  rows,
} from "./context-scene.ts";

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
