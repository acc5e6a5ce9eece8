import { maxCounted, pageMeta } from "#contract/endpoint.ts";
import type { App } from "#server/platform/app.ts";
import { type Columns, sendTable } from "#server/platform/csv.ts";
import { listStock, type StockRow } from "./stock-list.sql.ts";

/** The list of stock levels, with the names of products. */
export function stockListRoutes({ db, handle }: App) {
  handle("GET /stock", async ({ query }) => {
    const { page, per_page: limit } = query;
    const range = { limit, offset: (page - 1) * limit, counted: maxCounted + 1 };
    const { rows: data, total } = await listStock(db, query, range);
    return { data, meta: pageMeta(query, total, maxCounted) };
  });
  handle("GET /stock/export", ({ query }, call) => {
    const batch = async (after: number | null, limit: number) =>
      (await listStock(db, { ...query, after }, { limit })).rows;
    return sendTable(call, "stock", columns, batch);
  });
}

/** The columns of the CSV file; the import reads `SKU` and `On hand` again. */
const columns: Columns<StockRow> = {
  Handle: "slug",
  Title: "product",
  Variation: "variation",
  SKU: "sku",
  "On hand": "on_hand",
  Reserved: "reserved",
  "Low-stock level": "low_stock_level",
};
