/** What a program has switched on in the terminal, so that it can be switched off when the program did not do that. */
import type { OutputToken } from "../output-tokens.ts";

export type LeftOn = {
  /** Takes what the program writes, in order. */
  see(token: OutputToken): void;
  /** The bytes that bring the terminal back to rest: the main screen, normal colours, a visible cursor, plain keys. */
  restoration(): string;
};

/** Autowrap and the cursor: the private modes that are on in a terminal at rest. */
const onAtRest = new Set([7, 25]);
/** The alternate screen, in its three ages. */
const alternateModes = new Set([47, 1047, 1049]);
/** More modes than any terminal has are not remembered. */
const mostModes = 128;

const saveCursor = "\u001b7";
const restoreCursor = "\u001b8";

/** Nothing is on yet. */
export function createLeftOn(): LeftOn {
  /** The private modes that are not as they are at rest. */
  const moved = new Set<number>();
  /** How many keyboard modes were pushed and not popped; each screen has a stack of its own. */
  const pushed = { main: 0, alternate: 0 };
  /** What undoes all else that has been switched on. */
  const undo = new Map<string, string>();

  const isAlternate = () => [...moved].some((mode) => alternateModes.has(mode));
  const forget = () => {
    moved.clear();
    undo.clear();
    pushed.main = 0;
    pushed.alternate = 0;
  };
  const note = (name: string, isOn: boolean, undoing: string) => {
    if (isOn) undo.set(name, undoing);
    else undo.delete(name);
  };

  const setPrivate = (parameters: string, isOn: boolean) => {
    for (const mode of parameters.split(";").map(Number)) {
      // Whichever way it was entered, each of the three leaves it.
      if (!isOn && alternateModes.has(mode)) for (const other of alternateModes) moved.delete(other);
      if (isOn === onAtRest.has(mode)) moved.delete(mode);
      else if (Number.isSafeInteger(mode) && moved.size < mostModes) moved.add(mode);
    }
  };

  const onKeyboard = (prefix: string, parameters: string) => {
    const screen = isAlternate() ? "alternate" : "main";
    if (prefix === ">") pushed[screen] += 1;
    if (prefix === "<") pushed[screen] = Math.max(0, pushed[screen] - (Number(parameters) || 1));
    if (prefix === "=") note("keyboard", true, "\u001b[=0u");
  };

  const onCsi = ({ prefix, parameters, intermediates, final }: OutputToken & { type: "csi" }) => {
    switch (prefix + intermediates + final) {
      case "?h":
      case "?l":
        return setPrivate(parameters, final === "h");
      case ">u":
      case "<u":
      case "=u":
        return onKeyboard(prefix, parameters);
      case ">m":
        return note("other-keys", parameters.includes(";"), "\u001b[>4m");
      case " q":
        return note("cursor-shape", true, "\u001b[0 q");
      case "r":
        // Setting the margins moves the cursor.
        return note("margins", parameters !== "", `${saveCursor}\u001b[r${restoreCursor}`);
      case "h":
      case "l":
        if (parameters === "4") note("insert", final === "h", "\u001b[4l");
        return;
      case "!p":
        return forget();
      default:
        return;
    }
  };

  return {
    see(token) {
      switch (token.type) {
        case "csi":
          return onCsi(token);
        case "escape":
          if (token.intermediates === "" && token.final === "c") forget();
          if (token.final === "=" || token.final === ">") note("keypad", token.final === "=", "\u001b>");
          if (token.intermediates === "(") note("letters", token.final !== "B", "\u001b(B");
          return;
        case "control":
          // Shift out and shift in: the other set of letters.
          if (token.code === 0x0e || token.code === 0x0f) note("shift", token.code === 0x0e, "\u000f");
          return;
        case "text":
          return;
        default:
          return token satisfies never;
      }
    },
    restoration() {
      const modes = [...moved].toSorted((one, other) => rank(one) - rank(other));
      const off = modes.map((mode) => `\u001b[?${mode}${onAtRest.has(mode) ? "h" : "l"}`);
      const popped = [pop(isAlternate() ? pushed.alternate : 0), ...off, pop(pushed.main)].join("");
      return `${[...undo.values()].join("")}${popped}\u001b[0m\u001b[?25h`;
    },
  };
}

function pop(count: number): string {
  return count > 0 ? `\u001b[<${count}u` : "";
}

/** The alternate screen is left last. */
function rank(mode: number): number {
  return alternateModes.has(mode) ? 1 : 0;
}
