/** A session that changed files in two turns, for the tests of going back in it. */
import { call, type Step, text } from "../support/model-server.ts";
import type { TestTerminal } from "../support/terminal.ts";
import { answered, begin, composerShows, seen, send, type Story } from "./start.ts";

const files = { "a.txt": "apple\n", "b.txt": "berry\n" };
export const args = ["--permission-mode", "accept-edits"];

/** Two turns: the first changes both files and makes a third, the second changes the first file once more. */
const twoTurns: readonly (readonly Step[])[] = [
  [call("read_file", { path: "a.txt" }), call("read_file", { path: "b.txt" })],
  [
    call("write_file", { path: "a.txt", content: "plum\n" }),
    call("write_file", { path: "b.txt", content: "cherry\n" }),
    call("write_file", { path: "c.txt", content: "date\n" }),
  ],
  [text("All new.")],
  [call("write_file", { path: "a.txt", content: "fig\n" })],
  [text("Once more.")],
];

/** A session in which both turns are over. */
export async function afterTwoTurns(more: readonly (readonly Step[])[] = [], window = {}): Promise<Story> {
  const story = await begin([...twoTurns, ...more], { files, args, ...window });
  await send(story.terminal, "change the fruit");
  await answered(story.terminal, "All new.");
  await send(story.terminal, "and the first again");
  await answered(story.terminal, "Once more.");
  return story;
}

/** Opens the choice for a message so many back. */
export async function choose(terminal: TestTerminal, back: number): Promise<void> {
  await send(terminal, `/rewind ${back}`);
  await terminal.waitFor(/1 {2}conversation and files/, { what: "the choice" });
}

/** Waits until the conversation went back and its message, in whole, is in the composer: that is given back first. */
export async function wentBack(terminal: TestTerminal, message: string): Promise<void> {
  await terminal.waitFor(() => told(terminal).includes("The conversation is back before"));
  await composerShows(terminal, message);
}

/** What is on the screen and above it in one line: rein wraps its words itself. */
export function told(terminal: TestTerminal): string {
  return seen(terminal).replaceAll(/\s+/g, " ");
}

export async function contents({ project }: Story): Promise<Record<string, string | null>> {
  const names = ["a.txt", "b.txt", "c.txt"];
  const read = async (name: string) =>
    (await Bun.file(project.path(name)).exists()) ? await project.read(name) : null;
  return Object.fromEntries(await Promise.all(names.map(async (name) => [name, await read(name)] as const)));
}

export const atFirst = { "a.txt": "apple\n", "b.txt": "berry\n", "c.txt": null };
export const afterOne = { "a.txt": "plum\n", "b.txt": "cherry\n", "c.txt": "date\n" };
export const afterBoth = { ...afterOne, "a.txt": "fig\n" };
