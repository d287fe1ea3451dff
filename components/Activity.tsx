import type { Style } from "../src/terminal/style.ts";
import { Lines } from "./Lines.tsx";
import type { ActivityView } from "./view.ts";

const frames = ["⠋", "⠙", "⠸", "⠴", "⠦", "⠇"] as const;

/** One line that says what the engine does, for how long, and how to stop it. */
export function Activity({ activity, style }: { readonly activity: ActivityView; readonly style: Style }) {
  const { label, step, elapsedMs, tick } = activity;
  const seconds = Math.floor(elapsedMs / 1000);
  const frame = frames[tick % frames.length] ?? frames[0];
  return (
    <Lines
      lines={[`${style.accent(frame)} ${label} ${style.dim(`· step ${step} · ${seconds}s · esc to stop`)}`]}
    />
  );
}
