/** `--accessible` as somebody uses it who listens: lines are typed, and heard. */
import { expect } from "bun:test";
import { call } from "../support/model-server.ts";
import type { TestTerminal } from "../support/terminal.ts";
import { beginUnready, type Story } from "./start.ts";

export const accessible = { args: ["--accessible"] };
export const run = (command: string, id = "call_run") => call("bash", { command }, { id });

/** Everything so far, as lines. What was typed is among it: the terminal writes it there. */
export function read(terminal: TestTerminal): string[] {
  return terminal.raw().replaceAll("\r\n", "\n").split("\n");
}

/** Waits for a line, so many times. */
export async function hear(terminal: TestTerminal, line: string | RegExp, times = 1): Promise<void> {
  const fits = (one: string) => (typeof line === "string" ? one.startsWith(line) : line.test(one));
  await terminal.waitFor(() => read(terminal).filter(fits).length >= times, {
    what: `the line ${line}`,
    within: 25_000,
  });
}

export function typeLine(terminal: TestTerminal, line: string): void {
  terminal.type(line);
  terminal.press("enter");
}

/** Waits until a question about this was there long enough to be answered. */
export async function heardQuestion(terminal: TestTerminal, line: string | RegExp, times = 1): Promise<void> {
  await hear(terminal, line, times);
  const since = performance.now();
  await terminal.waitFor(() => performance.now() - since > 700, { what: "the question to be heard" });
}

/** Starts the program and waits until it can be talked to. */
export async function start(
  script: Parameters<typeof beginUnready>[0],
  options: Parameters<typeof beginUnready>[1] = {},
) {
  const story = await beginUnready(script, { ...accessible, ...options });
  await hear(story.terminal, /^(Welcome|Ready)\b/);
  return story;
}

/** What must hold of all that was written: nothing but lines. */
export function expectOnlyLines(terminal: TestTerminal): void {
  const raw = terminal.raw();
  expect(raw).not.toContain("\u001b");
  // A line ends with CR LF; a lone CR would go back and write over it.
  expect(raw.replaceAll("\r\n", "\n")).not.toMatch(/(?!\n)\p{Cc}/u);
  expect(terminal.isRaw()).toBeFalse();
}

export async function leave({ terminal }: Pick<Story, "terminal">): Promise<void> {
  terminal.press("ctrl+d");
  expect(await terminal.waitForExit()).toBe(0);
}
