import type { Demand } from "#contract/dashboard/demand.ts";
import type { App } from "#server/platform/app.ts";
import { type Columns, fields } from "#server/platform/csv.ts";
import { listDemand } from "./demand.sql.ts";

/** The list of what shoppers want. */
export function demandRoutes({ db, answerPage, handleExport }: App) {
  answerPage("GET /dashboard/demand", ({ query }) => {
    const { page, per_page: limit } = query;
    return listDemand(db, query, { limit, offset: (page - 1) * limit });
  });
  handleExport("GET /dashboard/demand", columns);
}

const columns: Columns<Demand> = {
  product: ({ name, variation_id }) => (variation_id === null ? null : name),
  ...fields("variation", "sku"),
  search: ({ name, variation_id }) => (variation_id === null ? name : null),
  waiting: "waiting",
  refused_30_days: "refused",
  wishlists: "wishes",
  sold_30_days: "sold",
  available: "available",
  order_more: "needed",
  searches_30_days: "searches",
};
