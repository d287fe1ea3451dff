/** What the composer's text can do: the contract between the buffer and whoever edits with it. */
import type { EncodedImage, SentImage } from "../../protocol/message.ts";
import type { EditCommand, Selection } from "./commands.ts";
import type { Chip, Content } from "./content.ts";
import type { Layout } from "./layout.ts";
import type { Place } from "./places.ts";

export interface TextBufferOptions {
  /** How a chip is shown, in the interface's language. @default "[paste #1 · 120 lines]" */
  readonly labelOf?: (chip: Chip) => string;
}

export interface TextBuffer {
  /** Changes with every change of text or caret. */
  readonly version: number;
  subscribe(listener: () => void): () => void;

  /** The text with every chip replaced by what it stands for: what is sent. */
  value(): string;
  readonly isEmpty: boolean;
  /** Text and chips, to be set again later. */
  readonly content: Content;
  /** An offset into `content.text`. */
  readonly caret: number;
  /** What is selected: typing replaces it. */
  readonly selection: Selection | undefined;
  /** From the start of the line to the caret, for completion and for a trailing backslash. */
  lineBeforeCaret(): string;
  layout(width: number): Layout;
  /** Where a part of `content.text` stands in what a row of that layout shows; undefined where it has none of it. */
  spanIn(row: Layout["lines"][number], part: Selection): Selection | undefined;

  /** Typed text; newlines are allowed, other control characters but tab are left out. */
  insert(text: string): void;
  /** Pasted text: long ones become a chip. `continues`: the next part of the paste before it, if nothing came between. */
  insertPaste(text: string, continues?: boolean): void;
  /** The images in the text, as they are sent with it. */
  images(): readonly SentImage[];
  /** Puts in what was written elsewhere; its chips get numbers of their own here. */
  insertContent(content: Content): void;
  /** Puts images in place of a part of `content.text`, a blank between them. A caret elsewhere stays where it is. */
  putImages(start: number, end: number, images: readonly EncodedImage[]): void;
  /** A place in `content.text` to come back to. */
  placeAt(offset: number): Place;
  /** Replaces a part of `content.text`, as completion does; the caret stands behind it then. */
  replace(start: number, end: number, text: string): void;
  /** Replaces a part of `content.text`, chips and all, and puts the caret at an offset of what is there then. */
  splice(start: number, end: number, inserted: Content, caret: number): void;
  /** Whether edits from here on are one step for undo, until the caret is moved. */
  editTogether(on: boolean): void;
  /** The caret goes one grapheme back in its line, and the next part of a paste still goes on behind it. */
  stepBack(): void;
  /** Puts the text of a chip in its place; false when no chip is there, or an image. */
  openChip(at: number): boolean;
  /** Puts another text in place of all, which can be undone. The caret stands at its end unless said otherwise. */
  set(content: Content | string, caret?: number): void;
  clear(): void;
  /** A new text: nothing to undo, chips count from 1. */
  reset(content?: Content | string): void;
  moveTo(offset: number): void;
  /** Moves the caret and selects what is between. */
  extendTo(offset: number): void;
  /** The offset at a cell of `layout(width)`: before what stands there. */
  offsetAt(width: number, row: number, column: number): number;
  /** Runs a named editing command; false when it changed nothing. `width` is that of `layout`, for up and down. */
  run(command: EditCommand, width: number): boolean;
}
