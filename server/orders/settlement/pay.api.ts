import { orderCan } from "#contract/orders/order-moves.ts";
import { amountDue, outstandingAmount } from "#server/orders/ledger/balance.ts";
import { findOwned, lockOrder, type OrderHead } from "#server/orders/orders.sql.ts";
import { extendHold } from "#server/orders/status/transitions.sql.ts";
import {
  beginPayment,
  carriedOut,
  collectPayments,
  confirmPayment,
  latestPayment,
  lockAttempts,
  mustBeOffered,
  mustTake,
  offeredMethods,
  type PaymentRow,
  paymentFunds,
  paymentsOf,
  promisedPayment,
  receiveTransfer,
  shownPayment,
} from "#server/payments/payments.ts";
import type { App } from "#server/platform/app.ts";
import { userId } from "#server/platform/auth/caller.ts";
import { assertFound, Problem } from "#server/platform/http/problem.ts";
import { getCachedSettings } from "#server/shop/shop.ts";
import { isWithoutCards } from "./settlement.ts";

/** Calls by which customers pay their orders. The order is locked first, so that two attempts can't overtake each other. */
export function payRoutes(app: App) {
  app.handle("GET /payments/:order_id/methods", async ({ params }, { caller }) => {
    assertFound(await findOwned(app.db, params.order_id, userId(caller)));
    return { data: await offeredMethods(app) };
  });
  app.handle("POST /payments/:order_id", async ({ params, body }, { caller, idempotency }) => {
    await mustBeOffered(app, body.provider);
    const holdMinutes = body.provider === "bank" ? (await getCachedSettings(app)).bank_hold_minutes : undefined;
    const payment = await idempotency.transaction(app.db, async (tx) => {
      const [locked, earlier] = await Promise.all([
        lockOrder(tx, params.order_id, userId(caller)),
        lockAttempts(tx, params.order_id),
      ]);
      const order = assertFound(locked);
      admitPayment(order, app.now());
      const { id: orderId, number: orderNumber, currency } = order;
      mustTake(app, body.provider, amountDue(order), currency);
      if (holdMinutes) await extendHold(tx, orderId, heldUntil(order, earlier, holdMinutes, app.now()));
      return beginPayment(app, tx, { orderId, orderNumber, amount: amountDue(order), currency, earlier, ...body });
    });
    return { data: shownPayment(await sent(app, payment)) };
  });
  app.handle("POST /payments/:order_id/confirm", async ({ params, body }, { caller }) => {
    assertFound(await findOwned(app.db, params.order_id, userId(caller)));
    return { data: shownPayment(await confirmPayment(app, params.order_id, body)) };
  });
  app.handle("GET /payments/:order_id", async ({ params }, { caller }) => {
    const order = assertFound(await findOwned(app.db, params.order_id, userId(caller)));
    const begun = await begunTransfer(app, order);
    if (begun) return { data: { ...shownPayment(begun), client: begun.client } };
    const payment = await latestPayment(app.db, params.order_id);
    return { data: payment ? shownPayment(payment) : null };
  });
  takingRoutes(app);
}

/**
 * The transfer of which only a part came, or beside which a gift card was to pay, while its order is held for the rest:
 * its customer is still asked for that.
 */
async function begunTransfer(app: App, { id, status, hold_reason }: Pick<OrderHead, "id" | "status" | "hold_reason">) {
  const isLessCards = isWithoutCards({ hold_reason });
  if (status !== "on_hold" || !(isLessCards || hold_reason === "amount_mismatch")) return undefined;
  const transfer = (await paymentsOf(app.db, id)).findLast(({ provider }) => provider === "bank");
  const isAsked = transfer?.status === "captured" && (isLessCards || transfer.captured_amount < transfer.amount);
  return isAsked ? transfer : undefined;
}

/** Calls by which administrators say that money came, or have it taken. */
function takingRoutes(app: App) {
  app.handle("POST /payments/:order_id/received", async ({ params, body }, { idempotency }) => {
    const payment = await idempotency.transaction(app.db, async (tx) => {
      const order = assertFound(await lockOrder(tx, params.order_id));
      const { id: orderId, number: orderNumber, currency } = order;
      const outstanding = outstandingAmount(order, await paymentFunds(tx, orderId));
      return receiveTransfer(app, tx, { orderId, orderNumber, currency, outstanding }, body.amount);
    });
    return { data: shownPayment(payment) };
  });
  app.handle("POST /orders/:id/capture", async ({ params: { id } }, { idempotency }) => {
    const promised = await idempotency.transaction(app.db, async (tx) => {
      assertFound(await lockOrder(tx, id));
      const payment = await promisedPayment(tx, id);
      await collectPayments(app, tx, id);
      return payment;
    });
    const payment = await carriedOut(app, promised);
    if (payment.status === "authorized" && payment.wanted === null) throw new Problem("payment_refused");
    return { data: shownPayment(payment) };
  });
}

/** An attempt whose provider is still to be told of it is told now, after the commit. */
const sent = (app: App, payment: PaymentRow) =>
  payment.psp_reference === null ? carriedOut(app, payment) : Promise.resolve(payment);

/** A transfer holds the goods from when it was chosen first: choosing it again does not hold them any longer. */
function heldUntil({ expires_at: end }: OrderHead, earlier: PaymentRow[], minutes: number, now: Date): Date {
  const chosen = earlier.find(({ provider }) => provider === "bank");
  if (!chosen) return new Date(now.getTime() + minutes * 60_000);
  return new Date(Math.max(Date.parse(chosen.created_at) + minutes * 60_000, end ? Date.parse(end) : 0));
}

function admitPayment(order: OrderHead, now: Date) {
  if (orderCan.pay(order, now)) return;
  if (order.status === "pending_payment" || order.status === "expired") throw new Problem("order_expired");
  if (order.payment_status === "paid" || order.payment_status === "authorized") throw new Problem("already_paid");
  throw new Problem("order_state");
}
