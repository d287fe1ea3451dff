/** What a program writes to its terminal, taken apart: text, control characters, sequences. */

export type OutputToken =
  /** Printable characters. */
  | { readonly type: "text"; readonly text: string }
  /** One C0 control character other than ESC, by its code. */
  | { readonly type: "control"; readonly code: number }
  /** `ESC` with intermediates and a final character, as `ESC ( B` or `ESC 7`. */
  | { readonly type: "escape"; readonly intermediates: string; readonly final: string }
  /** `CSI ? 25 h` has the prefix `?`, the parameters `25` and the final `h`. */
  | {
      readonly type: "csi";
      readonly prefix: string;
      readonly parameters: string;
      readonly intermediates: string;
      readonly final: string;
    };

export type OutputReader = {
  /** Tells of every token that is complete; a sequence may be split anywhere between two calls. */
  push(text: string): void;
};

const ESC = "\u001b";
const printable = /[^\p{Cc}]+/uy;
const csi = new RegExp(String.raw`${ESC}\[([<-?]?)([0-9:;]*)([ -/]*)([@-~])`, "y");
const stringStart = new RegExp(String.raw`${ESC}[\]PX^_]`, "y");
const escape = new RegExp(String.raw`${ESC}([ -/]*)([0-~])`, "y");
const incomplete = new RegExp(String.raw`${ESC}(?:\[[ -?]*|[ -/]*)$`, "y");
/** BEL, ST in both its forms, CAN and SUB. */
const stringEnd = new RegExp(String.raw`${ESC}\\|[\u0007\u0018\u001a\u009c]`, "g");
/** A sequence that is longer than this and has not ended is none; UTF-16 units. */
const longestSequence = 256;

/** Returns a reader that calls `onToken` in order. Control strings (OSC, DCS and the like) are left out. */
export function createOutputReader(onToken: (token: OutputToken) => void): OutputReader {
  let held = "";
  let inString = false;

  /** Takes what begins at `at`. Returns where it ends, or null when the rest has to wait. */
  function take(text: string, at: number): number | null {
    if (inString) {
      stringEnd.lastIndex = at;
      const end = stringEnd.exec(text);
      // The ESC of a terminator may be the last character so far.
      if (end === null) return text.endsWith(ESC) ? null : text.length;
      inString = false;
      return stringEnd.lastIndex;
    }
    const plain = matchAt(printable, text, at);
    if (plain !== null) {
      onToken({ type: "text", text: plain[0] });
      return at + plain[0].length;
    }
    const code = text.charCodeAt(at);
    if (code !== 0x1b) {
      if (code < 0x20) onToken({ type: "control", code });
      return at + 1;
    }
    if (matchAt(stringStart, text, at) !== null) {
      inString = true;
      return at + 2;
    }
    const sequence = matchAt(csi, text, at);
    if (sequence !== null) {
      const [all, prefix = "", parameters = "", intermediates = "", final = ""] = sequence;
      onToken({ type: "csi", prefix, parameters, intermediates, final });
      return at + all.length;
    }
    if (matchAt(incomplete, text, at) !== null && text.length - at < longestSequence) return null;
    const short = text.charAt(at + 1) === "[" ? null : matchAt(escape, text, at);
    if (short === null) return at + 1;
    const [all, intermediates = "", final = ""] = short;
    onToken({ type: "escape", intermediates, final });
    return at + all.length;
  }

  return {
    push(chunk) {
      const text = held + chunk;
      held = "";
      for (let at = 0; at < text.length;) {
        const next = take(text, at);
        if (next === null) {
          held = inString ? ESC : text.slice(at);
          return;
        }
        at = next;
      }
    },
  };
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}
