/** A few hundred random things in one session: whatever happens, the rules hold and nothing is lost or doubled. */
import { expect, test } from "bun:test";
import * as fc from "fast-check";
import { call, type RecordedRequest, type Step, text } from "../../support/model-server.ts";
import type { TestTerminal } from "../../support/terminal.ts";
import { begin, idle, isBusy } from "../start.ts";
import { expectGoodManners, expectOneLivePart } from "./watch.ts";

const seed = 20_261_005;

type Happening =
  | { readonly type: "say" | "question" | "escape" | "transcript" }
  | { readonly type: "type" | "paste"; readonly text: string }
  | { readonly type: "keys"; readonly keys: readonly string[] }
  | { readonly type: "resize"; readonly cols: number; readonly rows: number };

const typed = fc.constantFrom("hello ", "日本語 ", "naïve 👩‍👩‍👧‍👦 ", "x".repeat(90), " ");
const key = fc.constantFrom(
  "left",
  "right",
  "home",
  "end",
  "backspace",
  "alt+b",
  "ctrl+w",
  "alt+enter",
  "shift+tab",
  "ctrl+l",
);
const happening: fc.Arbitrary<Happening> = fc.oneof(
  { weight: 6, arbitrary: fc.constant<Happening>({ type: "say" }) },
  { weight: 4, arbitrary: fc.record({ type: fc.constant("type"), text: typed }) },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant("paste"),
      text: fc.constantFrom("one line", "a\nb\nc", "long\n".repeat(40)),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ type: fc.constant("keys"), keys: fc.array(key, { minLength: 1, maxLength: 5 }) }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      type: fc.constant("resize"),
      cols: fc.integer({ min: 64, max: 110 }),
      rows: fc.integer({ min: 24, max: 40 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom<Happening>({ type: "question" }, { type: "transcript" }, { type: "escape" }),
  },
);

/** What the model answers to its n-th request: text whose every word is numbered, and sometimes a call behind it. */
function answer(number: number): readonly Step[] {
  const words = Array.from({ length: 4 + ((number * 37) % 120) }, (_, word) => `{${number}.${word}}`);
  const pieces = words.map((word, index) => text(index % 23 === 22 ? `${word}\n\n` : `${word} `));
  switch (number % 5) {
    case 1:
      return [...pieces, call("read_file", { path: "a.txt" })];
    case 3:
      return [...pieces, call("bash", { command: `touch made && echo ${number}` })];
    default:
      return [...pieces, text("\n\n```ts\nconst done = true;\n```\n")];
  }
}

test("250 random keys, messages, pastes, questions, transcripts, stops and resizes", async () => {
  const [happenings = []] = fc.sample(fc.array(happening, { minLength: 250, maxLength: 250, size: "max" }), {
    seed,
    numRuns: 1,
  });
  const requests: RecordedRequest[] = [];
  const model = (request: RecordedRequest) => answer(requests.push(request) - 1);
  await using story = await begin(model, { files: { "a.txt": "one\ntwo\n" } });
  const { terminal } = story;
  let said = 0;
  let stops = 0;
  const escape = async () => {
    stops += 1;
    terminal.press("escape");
    // Esc and a key right behind it would be that key with Alt.
    await terminal.idle(60);
  };
  for (const event of happenings) {
    switch (event.type) {
      case "say":
        said += 1;
        terminal.type(`[${said}]`);
        await terminal.idle(15);
        terminal.press("enter");
        break;
      case "type":
        terminal.type(event.text);
        break;
      case "paste":
        terminal.paste(event.text);
        break;
      case "keys":
        terminal.press(...event.keys);
        break;
      case "escape":
        await escape();
        break;
      case "question":
        if (isAsked(terminal) && said % 2 === 0) terminal.press("1");
        else if (isAsked(terminal)) await escape();
        break;
      case "transcript":
        terminal.press("ctrl+o");
        await terminal.waitFor(() => terminal.modes().alternateScreen, { what: "the transcript" });
        terminal.press("g", "tab", "ctrl+e", "G", "q");
        await terminal.waitFor(() => !terminal.modes().alternateScreen, { what: "the main screen" });
        break;
      case "resize":
        // A frame that is on its way while the window changes would be drawn into the wrong one.
        if (!isBusy(terminal) || isAsked(terminal)) {
          await terminal.idle(30);
          await terminal.resize(event.cols, event.rows);
        }
        break;
    }
    await terminal.idle(15);
  }
  while (isBusy(terminal)) await escape();
  await idle(terminal);
  await terminal.idle(400);

  expectGoodManners(terminal, 40);
  const all = terminal.scrollback({ joinWrapped: true }).join("\n");
  const words = Array.from(
    all.matchAll(/\{(\d+)\.(\d+)\}/g),
    ([, number, word]) => Number(number) * 1000 + Number(word),
  );
  expect(words.length).toBeGreaterThan(100);
  expect(words).toEqual([...new Set(words)].toSorted((a, b) => a - b));
  const isWhole = (_: RecordedRequest, number: number) =>
    words.filter((word) => Math.floor(word / 1000) === number).length === 4 + ((number * 37) % 120);
  expect(requests.filter(isWhole).length).toBeGreaterThanOrEqual(requests.length - stops);
  expectOneLivePart(terminal);
  expect(terminal.exitCode).toBeNull();
}, 60_000);

function isAsked(terminal: TestTerminal): boolean {
  return terminal.screen().some((line) => line.includes("no, and stop"));
}
