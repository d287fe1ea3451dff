/**
 * A piece of a markdown text that can be drawn by itself and is never drawn again. The sources of a text's blocks, one
 * behind the other, are the text; their drawings, one below the other, are its drawing.
 */
type BlockBase = {
  /** Exactly what the text says here, blank lines before it included. */
  readonly source: string;
  /** Whether a blank line stands above it. */
  readonly gap: boolean;
};

/** A line of code, and what stands before it in its block. The youngest one is all of them. */
export type CodeSoFar = { readonly line: string; readonly before: CodeSoFar | null };

/** The item of a list that a block goes on with: the column where its text is drawn, and where it is written. */
export type ItemPlace = { readonly drawn: number; readonly written: number };

export type Block =
  /** A paragraph, heading, quote, rule, indented code: whatever is complete in itself. Blank lines alone draw nothing. */
  | (BlockBase & { readonly kind: "markdown"; readonly inside?: ItemPlace })
  /** One item of a list with all that is nested in it, up to the first code block or table. */
  | (BlockBase & {
      readonly kind: "item";
      /** The item that it is nested in, if that is out already. */
      readonly inside?: ItemPlace;
      /** Columns in front of the marker. */
      readonly indent: number;
      /** Its number in an ordered list; null for a bullet. */
      readonly number: number | null;
    })
  /** Lines of one block of code or of maths, as many as were complete. Fences are not among them. */
  | (BlockBase & {
      readonly kind: "code";
      readonly lang: string;
      /** Maths between marks on lines of their own. */
      readonly maths?: true;
      readonly inside?: ItemPlace;
      readonly lines: readonly string[];
      /** These lines behind all those before them; null when there is none. */
      readonly soFar: CodeSoFar | null;
      readonly first: boolean;
      readonly last: boolean;
    })
  /** Rows of one table. Only the first part is drawn with its head. */
  | (BlockBase & {
      readonly kind: "table";
      readonly inside?: ItemPlace;
      /** Head, delimiter row and this part's rows: a table in itself. */
      readonly table: string;
      /** The first part's table: what the column widths of all parts are made from. */
      readonly sample: string;
      readonly first: boolean;
      /** Whether the sample was full, so that more rows may follow it. */
      readonly flows: boolean;
    });
