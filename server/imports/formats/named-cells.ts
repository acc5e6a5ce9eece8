import type { Row } from "#server/imports/files/csv.ts";

/** Reads cells by heading, whatever the capitals. */
export interface NamedCells {
  has(heading: string): boolean;
  get(row: Row, heading: string): string;
  /** The heading as the file writes it; undefined if there is none. */
  heading(name: string): string | undefined;
}

export function namedCells(header: string[]): NamedCells {
  const places = new Map([...header.entries()].reverse().map(([at, heading]) => [heading.toLowerCase(), at]));
  return {
    has: (heading) => places.has(heading.toLowerCase()),
    get: ({ cells }, heading) => (cells[places.get(heading.toLowerCase()) ?? -1] ?? "").trim(),
    heading: (name) => header[places.get(name.toLowerCase()) ?? -1],
  };
}
