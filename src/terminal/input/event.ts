/** What the reader tells its listeners: everything a terminal can send, apart by kind. */
import type { Key } from "./key.ts";

export type InputEvent =
  | { readonly type: "key"; readonly key: Key }
  /** Printable characters that were typed (or came from an input method); may hold several graphemes. */
  | { readonly type: "text"; readonly text: string }
  /**
   * Pasted text: lines end in LF, other control characters but TAB are gone. Never a command. `continues`: the next
   * part of the paste that came right before. `unmarked`: the terminal did not say so; it may have been typed ahead.
   */
  | { readonly type: "paste"; readonly text: string; readonly continues: boolean; readonly unmarked?: true }
  | { readonly type: "reply"; readonly reply: Reply }
  | { readonly type: "focus"; readonly focused: boolean }
  | ({ readonly type: "mouse" } & Mouse)
  /** The terminal is gone or closed its side: nothing more will come. */
  | { readonly type: "end"; readonly error?: Error };

/** What the terminal answers to a question, or reports by itself. */
export type Reply =
  /** DA1 to DA3; DA1 also marks the end of a series of questions, since every terminal answers it. */
  | { readonly kind: "device-attributes"; readonly level: 1 | 2 | 3; readonly params: readonly number[] }
  /** Counted from 1, as terminals do. */
  | { readonly kind: "cursor-position"; readonly row: number; readonly column: number }
  /** The kitty keyboard flags in force; only terminals that know the protocol answer. */
  | { readonly kind: "keyboard-flags"; readonly flags: number }
  /** DECRPM: 0 unknown mode, 1 set, 2 reset, 3 always set, 4 always reset. */
  | { readonly kind: "mode"; readonly mode: number; readonly state: number }
  | { readonly kind: "color"; readonly of: "foreground" | "background" | "cursor"; readonly rgb: Rgb }
  | { readonly kind: "color-scheme"; readonly scheme: "dark" | "light" }
  /** Pixels of a cell, or of the window's text. */
  | {
      readonly kind: "pixels";
      readonly of: "cell" | "window";
      readonly width: number;
      readonly height: number;
    }
  /** How many colours a sixel picture may have. */
  | { readonly kind: "sixel-colours"; readonly count: number }
  | { readonly kind: "version"; readonly text: string };

/** Each part from 0 to 255. */
export type Rgb = { readonly red: number; readonly green: number; readonly blue: number };

export type Mouse = {
  readonly action: "press" | "release" | "move" | "wheel-up" | "wheel-down";
  readonly button: "left" | "middle" | "right" | "none";
  /** Cells from the top left corner, which is 0, 0. */
  readonly column: number;
  readonly row: number;
  readonly ctrl: boolean;
  readonly alt: boolean;
  readonly shift: boolean;
};
