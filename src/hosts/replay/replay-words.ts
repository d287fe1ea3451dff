/** What a replay says of itself: its status line, and how a question was answered. */
import type { ApprovalAnswer } from "../../protocol/approval.ts";
import type { Style } from "../../terminal/style.ts";
import { printable } from "../../terminal/sanitize.ts";
import { truncateLine } from "../../terminal/width.ts";
import { say } from "../../words/say.ts";
import { keyName } from "../repl/keys.ts";

export type ReplayPlace = {
  readonly state: "playing" | "paused" | "ended";
  /** From 1; 0 before the first turn. */
  readonly turn: number;
  readonly turns: number;
  /** When the last entry was written, ISO 8601; undefined before the first. */
  readonly at: string | undefined;
  /** How many times as fast; 0 for what waits for nothing. */
  readonly speed: number;
};

/** Narrower windows have no room for words. */
const roomForWords = 40;

/** Where the replay is, and below that its keys. */
export function replayStatus(place: ReplayPlace, columns: number, style: Style): string {
  const { turn, turns, at, speed } = place;
  const sign = { playing: "▶", paused: "⏸", ended: "■" }[place.state];
  const state = { playing: say`replay`, paused: say`paused`, ended: say`the end` }[place.state];
  const isWide = columns >= roomForWords;
  const parts = isWide
    ? [`${sign} ${state}`, say`turn ${turn} of ${turns}`, clockOf(at), speedWords(speed)]
    : [`${sign} ${turn}/${turns}`, clockOf(at), speedWords(speed)];
  const [leave = "", fork = "", transcript = ""] = keysOfBoth();
  const isEnded = place.state === "ended";
  const keys = [
    leave,
    // At the end there is nothing to go on with.
    isEnded
      ? say`${keyName("go-top", "replay")} from the beginning`
      : `${keyName("toggle-pause", "replay")} ${place.state === "playing" ? say`pause` : say`go on`}`,
    isEnded ? "" : say`${keyName("next-entry", "replay")} step`,
    `${keyName("previous-turn", "replay")} ${keyName("next-turn", "replay")} ${say`turn`}`,
    fork,
    `${keyName("faster", "replay")} ${keyName("slower", "replay")} ${say`speed`}`,
    transcript,
  ];
  return lines(parts, keys, columns, style);
}

/** What is said of a session that goes on in another place, and the keys while it is watched. */
export function watchStatus(
  { where, turns, at }: { readonly where: string; readonly turns: number; readonly at: string | undefined },
  columns: number,
  style: Style,
): string {
  const parts = [say`◉ watching`, where, say`turn ${turns}`, clockOf(at)];
  return lines(parts, keysOfBoth(), columns, style);
}

function keysOfBoth(): string[] {
  return [
    say`${keyName("close", "replay")} leave`,
    say`${keyName("fork-here", "replay")} fork`,
    say`${keyName("open-transcript", "global")} transcript`,
  ];
}

function lines(parts: readonly string[], keys: readonly string[], columns: number, style: Style): string {
  return [parts, keys]
    .map((words) => words.filter((word) => word !== "").join(" · "))
    .map((line) => style.dim(truncateLine(`  ${line}`, columns)))
    .join("\n");
}

function speedWords(speed: number): string {
  return speed === 0 ? say`no waiting` : `×${speed}`;
}

/** The local time of an entry, with its seconds; empty where it has none. */
export function clockOf(at: string | undefined): string {
  const date = new Date(at ?? "");
  if (Number.isNaN(date.getTime())) return "";
  return [date.getHours(), date.getMinutes(), date.getSeconds()]
    .map((number) => String(number).padStart(2, "0"))
    .join(":");
}

/** How a question was answered, in the words of its choices. */
export function answerWords(answer: ApprovalAnswer, rule: string | undefined): string {
  switch (answer.type) {
    case "once":
      return say`answered: 1 yes, once`;
    case "remember":
      return rule === undefined
        ? say`answered: 2 yes, and not asked again`
        : say`answered: 2 yes, and not asked again for ${printable(rule)}`;
    case "decline":
      return answer.words.trim() === ""
        ? say`answered: 3 no`
        : say`answered: 3 no: ${printable(answer.words)}`;
    case "stop":
      return say`answered: no, and stop`;
    case "edit":
      return say`answered: yes, with the call changed`;
    case "hunks":
      return say`answered hunk by hunk`;
    default:
      return answer satisfies never;
  }
}
