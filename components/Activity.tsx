import type { Style } from "../src/terminal/style.ts";
import { truncateLine, widthOf } from "../src/terminal/width.ts";
import { Lines } from "./Lines.tsx";
import type { ActivityView } from "./view.ts";
import { say } from "../src/words/say.ts";

const frames = ["⠋", "⠙", "⠸", "⠴", "⠦", "⠇"] as const;
/** What the engine does is cut no shorter than this for what stands behind it; columns. */
const shortestLabel = 14;

type Props = { readonly activity: ActivityView; readonly columns: number; readonly style: Style };

/** One line that says what the engine does, for how long, and how to stop it. Narrow windows show less behind it. */
export function Activity({ activity, columns, style }: Props) {
  const { label, step, elapsedMs, tick, tokens = "", canStop = true } = activity;
  const frame = frames[tick % frames.length] ?? frames[0];
  // Before the first request there is no step yet.
  const facts = [
    step === 0 ? "" : say`step ${step}`,
    `${Math.floor(elapsedMs / 1000)}s`,
    tokens,
    canStop ? say`esc to stop` : "",
  ].filter((fact) => fact !== "");
  const least = Math.min(widthOf(label), shortestLabel);
  const roomBeside = (end: string) => columns - widthOf(`${frame} ${end}`);
  let end = "";
  do {
    end = facts.map((fact) => ` · ${fact}`).join("");
  } while (roomBeside(end) < least && facts.shift() !== undefined);
  const shown = truncateLine(label, Math.max(1, roomBeside(end)));
  return <Lines lines={[`${style.spinner(frame)} ${shown}${style.dim(end)}`]} />;
}
