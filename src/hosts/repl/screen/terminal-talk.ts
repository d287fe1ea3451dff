/** Questions to the terminal that are asked while the program runs, and its keys as the bytes that they are. */
import { clipboardSequence } from "../../../terminal/clipboard.ts";
import type { InputEvent, Reply } from "../../../terminal/input/event.ts";
import { createInputParser } from "../../../terminal/input/parse.ts";
import type { Input } from "../../../terminal/input/reader.ts";
import type { Modes } from "../../../terminal/modes.ts";
import type { TerminalOutput } from "../../../terminal/output.ts";
import type { Timers } from "./flusher.ts";

export type TerminalTalkOptions = {
  readonly input: Pick<Input, "passOn" | "resume">;
  readonly modes: Pick<Modes, "keyboard">;
  readonly terminal: Pick<TerminalOutput, "write" | "columns" | "rows">;
  readonly timers: Pick<Timers, "after">;
  /** Waits for answers to earlier questions. */
  readonly answered: () => Promise<void>;
  /** Takes what is read while the bytes are watched. */
  readonly onEvent: (event: InputEvent) => void;
};

export type TerminalTalk = {
  readonly keyboard: Modes["keyboard"];
  /** How modified keys arrive, once the terminal has told; "unknown" for one that tells nothing for some two seconds. */
  whenKeyboardKnown(): Promise<Modes["keyboard"]>;
  readonly columns: number;
  readonly rows: number;
  /**
   * Writes questions that end with the one for DA1, and resolves with the answers in their order: when DA1 has come, or
   * after a second with what came until then.
   */
  ask(questions: string): Promise<readonly Reply[]>;
  /** Puts a text into the clipboard; only what the user asked for just now. */
  setClipboard(text: string): void;
  /** Answers are still to come. */
  readonly isAsking: boolean;
  /** Takes an answer of the terminal; true when it was to a question of `ask`. */
  take(reply: Reply): boolean;
  /**
   * From now on `onBytes` is told the bytes of each event before the event is handed on; of a long one only the first.
   * Returns the end of that; the caller must call it.
   */
  watchBytes(onBytes: (bytes: Uint8Array) => void): () => void;
};

function nothingToCancel(): void {}

/** A terminal that has not answered by then is not waited for, ms; a slow line may take half of that. */
const longestAnswer = 1_000;
/** How often it is waited for that the terminal tells of its keyboard; once is half a second at most. */
const mostWaits = 4;
/** After so long a lone ESC is the key, ms; as long as everywhere else. */
const loneEscape = 50;
/** So many bytes of an event are told; no key has as many. */
const mostWatched = 64;

export function createTerminalTalk(options: TerminalTalkOptions): TerminalTalk {
  const { input, modes, terminal, timers, answered, onEvent } = options;
  let asking: { readonly replies: Reply[]; readonly end: () => void } | undefined;
  return {
    get keyboard() {
      return modes.keyboard;
    },
    async whenKeyboardKnown() {
      for (let waits = 0; waits < mostWaits && modes.keyboard === "unknown"; waits += 1) await answered();
      return modes.keyboard;
    },
    get columns() {
      return terminal.columns;
    },
    get rows() {
      return terminal.rows;
    },
    async ask(questions) {
      await answered();
      const { promise, resolve } = Promise.withResolvers<null>();
      const replies: Reply[] = [];
      asking = { replies, end: () => resolve(null) };
      const cancel = timers.after(longestAnswer, () => resolve(null));
      terminal.write(questions);
      await promise;
      cancel();
      asking = undefined;
      return replies;
    },
    setClipboard(text) {
      terminal.write(clipboardSequence(text));
    },
    get isAsking() {
      return asking !== undefined;
    },
    take(reply) {
      if (asking === undefined) return false;
      asking.replies.push(reply);
      if (reply.kind === "device-attributes" && reply.level === 1) asking.end();
      return true;
    },
    watchBytes(onBytes) {
      const parser = createInputParser();
      let since: number[] = [];
      let cancel = nothingToCancel;
      const hand = (events: readonly InputEvent[]) => {
        if (events.length === 0) return;
        onBytes(Uint8Array.from(since));
        since = [];
        for (const event of events) onEvent(event);
      };
      input.passOn((bytes) => {
        cancel();
        // One by one, so that every event is told with its own bytes. A long read is a paste, whose bytes nobody counts.
        const step = bytes.length > mostWatched ? bytes.length : 1;
        for (let at = 0; at < bytes.length; at += step) {
          const piece = bytes.subarray(at, at + step);
          since.push(...piece.subarray(0, Math.max(0, mostWatched - since.length)));
          hand(parser.feed(piece));
        }
        if (parser.pending === "none") return;
        cancel = timers.after(loneEscape, () => hand(parser.flush()));
      });
      return () => {
        cancel();
        input.resume();
      };
    },
  };
}
