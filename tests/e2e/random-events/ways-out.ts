/** The ways out of the program, and what the terminal has to be like behind each. */
import { expect } from "bun:test";
import { join } from "node:path";
import { AT_REST } from "../../support/emulator.ts";
import { composerShows, killHard } from "../start.ts";
import type { Draft } from "./draft.ts";
import { expectPrinted } from "./expectations.ts";
import { noteSeen, stopBy } from "./turns.ts";
import type { World } from "./world.ts";

export const WAYS_OUT = ["ctrl+d", "ctrl+c", "SIGTERM", "SIGHUP", "SIGQUIT", "hang-up", "SIGKILL"] as const;
export type WayOut = (typeof WAYS_OUT)[number];

const codes = { SIGTERM: 143, SIGHUP: 129, SIGQUIT: 131 } as const;

/** Leaves. Whatever the way, the terminal is as it was, and what was being written is not lost. */
export async function leaveBy(world: World, way: WayOut): Promise<void> {
  const { terminal } = world;
  noteSeen(world);
  switch (way) {
    case "ctrl+d":
    case "ctrl+c":
      await leaveByKey(world, way);
      break;
    case "SIGTERM":
    case "SIGHUP":
      terminal.signal(way);
      expect(await terminal.waitForExit()).toBe(codes[way]);
      break;
    case "SIGQUIT":
      // A terminal sends it to the whole group, and the launcher counts on that.
      process.kill(-terminal.pid, way);
      expect(await terminal.waitForExit()).toBe(codes[way]);
      break;
    case "hang-up":
      terminal.hangUp();
      await terminal.waitForExit();
      return;
    case "SIGKILL":
      await draftIsKept(world);
      await killHard(terminal);
      return comeBack(world);
    default:
      way satisfies never;
  }
  expect(terminal.modes()).toEqual(AT_REST);
  expect(stackFault(terminal.raw())).toBeUndefined();
  const lines = terminal.scrollback({ joinWrapped: true });
  expect(lines.filter((line) => /^─{10,}$/.test(line))).toEqual([]);
  expectPrinted(world, lines);
}

/** The same key twice, on an empty line. */
async function leaveByKey(world: World, key: "ctrl+d" | "ctrl+c"): Promise<void> {
  const { terminal, written } = world;
  if (world.turn.state !== "idle") await stopBy(world, "escape");
  if (!written.editor.isEmpty) {
    terminal.press("ctrl+c");
    written.clear();
    await world.settle("an empty composer");
  }
  terminal.press(key);
  await terminal.waitFor(`${key} once more`.slice(0, terminal.emulator.cols - 4));
  terminal.press(key);
  expect(await terminal.waitForExit()).toBe(0);
}

/** Waits until what is being written is on the disk: it is not written at every key. */
async function draftIsKept({ story, terminal, written }: World): Promise<void> {
  if (!isComparable(written.kept)) return;
  const said = `"draft":{"text":${JSON.stringify(written.kept.text)}`;
  const files = new Bun.Glob("**/rein/drafts/**/*");
  await terminal.waitFor(
    async () => {
      const { home } = story.project;
      for await (const file of files.scan({ cwd: home, dot: true }))
        if ((await Bun.file(join(home, file)).text()).trimEnd().split("\n").at(-1)?.includes(said))
          return true;
      return false;
    },
    { what: `${said} on the disk` },
  );
}

/** Whether it can be told from the screen what a composer of 200 columns holds. */
function isComparable({ text, chips }: Draft): boolean {
  return chips.length === 0 && text.trim() !== "" && text.length <= 150 && text === text.trimEnd();
}

/** What was being written is in the composer of the next start. */
async function comeBack({ story, written }: World): Promise<void> {
  const { kept } = written;
  if (!isComparable(kept)) return;
  const terminal = await story.again({ args: ["-c"], cols: 200, rows: 60 });
  await composerShows(terminal, kept.text.replaceAll("\t", "    "));
}

/** Each mode and what takes it back; both as they stand in the bytes. */
const pairs: readonly (readonly [on: string, off: string])[] = [
  ["\u001b[?2004h", "\u001b[?2004l"],
  ["\u001b[?1049h", "\u001b[?1049l"],
  ["\u001b[?1000h", "\u001b[?1000l"],
  ["\u001b[?1006h", "\u001b[?1006l"],
  ["\u001b[?1004h", "\u001b[?1004l"],
  ["\u001b[>5u", "\u001b[<u"],
];

const switches = new RegExp(String.raw`${"\u001b"}\[(?:\?(?:2004|1049|1000|1006|1004)[hl]|>5u|<u)`, "g");

/** Why modes are not switched off in the reverse order in which they were switched on; undefined if they are. */
function stackFault(raw: string): string | undefined {
  const on: string[] = [];
  for (const [bytes] of raw.matchAll(switches)) {
    const opened = pairs.find(([one]) => one === bytes);
    if (opened !== undefined) {
      on.push(opened[1]);
      continue;
    }
    const wanted = on.pop();
    if (wanted !== bytes)
      return `${JSON.stringify(bytes)} where ${JSON.stringify(wanted ?? "nothing")} was to be taken back`;
  }
  return on.length === 0 ? undefined : `still on: ${JSON.stringify(on)}`;
}
