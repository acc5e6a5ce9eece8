import { pageMeta } from "#contract/endpoint.ts";
import type { App } from "#server/platform/app.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { assertFound, Problem } from "#server/platform/http/problem.ts";
import { getSettings } from "#server/shop/shop.ts";
import { deleteCoupon, findCoupon, listCoupons } from "./coupons.sql.ts";
import { createCoupon, updateCoupon } from "./coupons.ts";

/** Admin endpoints for coupons. Shoppers apply coupons through the cart. */
export function couponsRoutes(app: App) {
  const { db } = app;
  app.handle("GET /coupons", async ({ query }) => {
    const { page, per_page, name, is_active } = query;
    const { rows, total } = await listCoupons(db, { name, is_active, page, per_page });
    return { data: rows, meta: pageMeta(query, total) };
  });
  app.handle("GET /coupons/:id", async ({ params }) => ({ data: assertFound(await findCoupon(db, params.id)) }));
  app.handle("POST /coupons", async ({ body }, { idempotency }) => {
    const { currency } = await getSettings(db);
    return { data: await idempotency.transaction(db, (tx) => createCoupon(tx, body, currency)) };
  });
  app.handle("PUT /coupons/:id", async ({ params, body }) => ({
    data: await inTransaction(db, (tx) => updateCoupon(tx, params.id, body)),
  }));
  app.handle("DELETE /coupons/:id", async ({ params }) => {
    if (!(await inTransaction(db, (tx) => deleteCoupon(tx, params.id)))) throw new Problem("not_found");
  });
}
