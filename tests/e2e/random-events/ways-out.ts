/** The ways out of the program, and what the terminal has to be like behind each. */
import { expect } from "bun:test";
import { AT_REST } from "../../support/emulator.ts";
import { composerShows, killHard } from "../start.ts";
import { valueOf } from "./editor.ts";
import type { World } from "./world.ts";

export const WAYS_OUT = ["ctrl+d", "ctrl+c", "SIGTERM", "SIGHUP", "SIGQUIT", "hang-up", "SIGKILL"] as const;
export type WayOut = (typeof WAYS_OUT)[number];

const codes = { SIGTERM: 143, SIGHUP: 129, SIGQUIT: 131 } as const;

/** Leaves. Whatever the way, the terminal is as it was, and what was being written is not lost. */
export async function leaveBy(world: World, way: WayOut): Promise<void> {
  const { terminal } = world;
  switch (way) {
    case "ctrl+d":
    case "ctrl+c":
      if (!world.written.editor.isEmpty) {
        terminal.press("ctrl+c");
        world.written.clear();
        await world.settle("an empty composer");
      }
      terminal.press(way);
      await terminal.waitFor(`${way} once more to exit`.slice(0, terminal.emulator.cols - 4));
      terminal.press(way);
      expect(await terminal.waitForExit()).toBe(0);
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
      await killHard(terminal);
      return comeBack(world);
    default:
      way satisfies never;
  }
  expect(terminal.modes()).toEqual(AT_REST);
  expect(stackFault(terminal.raw())).toBeUndefined();
  expect(terminal.scrollback().filter((line) => /^─{10,}$/.test(line))).toEqual([]);
}

/** What was being written is in the composer of the next start. */
async function comeBack({ story, written }: World): Promise<void> {
  const value = valueOf(written.editor.draft);
  if (value.trim() === "" || value.length > 200 || value !== value.trimEnd()) return;
  const terminal = await story.again({ args: ["-c"], cols: 200, rows: 60 });
  await composerShows(terminal, value.replaceAll("\t", "    "));
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

/** Whether modes are switched off in the reverse order in which they were switched on; undefined if so. */
export function stackFault(raw: string): string | undefined {
  // eslint-disable-next-line no-control-regex -- what is looked for
  const switches = /\u001b\[(?:\?(?:2004|1049|1000|1006|1004)[hl]|>5u|<u)/g;
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
