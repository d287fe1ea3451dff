/**
 * Takes escape sequences and control characters out of a stream of text, the way a terminal would read them.
 * Complete sequences go; a control string (OSC, DCS, APC, PM, SOS) that never ends or is broken off gives its payload
 * back as visible text, so that nothing can be hidden by leaving a terminator out.
 */

/** Works on a stream: a sequence may be split anywhere between two pushes. */
export type EscapeStripper = {
  /** The printable text (plus `\n` and `\t`) of what has arrived so far and has not been returned yet. */
  push(text: string): string;
  /** What was held back for a sequence that did not end. The stripper is as new afterwards. */
  end(): string;
};

/** Control strings longer than this (UTF-16 units) are taken for text: nothing is held back without bound. */
const longestString = 1 << 20;

const esc = 0x1b;
const bell = 0x07;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const cancel = 0x18;
const substitute = 0x1a;
const stringTerminator = 0x9c;
const special = /[[\p{Cc}\u2028\u2029]--[\n\t]]/gv;
const lineBreak = /[\v\f\u0085\u2028\u2029]/;
const anyLineBreak = /\r\n?|[\v\f\u0085\u2028\u2029]/g;
const anyControl = /\p{Cc}/gu;
const controls = /[\p{Cc}--[\n\t]]/gv;
const parameters = /[\u0020-\u003f]*/y;

type State =
  | "ground"
  /** After one or more carriage returns: a line feed may follow. */
  | "return"
  | "escape"
  | "escape-intermediate"
  | "csi"
  | "string"
  | "string-escape";

/** Returns a stripper in its ground state. Time is linear in the text, memory bounded. */
export function createEscapeStripper(): EscapeStripper {
  let state: State = "ground";
  let kind: "osc" | "dcs" | "other" = "other";
  let payload: string[] = [];
  let payloadLength = 0;
  let out = "";

  const openString = (opened: typeof kind): void => {
    state = "string";
    kind = opened;
    payload = [];
    payloadLength = 0;
  };
  const abortString = (next: State): void => {
    out += payload.join("").replace(anyLineBreak, "\n").replace(controls, "");
    payload = [];
    state = next;
  };
  const keep = (text: string): void => {
    payload.push(text);
    payloadLength += text.length;
    if (payloadLength > longestString) abortString("ground");
  };

  /** A control character met in plain text. */
  const control = (code: number): void => {
    if (code === esc) state = "escape";
    else if (code === carriageReturn) state = "return";
    else if (code === 0x9b) state = "csi";
    else if (code === 0x9d) openString("osc");
    else if (code === 0x90) openString("dcs");
    else if (code === 0x98 || code === 0x9e || code === 0x9f) openString("other");
    else if (lineBreak.test(String.fromCharCode(code))) out += "\n";
  };

  const ground = (text: string, from: number): number => {
    special.lastIndex = from;
    const at = special.exec(text)?.index ?? text.length;
    out += text.slice(from, at);
    if (at === text.length) return at;
    control(text.charCodeAt(at));
    return at + 1;
  };

  const afterReturn = (text: string, from: number): number => {
    const code = text.charCodeAt(from);
    if (code === carriageReturn) return from + 1;
    state = "ground";
    out += "\n";
    return code === lineFeed ? from + 1 : from;
  };

  const escape = (text: string, from: number): number => {
    const code = text.charCodeAt(from);
    if (code === esc) {
      state = "escape";
      return from + 1;
    }
    if (code >= 0x20 && code <= 0x2f) {
      state = "escape-intermediate";
      return from + 1;
    }
    const opens = state === "escape" ? text[from] : "";
    state = "ground";
    if (code < 0x30 || code > 0x7e) return from;
    if (opens === "[") state = "csi";
    else if (opens === "]") openString("osc");
    else if (opens === "P") openString("dcs");
    else if (opens === "X" || opens === "^" || opens === "_") openString("other");
    return from + 1;
  };

  const csi = (text: string, from: number): number => {
    parameters.lastIndex = from;
    parameters.test(text);
    const at = parameters.lastIndex;
    if (at === text.length) return at;
    const code = text.charCodeAt(at);
    state = code === esc ? "escape" : "ground";
    const consumed = code === esc || code === cancel || code === substitute || (code >= 0x40 && code <= 0x7e);
    return consumed ? at + 1 : at;
  };

  const string = (text: string, from: number): number => {
    anyControl.lastIndex = from;
    const at = anyControl.exec(text)?.index ?? text.length;
    keep(text.slice(from, at));
    if (at === text.length || state !== "string") return at;
    const code = text.charCodeAt(at);
    if (code === esc) state = "string-escape";
    else if (code === cancel || code === substitute) abortString("ground");
    else if (code === stringTerminator || (code === bell && kind === "osc")) state = "ground";
    else keep(text.charAt(at));
    return at + 1;
  };

  const stringEscape = (text: string, from: number): number => {
    if (text[from] === "\\") {
      state = "ground";
      return from + 1;
    }
    // Inside a DCS for tmux each ESC of the inner sequence is doubled.
    if (kind === "dcs" && text.charCodeAt(from) === esc) {
      state = "string";
      return from + 1;
    }
    abortString("escape");
    return from;
  };

  const steps: Record<State, (text: string, from: number) => number> = {
    ground,
    return: afterReturn,
    escape,
    "escape-intermediate": escape,
    csi,
    string,
    "string-escape": stringEscape,
  };

  const take = (): string => {
    const taken = out;
    out = "";
    return taken;
  };

  return {
    push(text) {
      let at = 0;
      while (at < text.length) at = steps[state](text, at);
      return take();
    },
    end() {
      if (state === "return") out += "\n";
      if (state === "string" || state === "string-escape") abortString("ground");
      state = "ground";
      return take();
    },
  };
}
