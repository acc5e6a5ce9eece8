/** A row of a table, numbered as in a spreadsheet: the header is 1. */
export interface Row {
  row: number;
  cells: string[];
  /** The cells as they are in the file, if `cells` were converted from them, with what is to be said about it. */
  source?: {
    cells: string[];
    notes: { column: string | null; code: string; message: string }[];
    /** Of an item whose format names no options: what may be one, by name in lower case. */
    attributes?: Record<string, string>;
    /** The headings of columns whose cells came from another column than the one they come from otherwise. */
    headings?: Record<string, string | undefined>;
    /** Whether the handle was made of the name, which another product may have too. */
    isHandleGuessed?: boolean;
  };
}
