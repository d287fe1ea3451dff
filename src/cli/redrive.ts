/** `rein replay SESSION --recording FILE`: does the engine still do what it did? */
import type { FoundLog } from "../app/replay/find-log.ts";
import type { DifferingEntry } from "../app/replay/redrive.ts";
import { say } from "../words/say.ts";
import { print } from "./output.ts";

/** So much of a text is shown around the place where it differs, UTF-16 units. */
const shownBefore = 40;
const shownBehind = 160;

/** Drives it and says what came of it. Returns 0 where the entries are the same, 1 where they differ. */
export async function redriveCommand(log: FoundLog, recording: string): Promise<number> {
  const { redrive } = await import("../app/replay/redrive.ts");
  const { compared, difference, stoppedBefore } = await redrive(log, recording);
  const stopped =
    stoppedBefore === null
      ? []
      : [
          say`Turn ${stoppedBefore} was stopped by its user, or has no end: nobody can repeat that, so it ended there.`,
        ];
  if (difference === null) {
    await print([say`The same: ${compared} entries came out as the log has them.`, ...stopped].join("\n"));
    return 0;
  }
  await print(differenceWords(difference).join("\n"));
  return 1;
}

function differenceWords({ place, type, field, expected, got }: DifferingEntry): string[] {
  const [minus, plus] = shownPair(textOf(expected), textOf(got));
  const where =
    field === ""
      ? say`Entry ${place} of the branch (${type}) is the first that differs.`
      : say`Entry ${place} of the branch (${type}) is the first that differs, in ${field}.`;
  return [where, `- ${minus}`, `+ ${plus}`, say`“-” is what the log has, “+” what came out now.`];
}

function textOf(value: unknown): string {
  if (value === undefined) return say`(nothing)`;
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** Both from a little before the first place where they differ, on a line each. */
function shownPair(one: string, other: string): [string, string] {
  let same = 0;
  while (same < one.length && one[same] === other[same]) same += 1;
  const from = same > shownBefore * 2 ? same - shownBefore : 0;
  const part = (text: string) => {
    const end = from + shownBefore + shownBehind;
    const shown = JSON.stringify(text.slice(from, end).toWellFormed()).slice(1, -1);
    return `${from > 0 ? "…" : ""}${shown}${text.length > end ? "…" : ""}`;
  };
  return [part(one), part(other)];
}
