/** Drawn only where it is looked at, the transcript shows what drawing all of it would show. */
import { expect, test } from "bun:test";
import fc from "fast-check";
import { TranscriptView } from "../../src/hosts/repl/transcript/transcript-view.ts";
import { characterKey, pressed } from "../../src/terminal/input/key.ts";
import { sanitize } from "../../src/terminal/sanitize.ts";
import { plainStyle } from "../../src/terminal/style.ts";
import { wrapText } from "../../src/terminal/width.ts";
import type { Item } from "../../src/transcript/item.ts";
import { rawTextOf } from "../../src/transcript/raw-text.ts";
import { needsGap, renderItem } from "../../src/transcript/render.ts";
import { call, command, lines } from "../transcript/items.ts";

const seed = 20_261_130;

/** Items of every height, from one line to several windows. */
function itemOf(kind: number, size: number, id: string): Item {
  const words = Array.from({ length: size }, (_, index) => `${id} says word ${index} and 日本`).join(" ");
  switch (kind) {
    case 0:
      return { type: "user", id, text: `${id}?\n${lines(size)}` };
    case 1:
      return { type: "text", id, text: `**${words}**\n\n- ${words}` };
    case 2:
      return { type: "reasoning", id, text: words };
    case 3:
      return { type: "notice", id, level: "info", text: id, details: size > 5 ? lines(size) : "" };
    default:
      return call({ id, title: id, status: "done", result: command(lines(size)) });
  }
}

type Line = { readonly index: number; readonly offset: number; readonly of: number; readonly text: string };

/** The window that all lines drawn at once would give. */
class Reference {
  readonly items: Item[] = [];
  #areOpen = false;
  readonly #differing = new Set<string>();
  #isRaw = false;
  #columns = 40;
  #rows = 10;
  #top: { readonly index: number; readonly offset: number; readonly of: number } | null = null;

  #all(): Line[] {
    return this.items.flatMap((item, index) => {
      const expanded = this.#areOpen !== this.#differing.has(item.id);
      const body = this.#isRaw
        ? wrapText(sanitize(rawTextOf(item), "output"), this.#columns, { hard: true })
        : renderItem(item, { width: this.#columns, style: plainStyle, expanded });
      const drawn = needsGap(this.items[index - 1], item) ? [""].concat(body) : body;
      return drawn.map((text, offset) => ({ index, offset, of: drawn.length, text }));
    });
  }

  #topLine(all: readonly Line[]): number {
    const last = Math.max(0, all.length - this.#rows);
    if (this.#top === null) return last;
    const { index, offset } = this.#top;
    const at = all.findIndex((line) => line.index === index && line.offset === Math.min(offset, line.of - 1));
    return Math.min(at, last);
  }

  #stand(line: Line | undefined): void {
    if (line !== undefined) this.#top = line;
  }

  window(): string[] {
    const all = this.#all();
    const top = this.#topLine(all);
    if (this.#top !== null) {
      // What was cut off below the line that it stood at stays cut off.
      const { index, offset } = this.#top;
      this.#stand(all.find((line) => line.index === index && line.offset === Math.min(offset, line.of - 1)));
    }
    return all.slice(top, top + this.#rows).map(({ text }) => text);
  }

  scroll(count: number): void {
    const all = this.#all();
    const last = Math.max(0, all.length - this.#rows);
    const top = Math.max(0, Math.min(this.#topLine(all) + count, last));
    if (count > 0 && top === last) this.#top = null;
    else this.#stand(all[top]);
  }

  resize(columns: number, rows: number): void {
    const isRewrapped = columns !== this.#columns;
    this.#columns = columns;
    this.#rows = rows;
    if (this.#top === null || !isRewrapped) return;
    const { index, offset, of } = this.#top;
    this.#stand(
      this.#all().find(
        (line) =>
          line.index === index && line.offset === Math.min(Math.round((offset * line.of) / of), line.of - 1),
      ),
    );
  }

  toggleAll(): void {
    this.#areOpen = !this.#areOpen;
    this.#differing.clear();
  }

  toggleRaw(): void {
    this.#isRaw = !this.#isRaw;
  }

  click(row: number): void {
    const before = this.#all();
    const top = this.#topLine(before);
    const line = row < this.#rows ? before[top + row] : undefined;
    const item = line && this.items[line.index];
    if (item === undefined || line === undefined) return;
    this.#stand(before[top]);
    if (item.type === "text" || (item.type === "notice" && item.details === "")) return;
    if (!this.#differing.delete(item.id)) this.#differing.add(item.id);
    const all = this.#all();
    const now = this.#topLine(all);
    const first = all.findIndex(({ index }) => index === line.index);
    const isShown = first >= now && first < now + this.#rows;
    this.#stand(all[isShown ? now : Math.max(0, first - Math.floor(this.#rows / 4))]);
  }
}

type Step =
  | { readonly type: "scroll"; readonly key: "up" | "down" | "pageup" | "pagedown" | "home" | "end" }
  | { readonly type: "all" | "raw" }
  | { readonly type: "click"; readonly row: number }
  | { readonly type: "add"; readonly kind: number; readonly size: number }
  | { readonly type: "resize"; readonly columns: number; readonly rows: number };

const anyItem = { kind: fc.nat(4), size: fc.integer({ min: 1, max: 40 }) };
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      type: fc.constant("scroll"),
      key: fc.constantFrom("up", "down", "pageup", "pageup", "pagedown", "home", "end"),
    }),
  },
  { weight: 3, arbitrary: fc.record({ type: fc.constant("click"), row: fc.nat(20) }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant("add"), ...anyItem }) },
  fc.record({
    type: fc.constant("resize"),
    columns: fc.integer({ min: 20, max: 90 }),
    rows: fc.integer({ min: 1, max: 30 }),
  }),
  fc.constantFrom<Step>({ type: "raw" }, { type: "all" }),
);

test("whatever is scrolled, opened, added and resized: the window is the one of all lines drawn at once", () => {
  fc.assert(
    fc.property(
      fc.array(fc.record(anyItem), { minLength: 1, maxLength: 12 }),
      fc.array(anyStep, { maxLength: 25 }),
      (first, steps) => {
        const reference = new Reference();
        const add = ({ kind, size }: { readonly kind: number; readonly size: number }) =>
          reference.items.push(itemOf(kind, size, `i${reference.items.length}`));
        first.forEach(add);
        const view = new TranscriptView(() => reference.items, plainStyle);
        let size = { columns: 40, rows: 10 };
        const shown = () => view.view(size.columns, size.rows + 1).lines;
        const press = (name: string) => view.onInput({ type: "key", key: pressed(name) });
        const distance = (key: string): number => {
          const page = Math.max(1, size.rows - 1);
          const far = Number.POSITIVE_INFINITY;
          return { up: -1, down: 1, pageup: 1 - size.rows, pagedown: page, home: -far, end: far }[key] ?? 0;
        };
        expect(shown()).toEqual(reference.window());
        for (const step of steps) {
          switch (step.type) {
            case "scroll":
              press(step.key);
              reference.scroll(distance(step.key));
              break;
            case "all":
              view.onInput({ type: "key", key: characterKey("e", { ctrl: true }) });
              reference.toggleAll();
              break;
            case "raw":
              view.onInput({ type: "key", key: characterKey("r", { shift: true }) });
              reference.toggleRaw();
              break;
            case "click":
              view.onInput({
                type: "mouse",
                action: "press",
                button: "left",
                column: 0,
                row: step.row,
                ctrl: false,
                alt: false,
                shift: false,
              });
              reference.click(step.row);
              break;
            case "add":
              add(step);
              break;
            case "resize":
              size = { columns: step.columns, rows: step.rows };
              reference.resize(step.columns, step.rows);
              break;
          }
          expect(shown().map((line) => Bun.stripANSI(line))).toEqual(reference.window());
        }
      },
    ),
    { seed, numRuns: 150 },
  );
});

test("a session of 100,000 lines: what is drawn is what is looked at", () => {
  let drawn = 0;
  const texts = new Set<string>();
  const item = (index: number): Item => ({
    type: "text",
    id: `i${index}`,
    get text() {
      drawn += texts.has(`i${index}`) ? 0 : 1;
      texts.add(`i${index}`);
      return `answer ${index}\n\n${Array.from({ length: 20 }, (_, line) => `line ${line}`).join("\n\n")}`;
    },
  });
  const items = Array.from({ length: 2500 }, (_, index) => item(index));
  const view = new TranscriptView(() => items, plainStyle);
  expect(view.view(80, 24).lines.at(-1)).toBe("  line 19");
  view.onInput({ type: "key", key: pressed("pageup") });
  view.view(80, 24);
  view.onInput({ type: "text", text: "g" });
  expect(view.view(80, 24).lines[0]).toBe("● answer 0");
  expect(drawn).toBeLessThan(10);
  view.onInput({ type: "text", text: "/answer 1234" });
  view.onInput({ type: "key", key: pressed("enter") });
  expect(view.view(80, 24).lines.join("\n")).toContain("answer 1234");
});
