/** What must be so at the end of a session, on the screen, above it, and in the bytes that led there. */
import { expect } from "bun:test";
import { count, ERASE_SCREEN, ERASE_SCROLLBACK } from "../../support/screen-rules.ts";
import { wordsIn } from "./blocks.ts";
import { LOWEST_WITH_RULES } from "./window.ts";
import type { World } from "./world.ts";

/** Nothing is there twice or missing, and the cursor never left the live part upwards. */
export function expectAll(world: World): void {
  const { terminal, sent } = world;
  const lines = terminal.scrollback({ joinWrapped: true });
  expectWords(world, lines);
  // The composer is the last that begins with this sign, whatever stands in it.
  const above = lines.slice(0, lines.findLastIndex((line) => line.startsWith(">")));
  const messages = above.flatMap((line) => /^> (m\d+\.)/.exec(line)?.[1] ?? []);
  expect(messages, "the messages").toEqual(sent.map((text) => /^m\d+\./.exec(text)?.[0] ?? text));
  expectPanels(world, lines);
  const rules = terminal.scrollback().filter((line) => /^─{10,}$/.test(line));
  expect(rules.length, "rules of composers").toBe(terminal.emulator.rows >= LOWEST_WITH_RULES ? 2 : 0);
  const raw = terminal.raw();
  expect(count(raw, ERASE_SCROLLBACK)).toBe(0);
  expect(count(raw, ERASE_SCREEN)).toBe(0);
  expect(terminal.emulator.climb).toBeLessThan(world.mostRows);
}

function expectWords({ talk, least }: World, lines: readonly string[]): void {
  const found = wordsIn(lines);
  const answers = found.map(([answer]) => answer);
  expect(answers, "the answers in their order").toEqual(answers.toSorted((one, other) => one - other));
  for (const { number, words } of talk.replies) {
    const its = found.filter(([answer]) => answer === number).map(([, word]) => word);
    expect(its, `the words of answer ${number}`).toEqual(Array.from(its, (_, index) => index));
    expect(its.length, `how many words of answer ${number}`).toBeLessThanOrEqual(words);
    expect(its.length, `how many words of answer ${number}`).toBeGreaterThanOrEqual(least.get(number) ?? words);
  }
}

function expectPanels({ calls }: World, lines: readonly string[]): void {
  for (const { mark, narrowest } of calls) {
    const heads = lines.filter((line) => /^[●✗⊘■◐◌] /.test(line) && line.includes(mark)).length;
    // Narrower windows may have no room for the mark.
    if (narrowest >= 60) expect(heads, `panels of ${mark}`).toBe(1);
    else expect(heads, `panels of ${mark}`).toBeLessThanOrEqual(1);
  }
}
