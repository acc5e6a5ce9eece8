import type { Row } from "#server/imports/files/csv.ts";

/** Reads cells by heading, whatever the capitals. */
export interface NamedCells {
  has(heading: string): boolean;
  get(row: Row, heading: string): string;
  /** The heading as the file writes it; undefined if there is none. */
  heading(name: string): string | undefined;
}

/** The items of a list in a cell. */
export const splitList = (text: string, separator: string | RegExp = ",") =>
  text
    .split(separator)
    .map((item) => item.trim())
    .filter((item) => item !== "");

export function namedCells(header: string[]): NamedCells {
  const places = new Map([...header.entries()].reverse().map(([at, heading]) => [heading.toLowerCase(), at]));
  return {
    has: (heading) => places.has(heading.toLowerCase()),
    get: ({ cells }, heading) => (cells[places.get(heading.toLowerCase()) ?? -1] ?? "").trim(),
    heading: (name) => header[places.get(name.toLowerCase()) ?? -1],
  };
}
