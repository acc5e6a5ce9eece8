/** "S, M; L" are three values; "1,5 l" is one. */
export const splitValues = (text: string, separator = /,\s+|[;\n\t]/) =>
  text
    .split(separator)
    .map((label) => label.trim())
    .filter((label) => label !== "");

type Row = { value_id: number | null; label: string };

/**
 * The values to save: a list typed in a new value is split, with `create` for its others, and empty new values are left out.
 * Commas separate only in the first value of an option: beside others "Oak, oiled" is one.
 */
export function typedValues<R extends Row>(rows: readonly R[], create: (at: number, label: string) => R): R[] {
  const isOnly = rows.filter(({ label }) => label.trim() !== "").length === 1;
  return rows.flatMap((row) => {
    if (row.value_id !== null) return [row];
    const [first, ...others] = isOnly ? splitValues(row.label) : splitValues(row.label, /[;\n\t]/);
    if (first === undefined) return [];
    return [{ ...row, label: first }, ...others.map((label, below) => create(rows.length + below, label))];
  });
}
