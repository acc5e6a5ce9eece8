import type { Row } from "#server/imports/files/csv.ts";
import type { ProductColumns } from "./product-columns.ts";

/** Groups consecutive rows with the same handle. */
export async function* productGroups(rows: AsyncIterable<Row>, columns: ProductColumns): AsyncGenerator<Row[]> {
  let group: Row[] = [];
  let current = "";
  for await (const row of rows) {
    const handle = columns.cell(row.cells, "handle").toLowerCase();
    if (group.length > 0 && (handle === "" || handle !== current)) {
      yield group;
      group = [];
    }
    group.push(row);
    current = handle;
  }
  if (group.length > 0) yield group;
}
