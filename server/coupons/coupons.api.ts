import type { House } from "#server/platform/house.ts";
import { found, Refusal } from "#server/platform/refusal.ts";
import { inTransaction } from "#server/platform/transaction.ts";
import { shopSettings } from "#server/shop/shop.ts";
import { changeCoupon } from "./changing.ts";
import { findCoupon, listCoupons, withdrawCoupon } from "./coupons.sql.ts";
import { makeCoupon } from "./coupons.ts";

/** Calls of administrators about coupons; shoppers meet them on the cart. */
export function couponsRoutes(house: House) {
  const { db } = house;
  house.handle("GET /coupons", async ({ query }) => {
    const { page, per_page, name, is_active } = query;
    const { rows, total } = await listCoupons(db, { name, is_active, page, per_page });
    return { data: rows, meta: { page, per_page, total, pages: Math.ceil(total / per_page) } };
  });
  house.handle("GET /coupons/:id", async ({ params }) => ({ data: found(await findCoupon(db, params.id)) }));
  house.handle("POST /coupons", async ({ body }, { once }) => {
    const { currency } = await shopSettings(db);
    return { data: await once.step(db, (tx) => makeCoupon(tx, body, currency)) };
  });
  house.handle("PUT /coupons/:id", async ({ params, body }) => ({
    data: await inTransaction(db, (tx) => changeCoupon(tx, params.id, body)),
  }));
  house.handle("DELETE /coupons/:id", async ({ params }) => {
    if (!(await inTransaction(db, (tx) => withdrawCoupon(tx, params.id)))) throw new Refusal("not_found");
  });
}
