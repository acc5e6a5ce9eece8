import type { Row } from "./csv.ts";

/**
 * Groups rows by key, wherever they stand in the file: `open` is called twice, first to find the last row of each key.
 * Groups come in the order of their last rows. A row without key is a group of its own.
 */
export async function* groupRows(open: () => AsyncIterable<Row>, keyOf: (row: Row) => string): AsyncGenerator<Row[]> {
  const remaining = new Map<string, number>();
  for await (const row of open()) {
    const key = keyOf(row);
    if (key !== "") remaining.set(key, (remaining.get(key) ?? 0) + 1);
  }
  const started = new Map<string, Row[]>();
  for await (const row of open()) {
    const key = keyOf(row);
    const group = started.get(key) ?? [];
    group.push(row);
    const left = (remaining.get(key) ?? 1) - 1;
    remaining.set(key, left);
    if (key === "" || left === 0) {
      started.delete(key);
      yield group;
    } else started.set(key, group);
  }
}
