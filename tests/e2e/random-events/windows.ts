/** Events of the window: its size, the transcript, and what takes the screen away for a moment. */
import { Emulator } from "../../support/emulator.ts";
import type { RandomEvent } from "./events.ts";
import { count } from "../../support/screen-rules.ts";
import { composerIn, LOWEST_WITH_RULES } from "./window.ts";
import type { World } from "./world.ts";

type OfWindow = Extract<RandomEvent, { type: "resize" | "transcript" | "mode" | "redraw" | "suspend" }>;

/** What the program writes when it takes the terminal. */
const BRACKETS_ON = "\u001b[?2004h";

/** What it begins to draw all of the alternate screen with. */
const WHOLE_WINDOW = "\u001b[H\u001b[J";

/** False where the event has no place. */
export async function change(world: World, event: OfWindow): Promise<boolean> {
  const { terminal, turn } = world;
  switch (event.type) {
    case "resize":
      return resize(world, event.cols, event.rows);
    case "transcript":
      if (event.size !== null) {
        // The screen behind the transcript gets the new size, too: what holds for "resize" holds here.
        await terminal.idle(60);
        if (!(await wouldStay(world, ...event.size))) return false;
      }
      terminal.press("ctrl+o");
      await terminal.waitFor(() => terminal.modes().alternateScreen, { what: "the transcript" });
      if (event.size !== null) {
        const { emulator } = terminal;
        const isOther = emulator.cols !== event.size[0] || emulator.rows !== event.size[1];
        await terminal.waitFor(() => terminal.screen().at(-1) !== "", { what: "all of the transcript" });
        const written = terminal.raw().length;
        await terminal.resize(...event.size);
        noteSize(world);
        // Both screens have the new size before it goes back to the other one. Only for a new size all is drawn anew.
        if (isOther)
          await terminal.waitFor(() => terminal.raw().slice(written).includes(WHOLE_WINDOW), {
            what: "the transcript in its new size",
          });
        await terminal.idle(60);
      }
      terminal.press(...event.keys, "q");
      await world.settle("the inline screen again");
      return true;
    case "mode":
      if (turn.state === "asking") return false;
      terminal.press("shift+tab");
      await world.settle("another mode");
      return true;
    case "redraw": {
      const { outputs } = terminal;
      terminal.press("ctrl+l");
      await terminal.waitFor(() => terminal.outputs > outputs, { what: "a new frame" });
      await world.settle("the screen again");
      return true;
    }
    case "suspend": {
      // There is no shell that could bring it back, so it comes back by itself.
      const before = count(terminal.raw(), BRACKETS_ON);
      terminal.press("ctrl+z");
      await terminal.waitFor(() => count(terminal.raw(), BRACKETS_ON) > before, {
        what: "the terminal to be given away and taken back",
      });
      await world.settle("the screen again");
      return true;
    }
    default:
      return event satisfies never;
  }
}

async function resize(world: World, cols: number, rows: number): Promise<boolean> {
  const { terminal } = world;
  // A frame that is on its way while the window changes would be drawn into the wrong one, and what the program has asked
  // the terminal behind the last one must have been answered. What streams is drawn 20 times a second and the activity
  // moves 5 times: the window changes between two of its moves.
  await terminal.idle(60);
  if (!(await terminal.resize(cols, rows, () => wouldStay(world, cols, rows)))) return false;
  noteSize(world);
  await world.settle(`a frame for ${cols}×${rows}`);
  return true;
}

function noteSize(world: World): void {
  const { cols, rows } = world.terminal.emulator;
  world.mostRows = Math.max(world.mostRows, rows);
  for (const call of world.calls) call.narrowest = Math.min(call.narrowest, cols);
}

/**
 * Whether all of the live part would still be in the window. Where the terminal itself wraps it over the top, nobody can
 * take it back, and who makes a window that much narrower in one go has to live with what stays there.
 */
async function wouldStay(world: World, cols: number, rows: number): Promise<boolean> {
  const { emulator } = world.terminal;
  const { x, y } = emulator.cursor();
  const screen = emulator.screen();
  const blank = screen.length - 1 - screen.findLastIndex((line) => line !== "");
  const shown = emulator.scrollback(true).slice(-200);
  const { cols: columns, rows: height } = emulator;
  const like = new Emulator({
    cols: columns,
    rows: height,
    kittyKeyboard: false,
    background: undefined,
    reply: () => {},
  });
  const written = Promise.withResolvers<void>();
  const content = shown.join("\r\n") + "\r\n".repeat(blank);
  like.write(Buffer.from(`${content}\u001b[${y + 1};${x + 1}H`), () => written.resolve());
  await written.promise;
  const top = like.follow(liveTop(world));
  like.resize(cols, rows);
  const stays = top() >= 0;
  like.dispose();
  return stays;
}

/** The first row of the live part, or one above it. */
function liveTop({ terminal, turn, queue }: World): number {
  const screen = terminal.screen();
  const composer = composerIn(terminal)?.top ?? 0;
  const frame = terminal.emulator.rows >= LOWEST_WITH_RULES ? 2 : 0;
  const bottom = composer - frame - Math.min(3, queue.length);
  if (turn.state === "idle") return Math.max(0, bottom);
  const panels = screen.findIndex((line) => /^[◌◐] /.test(line));
  if (turn.state !== "thinking" && panels !== -1) return Math.max(0, Math.min(bottom, panels - 1));
  // What is being said has half of the window at most, and the activity stands below it.
  return Math.max(0, bottom - Math.floor(terminal.emulator.rows / 2) - 2);
}
