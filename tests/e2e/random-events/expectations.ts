/** What must be so at the end of a session, on the screen, above it, and in the bytes that led there. */
import { expect } from "bun:test";
import { count, ERASE_SCREEN, ERASE_SCROLLBACK } from "../../support/screen-rules.ts";
import { wordsIn } from "./blocks.ts";
import { LOWEST_WITH_RULES } from "./window.ts";
import type { World } from "./world.ts";

/** All is said and done: nothing is there twice or missing, and there is one composer. */
export function expectAll(world: World): void {
  const { terminal } = world;
  const rules = terminal.scrollback().filter((line) => /^─{10,}$/.test(line));
  expect(rules.length, "rules of composers").toBe(terminal.emulator.rows >= LOWEST_WITH_RULES ? 2 : 0);
  const lines = terminal.scrollback({ joinWrapped: true });
  // The composer is the last that begins with this sign, whatever stands in it.
  const printed = lines.slice(
    0,
    lines.findLastIndex((line) => line.startsWith(">")),
  );
  expectPrinted(world, printed);
  for (const { mark, narrowest } of world.calls) {
    // Narrower windows may have no room for the mark.
    if (narrowest >= 60) expect(panelsOf(mark, printed), `panels of ${mark}`).toBe(1);
  }
}

/** Nothing is printed twice, out of order, or missing of what was said to its end; the scrollback was left alone. */
export function expectPrinted(world: World, printed: readonly string[]): void {
  const { terminal, sent, calls } = world;
  expectWords(world, printed);
  const messages = printed.flatMap((line) => /^> (m\d+\.)/.exec(line)?.[1] ?? []);
  expect(messages, "the messages").toEqual(sent.map((text) => /^m\d+\./.exec(text)?.[0] ?? text));
  for (const { mark } of calls) expect(panelsOf(mark, printed), `panels of ${mark}`).toBeLessThanOrEqual(1);
  const raw = terminal.raw();
  expect(count(raw, ERASE_SCROLLBACK), "erasures of the scrollback").toBe(0);
  expect(count(raw, ERASE_SCREEN), "erasures of the window").toBe(0);
  expect(terminal.emulator.climb, "rows that the cursor climbed").toBeLessThan(world.mostRows);
}

function expectWords({ talk, least }: World, printed: readonly string[]): void {
  const found = wordsIn(printed);
  const answers = found.map(([answer]) => answer);
  expect(answers, "the answers in their order").toEqual(answers.toSorted((one, other) => one - other));
  for (const { number, words } of talk.replies) {
    const its = found.filter(([answer]) => answer === number).map(([, word]) => word);
    expect(its, `the words of answer ${number}`).toEqual(Array.from(its, (_, index) => index));
    expect(its.length, `how many words of answer ${number}`).toBeLessThanOrEqual(words);
    expect(its.length, `how many words of answer ${number}`).toBeGreaterThanOrEqual(
      least.get(number) ?? words,
    );
  }
}

function panelsOf(mark: string, printed: readonly string[]): number {
  return printed.filter((line) => /^[●✗⊘■◐◌] /.test(line) && line.includes(mark)).length;
}
