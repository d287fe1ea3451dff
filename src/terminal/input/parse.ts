/** Reads of bytes to events: the one parser of everything a terminal sends. */
import { controlKey } from "./control-key.ts";
import { createUtf8Decoder } from "./decode.ts";
import type { InputEvent } from "./event.ts";
import { enterKey, readRun, type Burst } from "./burst.ts";
import { characterKey, pressed } from "./key.ts";
import { createPasteCollector, type PasteCollector } from "./paste.ts";
import { readSequence } from "./read-sequence.ts";
import { introduces, scanSequence } from "./scan.ts";
import { readWin32 } from "./win32-key.ts";

/**
 * What the parser waits for, and so how long: `key` may be a key already (a lone ESC, an Enter that may end a paste),
 * `sequence` has begun and will never be a key, `paste` has no end yet.
 */
export type Pending = "none" | "key" | "sequence" | "paste";

export interface InputParser {
  /** Takes one read. Never throws; keys of several encodings may be cut anywhere. */
  feed(bytes: Uint8Array): InputEvent[];
  readonly pending: Pending;
  /** Nothing followed for long enough: decides what is pending. */
  flush(): InputEvent[];
}

// UTF-16 units. Replies are short; whatever is longer is passed over to its end instead of being kept.
const longestSequence = 4096;

const escapeKey: InputEvent = { type: "key", key: pressed("escape") };

const run = /[\t\n\r\P{Cc}]+/uy;
/** All of a sequence behind its ESC, and nothing else: what arrives when a line stalls right there. */
const restOfCsi = /^\[[?<=>]?[\d;:]*\$?[@-~]$/;
const restOfString = /^[\]P_]\P{Cc}*\p{Cc}\\?$/u;
/** Beginnings of sequences that are keys when nothing follows. */
const keysWhenAlone = new Set(
  ["", "\u001b", "[", "O", "]", "P", "_", "^", "X", "\u001b[", "\u001bO"].map((rest) => `\u001b${rest}`),
);

export function createInputParser(): InputParser {
  const decoder = createUtf8Decoder();
  /** The start of a sequence that is not complete. */
  let held = "";
  /** The held sequence was too long and only its ends are left. */
  let shortened = false;
  /** What the last flush gave up on. */
  let late = "";
  let burst: Burst = "none";
  let paste: PasteCollector | undefined;
  /** A part of the paste was handed out before its end. */
  let pasteStalled = false;
  /** Characters that came one by one in Windows' encoding, and the parser that reads them as the stream that they were. */
  let unwrapped = "";
  let inner: InputParser | undefined;

  function feed(bytes: Uint8Array): InputEvent[] {
    const fresh = decoder.decode(bytes);
    if (fresh === "") return [];
    const events: InputEvent[] = [];
    const input = (completes(late, fresh) ? late : held) + fresh;
    held = "";
    late = "";
    if (pasteStalled && fresh === "\u0003") endPaste(events);
    let at = 0;
    while (at < input.length) at = step(input, at, events);
    feedInner(events, /[\ud800-\udbff]$/.test(unwrapped) ? 1 : 0);
    return events;
  }

  /** Reads what was unwrapped so far, but for `kept` UTF-16 units at its end: half a character waits for the other half. */
  function feedInner(events: InputEvent[], kept = 0): void {
    const text = unwrapped.slice(0, unwrapped.length - kept);
    unwrapped = unwrapped.slice(text.length);
    if (text === "") return;
    inner ??= createInputParser();
    events.push(...inner.feed(Buffer.from(text)));
  }

  /** Something else follows: what the inner stream waits for does not come. */
  function closeInner(events: InputEvent[]): void {
    feedInner(events);
    if (inner !== undefined && inner.pending !== "none") events.push(...inner.flush());
  }

  function stepWin32(params: string, events: InputEvent[]): void {
    const read = readWin32(params);
    if (read.type === "characters") unwrapped += read.text;
    if (read.type !== "key") return;
    closeInner(events);
    for (let times = 0; times < read.times; times += 1) events.push({ type: "key", key: read.key });
  }

  /** Reads one thing at `at` and returns the offset behind it. */
  function step(input: string, at: number, events: InputEvent[]): number {
    if (paste !== undefined) {
      const { end, done } = paste.take(input, at);
      if (done) endPaste(events);
      return end;
    }
    run.lastIndex = at;
    const text = run.exec(input)?.[0];
    if (text !== undefined) {
      closeInner(events);
      return stepRun(text, at, at + text.length === input.length, events);
    }

    closeBurst(events);
    const char = input.charAt(at);
    if (introduces(char)) return stepSequence(input, at, events);
    closeInner(events);
    const key = controlKey(char);
    if (key !== undefined) events.push({ type: "key", key });
    return at + 1;
  }

  function stepRun(text: string, at: number, last: boolean, events: InputEvent[]): number {
    // A second CR behind a held one: both are presses of Enter.
    if (burst === "enter-held" && text.startsWith("\r")) closeBurst(events);
    const result = readRun(text, burst, last);
    burst = result.burst;
    events.push(...result.events);
    return at + text.length;
  }

  function stepSequence(input: string, at: number, events: InputEvent[]): number {
    const scanned = scanSequence(input, at);
    if (scanned === undefined) {
      held = input.slice(at);
      if (held.length > longestSequence) {
        held = held.slice(0, 4) + held.slice(-1);
        shortened = true;
      }
      return input.length;
    }
    const { sequence, end } = scanned;
    const tooLong = shortened || end - at > longestSequence;
    shortened = false;
    if (tooLong) return end;
    if (sequence.type === "csi" && sequence.final === "_" && sequence.intermediates === "") {
      stepWin32(sequence.params, events);
      return end;
    }
    closeInner(events);
    if (sequence.type === "csi" && sequence.params === "200" && sequence.final === "~") {
      if (sequence.alt) events.push(escapeKey);
      paste = createPasteCollector();
    } else {
      events.push(...readSequence(sequence));
    }
    return end;
  }

  function closeBurst(events: InputEvent[]): void {
    if (burst === "enter-held") events.push(enterKey);
    burst = "none";
  }

  function endPaste(events: InputEvent[]): void {
    const text = paste?.text() ?? "";
    // An empty paste is told, too, unless its text was handed out before: some terminals send it for an image.
    if (text !== "" || !pasteStalled) events.push({ type: "paste", text, continues: pasteStalled });
    paste = undefined;
    pasteStalled = false;
  }

  function flush(): InputEvent[] {
    const events: InputEvent[] = [];
    closeInner(events);
    if (paste !== undefined) {
      // The end mark may be lost, or only late. The text is shown now, but what follows is still no typing:
      // Enter in it must not send. Ctrl+C alone in a read, which no terminal lets into a paste, ends this state.
      if (paste.holds) events.push({ type: "paste", text: paste.text(), continues: pasteStalled });
      pasteStalled = true;
      return events;
    }
    closeBurst(events);
    const isKey = keysWhenAlone.has(held);
    if (isKey) events.push(...keysBehindEscape(held));
    // Not behind what was taken for alt+[ and the like: what follows those is typed.
    late = held === "\u001b" || !isKey ? held : "";
    held = "";
    shortened = false;
    return events;
  }

  return {
    feed,
    flush,
    get pending() {
      if (paste !== undefined) return paste.holds || !pasteStalled ? "paste" : "none";
      if (burst !== "none" || keysWhenAlone.has(held)) return "key";
      if (held !== "" || unwrapped !== "") return "sequence";
      return inner?.pending ?? "none";
    },
  };
}

/**
 * Whether a read is exactly the rest of the sequence that the last flush gave up on: it is then read as that after
 * all, since a person does not type it in one read.
 */
function completes(late: string, fresh: string): boolean {
  if (late === "" || late.length + fresh.length < 3) return false;
  const rest = late.slice(1) + fresh;
  return restOfCsi.test(rest) || restOfString.test(rest);
}

/** ESC, ESC ESC, ESC [ and the like, with nothing behind them: the keys they are then. */
function keysBehindEscape(held: string): InputEvent[] {
  if (held === "\u001b\u001b") return [escapeKey, escapeKey];
  const last = held.at(-1) ?? "";
  const alone: InputEvent =
    last === "\u001b" ? escapeKey : { type: "key", key: characterKey(last, { alt: true }) };
  return held.length === 3 ? [escapeKey, alone] : [alone];
}
