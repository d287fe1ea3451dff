/** From a key to its echo. */
import type { BenchTerminal } from "./bench-terminal.ts";

/** Neither the screens nor the replies have capitals, so each is on screen only when its key has been echoed. */
const keys = ["Q", "X", "Z", "W", "V", "K", "J"];
/** One key fewer, so that none stands where it stood before: a screen that only draws what is new would not draw it. */
const keysInLine = keys.length - 1;
const ctrlU = "\u0015";

/** Presses keys at a typist's pace and takes the time of each, ms. */
export async function echoes(terminal: BenchTerminal, count: number): Promise<number[]> {
  const times: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const key = keys[index % keys.length] ?? "";
    const sent = terminal.send(key);
    times.push((await terminal.shown(key)) - sent);
    // Out of step with any frame clock, and the same in every run.
    await Bun.sleep(21 + ((index * 7) % 23));
    if (index % keysInLine === keysInLine - 1) {
      terminal.send(ctrlU);
      await Bun.sleep(50);
    }
  }
  return times;
}

/** Presses keys while nothing else happens, and takes the times and what is written to the terminal for one, bytes. */
export async function idleEchoes(
  terminal: BenchTerminal,
  count: number,
): Promise<{ readonly times: readonly number[]; readonly bytes: number }> {
  await terminal.quiet();
  const before = terminal.bytes;
  const times = await echoes(terminal, count);
  return { times, bytes: (terminal.bytes - before) / count };
}
