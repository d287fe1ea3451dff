/** `rein replay` in a terminal: a session is shown again as it happened. Nothing is run, nobody is asked, nothing is written. */
import type { Command } from "../../terminal/keymap.ts";
import { sanitize } from "../../terminal/sanitize.ts";
import { formatDuration } from "../../transcript/format.ts";
import { say } from "../../words/say.ts";
import { Player } from "./player.ts";
import { answerWords, replayStatus } from "./replay-words.ts";
import type { ReplayEvent } from "./schedule.ts";
import { replayScreen } from "./open-terminal.ts";
import { Stand } from "./stand.ts";
import type { ReplayEnd, ReplayStart } from "./start.ts";
import { turnAt, turnsOf } from "./turns.ts";

/** Shows it until the user leaves, or wants to go on from somewhere in it. */
export async function runReplay(start: ReplayStart): Promise<ReplayEnd> {
  const { log, isFull } = start;
  const openScreen = await replayScreen(isFull);
  const end = Math.min(start.end ?? log.entries.length, log.entries.length);
  const entries = log.entries.slice(0, end);
  const turns = turnsOf(entries);
  const stand = new Stand({
    start,
    openScreen,
    entries: [],
    status: (columns) =>
      replayStatus(
        {
          state: player.isAtEnd ? "ended" : player.isPaused ? "paused" : "playing",
          turn: turnAt(turns, player.at),
          turns: turns.length,
          at: entries[player.at - 1]?.at,
          speed: player.speed,
        },
        columns,
        stand.style,
      ),
    onCommand: (command) => onCommand(command),
  });
  const { show } = stand;
  const player: Player = new Player({
    entries,
    end,
    maxPauseMs: start.maxPauseMs,
    speed: start.speed,
    timers: stand.timers,
    onEvent: (event) => onEvent(event),
    onStill: () => {
      if (player.isAtEnd) settle();
      show.draw();
    },
  });

  const onEvent = (event: ReplayEvent) => {
    if (event.type === "typing") return stand.type(event.text);
    if (event.type === "approval_requested") {
      // The entry that is being told is the answer.
      const answered = entries[player.at];
      if (answered?.type === "approval") stand.hint(answerWords(answered.answer, answered.rule));
    }
    if (event.type === "approval_answered") stand.hint(null);
    show.tell(event);
    if (event.type === "entry" && event.entry.type === "move")
      show.say(say`— here it went to another place of its tree; what was left is not shown —`);
  };
  /** A session that was cut off, by a crash or by `--until`, has calls that never end. */
  const settle = () => {
    stand.type("");
    show.jump(entries, null);
  };
  const goTo = (index: number, words: string) => {
    player.finishEntry();
    stand.type("");
    stand.hint(null);
    show.jump(entries.slice(0, index), words);
    player.goTo(index);
    show.draw();
  };
  const toTurn = (turn: number) => {
    const index = turns[turn - 1];
    if (index === undefined) return;
    goTo(index, say`— turn ${turn} of ${turns.length} —`);
    // The message that it began with is where it is.
    if (player.isPaused) player.step();
  };
  const onCommand = (command: Command) => {
    // While the first message of a turn is still to come, that turn is where it is.
    const turn = turnAt(turns, player.at);
    switch (command) {
      case "toggle-pause":
        if (player.isAtEnd) return;
        if (player.isPaused) player.play();
        else player.pause();
        return show.draw();
      case "next-entry":
        return player.step();
      case "next-turn":
        return turn < turns.length ? toTurn(turn + 1) : goTo(end, say`— the end —`);
      case "previous-turn":
        return toTurn(Math.max(1, turns[turn - 1] === player.at - 1 ? turn - 1 : turn));
      case "go-top":
        return goTo(0, say`— the beginning —`);
      case "go-bottom":
        return goTo(end, say`— the end —`);
      case "faster":
        player.faster();
        return show.draw();
      case "slower":
        player.slower();
        return show.draw();
      case "fork-here":
        player.pause();
        return stand.fork(entries.slice(0, player.at), log.nodes);
      default:
        return;
    }
  };

  await stand.begin();
  show.say(openingWords(start));
  for (const note of log.notes) show.say(note, "warning");
  if (start.isStepped) player.step();
  else player.play();
  try {
    return await stand.whenEnded();
  } finally {
    player.close();
  }
}

function openingWords({ log, maxPauseMs }: ReplayStart): string {
  const { sessionId, createdAt, cwd } = log.header;
  const id = sanitize(sessionId, "approval_inline");
  const begun = sanitize(createdAt.slice(0, 16).replace("T", " "), "approval_inline");
  const place = sanitize(cwd, "approval_inline");
  return say`Replay of session ${id}, begun ${begun} UTC in ${place}. Nothing is run; pauses are shortened to ${formatDuration(maxPauseMs)}.`;
}
