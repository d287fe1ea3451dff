/** Runs commands as a user does, with `!`. */
import type { TestTerminal } from "../support/terminal.ts";
import { composerShows, exists, type Story } from "./start.ts";

export const SHELL = { env: { SHELL: "/bin/bash" } };

/** Sends a command. It has the terminal when this resolves. */
export async function run(terminal: TestTerminal, command: string): Promise<void> {
  terminal.type(command);
  await composerShows(terminal, command);
  terminal.press("enter");
  await terminal.waitFor(() => headsOf(terminal).includes(command.replace(/^!!?/, "").trim()), {
    what: "the head of the command",
  });
}

export function headsOf(terminal: TestTerminal): string[] {
  return terminal.scrollback({ joinWrapped: true }).flatMap((line) => /^!!? (.+)$/.exec(line)?.[1] ?? []);
}

/** Waits until a command has ended this way, `count` times so far, and the composer is back. */
export async function ended(terminal: TestTerminal, how: string | RegExp, count = 1): Promise<void> {
  const line = typeof how === "string" ? new RegExp(`^${how} · .*shared`) : how;
  await terminal.waitFor(
    () =>
      terminal.scrollback().filter((shown) => line.test(shown)).length >= count && showsComposer(terminal),
    { what: `the end of a command: ${how}` },
  );
}

export const showsComposer = (terminal: TestTerminal) =>
  terminal.screen().some((line) => line.includes("⇧⇥"));

export async function pidIn({ project, terminal }: Story, file: string): Promise<number> {
  return terminal.waitFor(
    async () => (await exists(project, file)) && Number((await project.read(file)).trim()),
    { what: `a process id in ${file}` },
  );
}
