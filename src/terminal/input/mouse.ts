/** Mouse reports in SGR form (mode 1006), the only form that rein asks for. */
import type { Mouse } from "./event.ts";

const buttons = ["left", "middle", "right", "none"] as const;

/** `CSI < code ; column ; row M` for a press, a move or the wheel, `m` for a release; `undefined` for anything else. */
export function readMouse(params: string, final: string): Mouse | undefined {
  if (final !== "M" && final !== "m") return undefined;
  const match = /^<(\d{1,4});(\d{1,6});(\d{1,6})$/.exec(params);
  if (match === null) return undefined;
  const code = Number(match[1]);
  const at = {
    column: Math.max(0, Number(match[2]) - 1),
    row: Math.max(0, Number(match[3]) - 1),
    shift: (code & 4) !== 0,
    alt: (code & 8) !== 0,
    ctrl: (code & 16) !== 0,
  };
  if ((code & 64) !== 0) {
    // 66 and 67 are the sideways wheel.
    if ((code & 2) !== 0) return undefined;
    return { action: (code & 1) === 0 ? "wheel-up" : "wheel-down", button: "none", ...at };
  }
  const button = buttons[code & 3] ?? "none";
  if ((code & 32) !== 0) return { action: "move", button, ...at };
  return { action: final === "M" ? "press" : "release", button, ...at };
}
