/** What is being written is kept shortly after a pause, brought back, and told without secrets. */
import { describe, expect, test } from "bun:test";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Composer } from "../../src/hosts/repl/composer/composer.ts";
import { DraftKeeper } from "../../src/hosts/repl/composer/draft-keeper.ts";
import { DraftWords } from "../../src/hosts/repl/composer/draft-words.ts";
import { createEnvFiles } from "../../src/secrets/env-files.ts";
import { createVeil } from "../../src/secrets/veil.ts";
import { createDraftFile } from "../../src/sessions/draft-file.ts";
import { pressed } from "../../src/terminal/input/key.ts";
import { plainStyle } from "../../src/terminal/style.ts";
import { TestClock } from "./window.ts";

const longest = 300;

/** A folder that several programs share, one after the other or at once. */
class Place implements Disposable {
  readonly folder = mkdtempSync(join(tmpdir(), "rein-drafts-"));

  program(words?: DraftWords) {
    const composer = new Composer(plainStyle);
    const clock = new TestClock();
    const hints: string[] = [];
    const troubles: string[] = [];
    const waiting: string[] = [];
    let key = "f-here";
    const keeper = new DraftKeeper({
      composer,
      timers: clock.timers,
      file: createDraftFile(join(this.folder, "drafts"), join(this.folder, "locks"), Date.now),
      words,
      key: () => key,
      waiting: () => waiting.map((text) => ({ text, chips: [] })),
      hint: (text) => hints.push(text),
      onTrouble: (message) => troubles.push(message),
    });
    const type = (text: string) => composer.onInput({ type: "text", text }, 80);
    const press = (name: string, ctrl = false) =>
      composer.onInput({ type: "key", key: pressed(name, { ctrl }) }, 80);
    const enter = (owner: string) => (key = owner);
    return { composer, clock, hints, troubles, waiting, keeper, type, press, enter };
  }

  /** All that is on the disk. */
  written(): string {
    const drafts = join(this.folder, "drafts");
    if (!existsSync(drafts)) return "";
    return readdirSync(drafts)
      .map((name) => readFileSync(join(drafts, name), "utf8"))
      .join("\n");
  }

  [Symbol.dispose](): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

describe("what is typed", () => {
  test("is on the disk soon, also while typing goes on, and no timer runs when nothing changes", () => {
    using place = new Place();
    const { type, clock } = place.program();
    expect(clock.waiting).toBe(0);
    for (let count = 0; count < 10; count += 1) {
      type("x");
      clock.pass(longest / 10);
    }
    expect(place.written()).toContain("xxxxx");
    clock.pass(longest);
    expect(place.written()).toContain("x".repeat(10));
    expect(clock.waiting).toBe(0);
  });

  test("costs no write while nothing but the caret moves", () => {
    using place = new Place();
    const { type, press, clock } = place.program();
    type("one");
    clock.pass(longest);
    const before = place.written();
    press("left");
    press("home");
    clock.pass(longest);
    expect(place.written()).toBe(before);
  });

  test("is gone from the disk once it was sent", () => {
    using place = new Place();
    const { composer, type, clock, keeper } = place.program();
    type("one");
    clock.pass(longest);
    composer.clear();
    keeper.sent();
    expect(place.written()).toBe("");
  });

  test("comes back to the next program with its pastes, and says so", () => {
    using place = new Place();
    const first = place.program();
    const log = "a line of a log\n".repeat(3_000);
    first.type("see ");
    first.composer.paste(log);
    first.clock.pass(longest);
    first.keeper.close();
    const { keeper, composer, hints } = place.program();
    keeper.bringBack();
    expect(composer.buffer.value()).toBe(`see ${log}`);
    expect(composer.change(80).composer?.lines).toEqual(["see [paste #1 · 3000 lines]"]);
    expect(hints).toEqual(["draft brought back"]);
  });

  test("comes back as a command only when its sign was typed", () => {
    for (const [write, isTyped] of [
      [(composer: Composer) => composer.onInput({ type: "text", text: "!make" }, 80), true],
      [(composer: Composer) => composer.paste("!make"), false],
    ] as const) {
      using place = new Place();
      const first = place.program();
      write(first.composer);
      first.keeper.close();
      const next = place.program();
      next.keeper.bringBack();
      expect([next.composer.buffer.value(), next.composer.isTyped]).toEqual(["!make", isTyped]);
    }
  });

  test("stays where it is when something was typed ahead: the old draft is set aside", () => {
    using place = new Place();
    const first = place.program();
    first.type("old");
    first.keeper.close();
    const { keeper, composer, type, press, hints } = place.program();
    type("new");
    keeper.bringBack();
    expect(composer.buffer.value()).toBe("new");
    expect(hints[0]).toContain("1 text set aside");
    press("u", true);
    expect(composer.drafts.bringBack()).toBeTrue();
    expect(composer.buffer.value()).toBe("old");
  });

  test("is the draft, not the older message that is being looked at, or found by a search", () => {
    using place = new Place();
    const first = place.program();
    first.type("sent");
    first.composer.clear();
    first.type("the draft");
    first.press("up");
    expect(first.composer.buffer.value()).toBe("sent");
    first.clock.pass(longest);
    first.press("r", true);
    first.type("sen");
    first.clock.pass(longest);
    first.keeper.close();
    const next = place.program();
    next.keeper.bringBack();
    expect(next.composer.buffer.value()).toBe("the draft");
  });

  test("is kept beside an older message that was changed", () => {
    using place = new Place();
    const first = place.program();
    first.type("sent");
    first.composer.clear();
    first.type("the draft");
    first.press("up");
    first.type(" anew");
    first.clock.pass(longest);
    first.keeper.close();
    const next = place.program();
    next.keeper.bringBack();
    expect(next.composer.drafts.written.stash.map(({ content }) => content.text)).toEqual(["sent anew"]);
  });

  test("follows its program to another session", () => {
    using place = new Place();
    const first = place.program();
    first.type("taken along");
    first.clock.pass(longest);
    first.enter("s-abc");
    first.type("!");
    first.keeper.close();
    const next = place.program();
    next.keeper.bringBack();
    expect(next.composer.isEmpty).toBeTrue();
    next.enter("s-abc");
    next.keeper.bringBack();
    expect(next.composer.buffer.value()).toBe("taken along!");
  });

  test("and messages that waited are not lost with the program", () => {
    using place = new Place();
    const first = place.program();
    first.waiting.push("then this");
    first.keeper.note();
    first.clock.pass(longest);
    first.keeper.close();
    const next = place.program();
    next.keeper.bringBack();
    expect(next.hints[0]).toContain("1 text set aside");
    expect(next.composer.drafts.bringBack()).toBeTrue();
    expect(next.composer.buffer.value()).toBe("then this");
  });
});

describe("secrets", () => {
  const words = () =>
    new DraftWords(
      createVeil({
        variables: [{ name: "SHOP_TOKEN", value: "correct-horse-battery-staple-42" }],
        envFiles: createEnvFiles("/nowhere/at/all"),
        isCredentialName: (name) => name.endsWith("_TOKEN"),
        earlier: [],
      }),
    );

  test("in a draft are not on the disk, and it says that they were not kept", () => {
    using place = new Place();
    const first = place.program(words());
    first.type("log in with correct-horse-battery-staple-4");
    first.clock.pass(longest);
    first.type("2");
    first.clock.pass(longest);
    expect(place.written()).not.toContain("correct-horse");
    first.keeper.close();
    const next = place.program(words());
    next.keeper.bringBack();
    expect(next.composer.buffer.value()).toBe("log in with [secret SHOP_TOKEN was not kept]");
  });

  test("in a long paste are looked for while keys have their turn", async () => {
    using place = new Place();
    const { composer, clock, keeper } = place.program(words());
    composer.paste(
      `${"a line of a log\n".repeat(5_000)}correct-horse-battery-staple-42\n${"more\n".repeat(500)}`,
    );
    clock.pass(longest);
    expect(place.written()).toBe("");
    for (let rounds = 0; place.written() === "" && rounds < 1_000; rounds += 1) {
      await new Promise<void>((resolve) => setImmediate(resolve));
      clock.pass(longest);
    }
    expect(place.written()).toContain("a line of a log");
    expect(place.written()).not.toContain("correct-horse");
    keeper.close();
  });
});

test("ten megabytes in pieces are written about once, and are one row on the screen", () => {
  using place = new Place();
  const { composer, clock } = place.program();
  const piece = "a line of a log, 日本語 and all\n".repeat(2_000);
  const pieces = Math.ceil(10_000_000 / piece.length);
  let writes = 0;
  let before = 0;
  for (let count = 0; count < pieces; count += 1) {
    composer.onInput({ type: "paste", text: piece, continues: count > 0 }, 80);
    expect(composer.change(80).composer?.lines).toHaveLength(1);
    clock.pass(50);
    const { length } = place.written();
    if (length !== before) writes += 1;
    before = length;
  }
  clock.pass(longest * 2);
  expect(writes).toBeLessThanOrEqual(4);
  expect(composer.buffer.value()).toHaveLength(piece.length * pieces);
  expect(place.written().length).toBeLessThan(piece.length * pieces * 1.2);
});

test("a folder that cannot be written is told of once, and typing goes on", () => {
  using place = new Place();
  writeFileSync(join(place.folder, "drafts"), "");
  mkdirSync(join(place.folder, "locks"));
  const { type, clock, troubles, composer } = place.program();
  for (const text of ["a", "b", "c"]) {
    type(text);
    clock.pass(longest);
  }
  expect(troubles).toHaveLength(1);
  expect(composer.buffer.value()).toBe("abc");
});
