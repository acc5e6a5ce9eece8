import type { Demand } from "#contract/dashboard/demand.ts";
import { pageMeta } from "#contract/endpoint.ts";
import type { App } from "#server/platform/app.ts";
import { type Columns, sendCsv, tableLines } from "#server/platform/http/csv.ts";
import { listDemand } from "./demand.sql.ts";

/** The list of what shoppers want. */
export function demandRoutes({ db, handle }: App) {
  handle("GET /dashboard/demand", async ({ query }) => {
    const { page, per_page: limit } = query;
    const { rows, total } = await listDemand(db, query, { limit, offset: (page - 1) * limit });
    return { data: rows, meta: pageMeta(query, total) };
  });
  handle("GET /dashboard/demand/export", ({ query }, call) =>
    sendCsv(
      call,
      "demand",
      tableLines(columns, async (after, limit) => {
        const offset = after ?? 0;
        const { rows } = await listDemand(db, query, { limit, offset });
        return rows.map((row, index) => ({ ...row, id: offset + index + 1 }));
      }),
    ),
  );
}

const columns: Columns<Demand & { id: number }> = {
  product: ({ name, variation_id }) => (variation_id === null ? null : name),
  variation: ({ variation }) => variation,
  sku: ({ sku }) => sku,
  search: ({ name, variation_id }) => (variation_id === null ? name : null),
  waiting: ({ waiting }) => waiting,
  refused_30_days: ({ refused }) => refused,
  wishlists: ({ wishes }) => wishes,
  sold_30_days: ({ sold }) => sold,
  available: ({ available }) => available,
  order_more: ({ needed }) => needed,
  searches_30_days: ({ searches }) => searches,
};
