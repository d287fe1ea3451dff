/** How many colours the terminal shows, as far as its environment tells. */
import type { ColourDepth } from "./colour.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** Programs that show all colours and do not all say so in `COLORTERM`. */
const fullPrograms: ReadonlySet<string> = new Set([
  "iTerm.app",
  "WezTerm",
  "vscode",
  "ghostty",
  "rio",
  "Tabby",
  "Hyper",
]);
const fullTerms =
  /^(?:xterm-(?:kitty|ghostty)|wezterm|alacritty|foot|contour|rio)(?:-|$)|-(?:direct|truecolor)$/;

/**
 * `NO_COLOR` (https://no-color.org) and `TERM=dumb` say none. `COLORTERM` comes before what is known of terminals by their
 * names: who sets it means it.
 */
export function colourDepthOf(env: Environment): ColourDepth {
  const value = (name: string) => env[name] ?? "";
  const term = value("TERM");
  if (value("NO_COLOR") !== "" || term === "dumb") return "none";
  // GNU screen passes the variable on and does not understand the colours; tmux does.
  const isScreen = value("STY") !== "" && value("TMUX") === "";
  const said =
    /^(?:truecolor|24bit|256(?:color)?|16(?:color)?)$/i.exec(value("COLORTERM"))?.[0].toLowerCase() ?? "";
  if (said.startsWith("16")) return "16";
  if (said.startsWith("256") || (said !== "" && isScreen)) return "256";
  if (said !== "" || value("WT_SESSION") !== "") return "truecolor";
  if (fullTerms.test(term) || fullPrograms.has(value("TERM_PROGRAM"))) return "truecolor";
  return /-?256(?:color)?$/i.test(term) || value("TERM_PROGRAM") === "Apple_Terminal" ? "256" : "16";
}

/** False where not even bold and underline are understood. */
export function hasAttributes(env: Environment): boolean {
  return env["TERM"] !== "dumb";
}
