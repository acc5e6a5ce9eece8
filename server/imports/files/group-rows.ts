import { UnusableFileError } from "#server/imports/remarks.ts";
import type { Row } from "./row.ts";

/** Characters of incomplete groups that are held in memory, at two or three bytes each. */
const maxHeldCharacters = 64 * 1024 * 1024;
/** What a row and a cell take in memory besides their text. */
const rowCharacters = 50;
const cellCharacters = 4;

/**
 * Groups rows by key, wherever they stand in the file: `open` is called twice, first to find the last row of each key.
 * Groups come in the order of their last rows. A row without key is a group of its own. Throws `UnusableFileError` when
 * the rows of so many groups stand so far apart that they don't fit in memory.
 */
export async function* groupRows(
  open: () => AsyncIterable<Row>,
  keyOf: (row: Row) => string,
  maxHeld = maxHeldCharacters,
): AsyncGenerator<Row[]> {
  const remaining = new Map<string, number>();
  for await (const row of open()) {
    const key = keyOf(row);
    if (key !== "") remaining.set(key, (remaining.get(key) ?? 0) + 1);
  }
  const started = new Map<string, Row[]>();
  let held = 0;
  for await (const row of open()) {
    const key = keyOf(row);
    const group = started.get(key) ?? [];
    group.push(row);
    const left = (remaining.get(key) ?? 1) - 1;
    remaining.set(key, left);
    if (key === "" || left === 0) {
      started.delete(key);
      for (const earlier of group.slice(0, -1)) held -= sizeOf(earlier);
      yield group;
    } else {
      started.set(key, group);
      held += sizeOf(row);
      if (held > maxHeld) throw new UnusableFileError(scatteredMessage);
    }
  }
}

const sizeOf = ({ cells }: Row) => cells.reduce((size, cell) => size + cellCharacters + cell.length, rowCharacters);

const scatteredMessage =
  "The rows of each product are too far apart for a file of this size. Sort the file by its Handle column, or split it " +
  "into smaller files, and upload it again.";
