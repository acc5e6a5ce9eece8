import { orderCan } from "#contract/order-moves.ts";
import { beginPayment, confirmPayment, latestPayment, shownPayment } from "#server/payments/payments.ts";
import { userId } from "#server/platform/caller.ts";
import type { House } from "#server/platform/house.ts";
import { found, Refusal } from "#server/platform/refusal.ts";
import { inTransaction } from "#server/platform/transaction.ts";
import { findOwner, lockOrder, type OrderHead } from "./orders.sql.ts";

/** Calls by which customers pay their orders. The order is locked first, so that two attempts can't overtake each other. */
export function payRoutes(house: House) {
  house.handle("POST /payments/:order_id", async ({ params, body }, { caller }) => {
    const payment = await inTransaction(house.db, async (tx) => {
      const order = found(await lockOrder(tx, params.order_id, userId(caller)));
      admitPayment(order, house.now());
      const { id: orderId, total_amount: amount, currency } = order;
      return beginPayment(house, tx, { orderId, amount, currency, ...body });
    });
    return { data: shownPayment(payment) };
  });
  house.handle("POST /payments/:order_id/confirm", async ({ params, body }, { caller }) => {
    const payment = await inTransaction(house.db, async (tx) => {
      const order = found(await lockOrder(tx, params.order_id, userId(caller)));
      return confirmPayment(house, tx, order.id, body);
    });
    return { data: shownPayment(payment) };
  });
  house.handle("GET /payments/:order_id", async ({ params }, { caller }) => {
    found(await findOwner(house.db, params.order_id, userId(caller)));
    const payment = await latestPayment(house.db, params.order_id);
    return { data: payment ? shownPayment(payment) : null };
  });
}

function admitPayment(order: OrderHead, now: Date) {
  if (orderCan.pay(order, now)) return;
  if (order.status === "pending_payment" || order.status === "expired") throw new Refusal("order_expired");
  if (order.payment_status === "paid" || order.payment_status === "authorized") throw new Refusal("already_paid");
  throw new Refusal("order_state");
}
