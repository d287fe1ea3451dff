/** Events of the window: its size, the transcript, and what takes the screen away for a moment. */
import { widthOf } from "../../../src/terminal/width.ts";
import type { RandomEvent } from "./events.ts";
import { composerIn, isActive, questionIn } from "./window.ts";
import type { World } from "./world.ts";

type OfWindow = Extract<RandomEvent, { type: "resize" | "transcript" | "mode" | "redraw" | "suspend" }>;

/** False where the event has no place. */
export async function change(world: World, event: OfWindow): Promise<boolean> {
  const { terminal, turn } = world;
  switch (event.type) {
    case "resize":
      return resize(world, event.cols, event.rows);
    case "transcript":
      terminal.press("ctrl+o");
      await terminal.waitFor(() => terminal.modes().alternateScreen, { what: "the transcript" });
      if (event.size !== null) {
        await terminal.resize(...event.size);
        noteSize(world);
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
    case "suspend":
      // There is no shell that could bring it back, so it comes back by itself.
      terminal.press("ctrl+z");
      await terminal.waitFor(() => !terminal.modes().bracketedPaste, { what: "the terminal to be given away" });
      await terminal.waitFor(() => terminal.modes().bracketedPaste, { what: "the terminal to be taken back" });
      await world.settle("the screen again");
      return true;
    default:
      return event satisfies never;
  }
}

async function resize(world: World, cols: number, rows: number): Promise<boolean> {
  const { terminal } = world;
  // A frame that is on its way while the window changes would be drawn into the wrong one, and what the program has asked
  // the terminal behind the last one must have been answered. While something runs there is a frame every fifth of a
  // second: the window changes behind one of them.
  if (isActive(terminal)) {
    const { outputs } = terminal;
    await terminal.waitFor(() => terminal.outputs > outputs, { what: "a tick" });
  } else await terminal.idle(30);
  if (rowsNeeded(world, cols) >= rows) return false;
  await terminal.resize(cols, rows);
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
 * How many rows the live part takes at most once the window is so narrow. Where the terminal itself would wrap it over
 * the top of the window, nobody could take it back.
 */
function rowsNeeded(world: World, cols: number): number {
  const { terminal, turn } = world;
  const screen = terminal.screen();
  const last = screen.findLastIndex((line) => line !== "");
  const composer = composerIn(terminal)?.top ?? last;
  const question = screen.findIndex((line) => line === questionIn(terminal).split("\n")[0]);
  const top = turn.state === "asking" && question !== -1 ? question : composer;
  const above = turn.state === "idle" ? 6 : Math.floor(terminal.emulator.rows / 2) + 3;
  return screen
    .slice(Math.max(0, top - above), last + 1)
    .reduce((sum, line) => sum + Math.max(1, Math.ceil((widthOf(line) + 1) / cols)), 0);
}
