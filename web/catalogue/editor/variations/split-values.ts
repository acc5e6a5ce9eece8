/** "S, M; L" are three values; "1,5 l" is one. */
export const splitValues = (text: string) =>
  text
    .split(/,\s+|[;\n\t]/)
    .map((label) => label.trim())
    .filter((label) => label !== "");

type Row = { value_id: number | null; label: string };

/** The values to save: a list typed in a new value is split, with `create` for its others, and empty new values are left out. */
export const typedValues = <R extends Row>(rows: readonly R[], create: (at: number, label: string) => R): R[] =>
  rows.flatMap((row) => {
    if (row.value_id !== null) return [row];
    const [first, ...others] = splitValues(row.label);
    if (first === undefined) return [];
    return [{ ...row, label: first }, ...others.map((label, below) => create(rows.length + below, label))];
  });
