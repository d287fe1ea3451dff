/** What a terminal answers to questions. */
import type { Reply, Rgb } from "./event.ts";
import { plainText } from "./plain-text.ts";
import type { StringKind } from "./scan.ts";

/** A reply in CSI form; `undefined` when it is none that rein knows. */
export function readCsiReply(params: string, intermediates: string, final: string): Reply | undefined {
  const mark = /^[<=>?]/.exec(params)?.[0] ?? "";
  const numbers = params.slice(mark.length).split(";").map(Number);
  if (numbers.some(Number.isNaN)) return undefined;
  const [first = 0, second = 0, third = 0] = numbers;
  switch (mark + intermediates + final) {
    case "?c":
      return { kind: "device-attributes", level: 1, params: numbers };
    case ">c":
      return { kind: "device-attributes", level: 2, params: numbers };
    case "=c":
      return { kind: "device-attributes", level: 3, params: numbers };
    case "?u":
      return { kind: "keyboard-flags", flags: first };
    case "?$y":
    case "$y":
      return { kind: "mode", mode: first, state: second };
    case "?R":
      return { kind: "cursor-position", row: first, column: second };
    case "R":
      // `CSI 1;m R` is F3 with modifiers in the older encoding; a caret in row 1 looks the same, and is rare.
      if (numbers.length < 2 || (first === 1 && second <= 16)) return undefined;
      return { kind: "cursor-position", row: first, column: second };
    case "?n":
      // Mode 2031: https://contour-terminal.org/vt-extensions/color-palette-update-notifications/
      if (first !== 997 || (second !== 1 && second !== 2)) return undefined;
      return { kind: "color-scheme", scheme: second === 1 ? "dark" : "light" };
    case "t":
      // XTWINOPS: https://invisible-island.net/xterm/ctlseqs/ctlseqs.html
      if ((first !== 4 && first !== 6) || numbers.length !== 3) return undefined;
      return { kind: "pixels", of: first === 6 ? "cell" : "window", width: third, height: second };
    case "?S":
      // XTSMGRAPHICS, item 1, status 0: success.
      if (first !== 1 || second !== 0) return undefined;
      return { kind: "sixel-colours", count: third };
    default:
      return undefined;
  }
}

const colorNames = new Map<string | undefined, Extract<Reply, { kind: "color" }>["of"]>([
  ["10", "foreground"],
  ["11", "background"],
  ["12", "cursor"],
]);

/** A reply in OSC or DCS form; `undefined` when it is none that rein knows. */
export function readStringReply(kind: StringKind, content: string): Reply | undefined {
  if (kind === "dcs") {
    return content.startsWith(">|") ? { kind: "version", text: plainText(content.slice(2)) } : undefined;
  }
  if (kind !== "osc") return undefined;
  const match = /^(\d{2});(.*)$/.exec(content);
  const of = colorNames.get(match?.[1]);
  const rgb = readColor(match?.[2] ?? "");
  return of === undefined || rgb === undefined ? undefined : { kind: "color", of, rgb };
}

/** X11 colour notation, as terminals send it: `rgb:rrrr/gggg/bbbb` with 1 to 4 digits each, `rgba:…`, `#rrggbb`. */
function readColor(text: string): Rgb | undefined {
  const slashed = /^rgba?:([\da-f]{1,4})\/([\da-f]{1,4})\/([\da-f]{1,4})(?:\/[\da-f]{1,4})?$/i.exec(text);
  const match = slashed ?? /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(text);
  if (match === null) return undefined;
  const part = (index: number): number => {
    const digits = match[index] ?? "0";
    return Math.round((Number.parseInt(digits, 16) / (16 ** digits.length - 1)) * 255);
  };
  return { red: part(1), green: part(2), blue: part(3) };
}
