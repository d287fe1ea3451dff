/** What was answered in another program was paid for there: no sum of rein's own counts it. */
import { expect, test } from "bun:test";
import { openSpending } from "../../../src/app/spending.ts";
import { serializeEntry } from "../../../src/sessions/log.ts";
import { countedLine } from "../../../src/sessions/model-use.ts";
import { modelAsked, usedIn } from "../../../src/transcript/usage.ts";
import { claudeSession, lines } from "./fixtures.ts";
import { entriesIn, read } from "./told.ts";

const entries = entriesIn(read("claude-code", lines(...claudeSession())));
const answers = entries.filter((entry) => entry.type === "assistant");

test("the tokens of imported answers are in the log, and in no sum", () => {
  expect(answers.some(({ usage }) => (usage?.inputTokens ?? 0) > 0)).toBeTrue();
  expect(usedIn(entries).size).toBe(0);
  expect(answers.map((entry) => modelAsked(entry))).toEqual(answers.map(() => null));
  expect(answers.map((entry) => countedLine(serializeEntry(entry).line))).toEqual(answers.map(() => null));
});

test("a budget is as whole behind them as at the beginning, and what comes next is counted", async () => {
  const warnings: string[] = [];
  const spending = openSpending({
    entries: () => entries,
    priceOf: () => ({ input: 1_000_000, output: 1_000_000 }),
    maxCost: 1,
    canAsk: false,
    warn: (message) => warnings.push(message),
  });
  expect(spending.cost().dollars).toBeNull();
  const [first] = answers;
  if (first === undefined) throw new Error("no answer");
  const { imported: _imported, ...own } = first;
  spending.add({ ...own, usage: { inputTokens: 2, outputTokens: 0 } });
  expect(spending.cost().dollars).toBe(2);
});
