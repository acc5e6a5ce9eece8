import { OrderStatus } from "#contract/orders.ts";
import { activeCart, addToCart, withCoupon } from "#server/cart/cart.ts";
import { userId } from "#server/platform/caller.ts";
import type { House } from "#server/platform/house.ts";
import { found } from "#server/platform/refusal.ts";
import { forgetting } from "./editing.ts";
import { cancelOrder, endingJobs, stillKnown } from "./ending.ts";
import { worthOfCustomers } from "./figures.ts";
import { ordersAdminRoutes } from "./orders.admin.ts";
import { findOrder, listOrders, lockOrder, type OrderRow } from "./orders.sql.ts";
import { orderFor, viewerOf } from "./orders.ts";
import { payRoutes } from "./pay.api.ts";
import { popularityJob } from "./popularity.ts";
import { returnsRoutes } from "./returns.api.ts";
import { settle } from "./settling.ts";
import { summaryOf } from "./shown.ts";
import { tellSentBack } from "./telling-money.ts";
import { togetherJob } from "./together.ts";
import { stillOwed, undoDeclined } from "./undoing.ts";

/** Calls about orders; what happens to payments and with time is listened to here. */
export function ordersRoutes(house: House) {
  house.happenings.on("payments.changing", async (tx, { orderId }) => void (await lockOrder(tx, orderId)));
  house.happenings.on("payments.changed", (tx, { orderId }) => settle(house, tx, orderId));
  house.happenings.on("payments.refund_declined", (tx, declined) => undoDeclined(house, tx, declined));
  house.happenings.on("payments.sent_back", (tx, sent) => tellSentBack(house, tx, sent));
  house.happenings.on("payments.refund_returned", (tx, returned) => stillOwed(house, tx, returned));
  endingJobs(house);
  forgetting(house);
  popularityJob(house);
  togetherJob(house);
  house.live.news("order_changed", newsOfTopic);
  customerRoutes(house);
  payRoutes(house);
  ordersAdminRoutes(house);
  returnsRoutes(house);
}

function customerRoutes(house: House) {
  house.handle("GET /orders", async ({ query }, { caller }) => {
    const viewer = viewerOf(caller);
    const { rows, total } = await listOrders(
      house.db,
      viewer.kind === "admin" ? query : { ...query, customer_id: viewer.userId },
    );
    const { page, per_page } = query;
    return { data: rows.map(summaryOf), meta: { page, per_page, total, pages: Math.ceil(total / per_page) } };
  });
  house.handle("GET /orders/by-customer", async ({ query }) => ({
    data: await worthOfCustomers(house.db, query.customer_id),
  }));
  house.handle("GET /orders/:id", async ({ params }, { caller }) => ({
    data: await orderFor(house.db, params.id, viewerOf(caller), house.now()),
  }));
  house.handle("POST /orders/:id/cancel", async ({ params, body }, { caller, once }) => {
    const viewer = viewerOf(caller);
    const actor = { type: viewer.kind, id: userId(caller) };
    const ownerId = viewer.kind === "customer" ? viewer.userId : null;
    await once.step(house.db, async (tx) => {
      await cancelOrder(house, tx, params.id, { actor, ownerId, reason: body.reason });
    });
    return { data: await orderFor(house.db, params.id, viewer, house.now()) };
  });
  house.handle("POST /orders/:id/reorder", async ({ params }, { caller }) => {
    const order = found(await findOrder(house.db, params.id, userId(caller)));
    return orderAgain(house, userId(caller), order);
  });
}

/**
 * Puts what is still sold of an order into its customer's cart, with its coupon where that is still good. The items of
 * an order that was never paid went back into the cart by themselves: then only those that are missing there are added.
 */
async function orderAgain(house: House, customer: number, order: OrderRow) {
  const cart = order.confirmed_at === null ? await activeCart(house.db, { userId: customer }) : undefined;
  const there = Map.groupBy(cart?.lines ?? [], ({ variation_id }) => variation_id);
  const missing = stillKnown(order.lines).flatMap(({ variation_id, quantity }) => {
    const less = (there.get(variation_id) ?? []).reduce((units, line) => units + line.quantity, 0);
    return quantity > less ? [{ variation_id, quantity: quantity - less }] : [];
  });
  const filled = await addToCart(house, customer, missing);
  return order.coupon_code === null ? filled : withCoupon(house, customer, order.coupon_code);
}

function newsOfTopic(topic: string) {
  const [name, user, order, status] = topic.split(":");
  if (name !== "order_changed" || !order) return undefined;
  return { userId: Number(user), payload: { order_id: order, status: OrderStatus.parse(status) } };
}
