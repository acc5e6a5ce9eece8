import type { Coupon, CouponForm } from "#contract/coupons.ts";
import type { App } from "#server/platform/app.ts";
import { amountCell, type Columns, fields } from "#server/platform/csv.ts";
import { assertFound, Problem } from "#server/platform/http/problem.ts";
import { getSettings } from "#server/shop/shop.ts";
import { deleteCoupon, findCoupon, hasCoupons, listCoupons, listRedemptions, restoreCoupon } from "./coupons.sql.ts";
import { createCoupon, updateCoupon } from "./coupons.ts";
import { moveRedemptions } from "./redemptions.sql.ts";

/** Admin endpoints for coupons. Shoppers apply coupons through the cart. */
export function couponsRoutes(app: App) {
  const { db } = app;
  app.events.on("shop.currency_changing", async (tx) => {
    if (await hasCoupons(tx)) throw new Problem("currency_in_use");
  });
  app.events.on("account.merged", async (tx, { fromId, intoId, moved }) => {
    moved.coupon_uses = await moveRedemptions(tx, fromId, intoId);
  });
  app.events.on("order.customer_changed", async (tx, { fromId, intoId, orderIds, moved }) => {
    moved.coupon_uses = await moveRedemptions(tx, fromId, intoId, orderIds);
  });
  app.object<CouponState>("coupon", {
    read: async (tx, id) => {
      const found = await findCoupon(tx, Number(id), app.now());
      return found && couponState(found);
    },
    name: ({ code }) => code,
    together: [
      ["kind", "value"],
      ["starts_at", "ends_at"],
    ],
    update: (tx, id, state) => updateCoupon(tx, Number(id), state, app.now()),
    create: (tx, id) => restoreCoupon(tx, Number(id)),
    remove: (tx, id) => deleteCoupon(tx, Number(id)),
  });
  app.answerPage("GET /coupons", ({ query }) => listCoupons(db, query, app.now(), query));
  app.handleExport("GET /coupons", columns);
  app.answer("GET /coupons/:id", async ({ params }) => assertFound(await findCoupon(db, params.id, app.now())));
  app.answerPage("GET /coupons/:id/redemptions", async ({ params: { id }, query }) => {
    assertFound(await findCoupon(db, id, app.now()));
    return listRedemptions(db, id, query);
  });
  app.write("POST /coupons", async (tx, { body }) => {
    const { currency } = await getSettings(tx);
    return createCoupon(tx, body, { currency, now: app.now() });
  });
  app.write("PUT /coupons/:id", (tx, { params, body }) => updateCoupon(tx, params.id, body, app.now()));
  app.write("DELETE /coupons/:id", async (tx, { params }) => {
    if (!(await deleteCoupon(tx, params.id))) throw new Problem("not_found");
  });
}

/** What changes of a coupon record: not its uses, and what follows from them and from the time. */
type CouponState = CouponForm & { version: number };
const couponState = ({ used: _used, status: _status, created_at: _created, ...state }: Coupon): CouponState => state;

/** The columns of the CSV file of coupons. */
const columns: Columns<Coupon> = {
  ...fields("code", "status", "kind"),
  percent: ({ kind, value }) => (kind === "percent" ? value / 100 : null),
  amount: ({ kind, value, currency }) => (kind === "fixed" ? amountCell(value, currency) : null),
  currency: "currency",
  minimum_subtotal: ({ min_subtotal_amount: amount, currency }) =>
    amount === null ? null : amountCell(amount, currency),
  ...fields("starts_at", "ends_at"),
  uses: "used",
  max_uses: "max_uses",
  max_uses_per_customer: "max_per_user",
  created_at: "created_at",
};
