import { maxCounted, pageMeta } from "#contract/endpoint.ts";
import type { StockFilters } from "#contract/stock.ts";
import { searchTermsOf } from "#server/catalogue/products/admin-list.sql.ts";
import type { App } from "#server/platform/app.ts";
import { type Columns, sendCsv, tableLines } from "#server/platform/http/csv.ts";
import { listStock, type StockListFilters, type StockRow } from "./stock-list.sql.ts";

/** The list of stock levels, with the names of products. */
export function stockListRoutes({ db, handle }: App) {
  handle("GET /stock", async ({ query }) => {
    const { page, per_page, ...filters } = query;
    const counted = maxCounted + 1;
    const range = { limit: per_page, offset: (page - 1) * per_page, counted };
    const { rows: data, total } = await listStock(db, toListFilters(filters), range);
    return { data, meta: pageMeta(query, total, maxCounted) };
  });
  handle("GET /stock/export", ({ query }, call) => {
    const wanted = toListFilters(query);
    return sendCsv(
      call,
      "stock",
      tableLines(columns, async (after, limit) => (await listStock(db, { ...wanted, after }, { limit })).rows),
    );
  });
}

const toListFilters = ({
  name,
  status,
  product_id: productId,
  variation_id: variationId,
}: StockFilters): StockListFilters => ({
  ...searchTermsOf(name),
  status,
  productId,
  variationId,
});

/** The columns of the CSV file; the import reads `SKU` and `On hand` again. */
const columns: Columns<StockRow> = {
  Handle: ({ slug }) => slug,
  Title: ({ product }) => product,
  Variation: ({ variation }) => variation,
  SKU: ({ sku }) => sku,
  "On hand": ({ on_hand }) => on_hand,
  Reserved: ({ reserved }) => reserved,
  "Low at": ({ low_at }) => low_at,
};
