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

export type Block =
  /** A paragraph, heading, quote, rule, indented code: whatever is complete in itself. Blank lines alone draw nothing. */
  | (BlockBase & { readonly kind: "markdown" })
  /** One item of a list with all that is nested in it. */
  | (BlockBase & {
      readonly kind: "item";
      /** Columns in front of the marker. */
      readonly indent: number;
      /** Its number in an ordered list; null for a bullet. */
      readonly number: number | null;
    })
  /** Lines of one fenced code block, as many as were complete. The fences themselves are not among them. */
  | (BlockBase & {
      readonly kind: "code";
      readonly lang: string;
      readonly lines: readonly string[];
      readonly first: boolean;
      readonly last: boolean;
    })
  /** Rows of one table. Only the first part is drawn with its head. */
  | (BlockBase & {
      readonly kind: "table";
      /** Head, delimiter row and this part's rows: a table in itself. */
      readonly table: string;
      /** The first part's table: what the column widths of all parts are made from. */
      readonly sample: string;
      readonly first: boolean;
    });
