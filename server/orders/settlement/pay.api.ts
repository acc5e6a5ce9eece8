import { isSold, orderCan } from "#contract/orders/order-transitions.ts";
import { assertUnchanged, orCurrentOrder } from "#server/orders/decided-on.ts";
import { requestAnonymizationAgain } from "#server/orders/editing/editing.sql.ts";
import { amountDue, hasEnded, outstandingAmount } from "#server/orders/ledger/balance.ts";
import { findOrder, findOwned, lockOrder, type OrderHead } from "#server/orders/orders.sql.ts";
import { addBankingMinutes } from "#server/orders/placement/banking-days.ts";
import { extendExpiry, setPaymentMethod } from "#server/orders/status/transitions.sql.ts";
import {
  assertAmountSupported,
  assertOffered,
  beginPayment,
  capturePayments,
  confirmPayment,
  findFunds,
  findLatestPayment,
  getAuthorizedPayment,
  listPaymentMethods,
  listPayments,
  lockPayments,
  type PaymentRow,
  presentPayment,
  receiveTransfer,
  syncAndGetPayment,
} from "#server/payments/payments.ts";
import type { App } from "#server/platform/app.ts";
import { userId } from "#server/platform/auth/caller.ts";
import type { RecordedObject } from "#server/platform/changes/objects.ts";
import { inOrder } from "#server/platform/database/database.ts";
import { assertFound, fieldProblem, Problem } from "#server/platform/http/problem.ts";
import { getCachedSettings, localDay, type Settings } from "#server/shop/shop.ts";
import { isWithoutCards } from "./settlement.ts";

/** Endpoints for customers to pay their orders. */
export function payRoutes(app: App) {
  app.answer("GET /payments/:order_id/methods", async ({ params }, { caller }) => {
    return listPaymentMethods(app, purchaseOf(assertFound(await findOrder(app.db, params.order_id, userId(caller)))));
  });
  app.answer("POST /payments/:order_id", async ({ params, body }, { caller, idempotency }) => {
    await assertOffered(app, body.provider);
    const settings = body.provider === "bank" ? await getCachedSettings(app) : undefined;
    const payment = await idempotency.transaction(app.db, async (tx) => {
      const [locked, earlier] = await inOrder(
        tx,
        () => lockOrder(tx, params.order_id, userId(caller)),
        () => lockPayments(tx, params.order_id),
      );
      const order = assertFound(locked);
      assertCanPay(order, app.now());
      await assertOffered(app, body.provider, purchaseOf(order));
      const { id: orderId, number: orderNumber, currency } = order;
      assertAmountSupported(app, body.provider, amountDue(order), currency);
      if (settings) await extendExpiry(tx, orderId, transferExpiry(order, earlier, settings, app.now()));
      await setPaymentMethod(tx, orderId, body.provider);
      return beginPayment(app, tx, { orderId, orderNumber, amount: amountDue(order), currency, earlier, ...body });
    });
    return presentPayment(await beginAtProvider(app, payment));
  });
  app.answer("POST /payments/:order_id/confirm", async ({ params, body }, { caller }) => {
    assertFound(await findOwned(app.db, params.order_id, userId(caller)));
    return presentPayment(await confirmPayment(app, params.order_id, body));
  });
  app.answer("GET /payments/:order_id", async ({ params }, { caller }) => {
    const order = assertFound(await findOwned(app.db, params.order_id, userId(caller)));
    const transfer = await findAwaitedTransfer(app, order);
    if (transfer) return { ...presentPayment(transfer), client: transfer.client };
    const payment = await findLatestPayment(app.db, params.order_id);
    return payment ? presentPayment(payment) : null;
  });
  adminPaymentRoutes(app);
}

const purchaseOf = (order: OrderHead) => ({
  amount: amountDue(order),
  country: order.shipping_address.country,
  shipping_method_id: order.shipping_method?.id ?? null,
});

/** The bank transfer of an order that is on hold for the rest of it, or for the part of a spent gift card. */
async function findAwaitedTransfer(
  app: App,
  { id, status, hold_reason }: Pick<OrderHead, "id" | "status" | "hold_reason">,
) {
  const isCardSpent = isWithoutCards({ hold_reason });
  if (status !== "on_hold" || !(isCardSpent || hold_reason === "amount_mismatch")) return undefined;
  const transfer = (await listPayments(app.db, id)).findLast(({ provider }) => provider === "bank");
  const isAwaited = transfer?.status === "captured" && (isCardSpent || transfer.captured_amount < transfer.amount);
  return isAwaited ? transfer : undefined;
}

/** The payments of an order, as changes record them by its id: without what their payers wrote. */
const paymentsObject: RecordedObject<{ number: number; payments: object[] }> = {
  lock: async (tx, orderIds) => {
    for (const id of orderIds) await lockOrder(tx, id);
  },
  read: async (tx, orderId) => {
    const order = await findOrder(tx, orderId, null);
    const payments = (await listPayments(tx, orderId)).map(
      ({ id, provider, status, amount, captured_amount, refunded_amount }) => ({
        id,
        provider,
        status,
        amount,
        captured_amount,
        refunded_amount,
      }),
    );
    return order && { number: order.number, payments };
  },
  name: ({ number }) => String(number),
};

/** Endpoints for administrators to record transfers and capture payments. */
function adminPaymentRoutes(app: App) {
  app.object("payment", paymentsObject);
  app.write(
    "POST /payments/:order_id/received",
    async (tx, { params, body }) => {
      await assertNotInFuture(app, body.value_date);
      await assertUnchanged(tx, params.order_id, body);
      const order = assertFound(await lockOrder(tx, params.order_id));
      const { id: orderId, number: orderNumber, currency } = order;
      const outstanding = outstandingAmount(order, await findFunds(tx, orderId));
      const isAnother = body.another && (isSold(order.status) || order.status === "on_hold");
      // What the payer wrote of a deleted customer's order is deleted as the rest was.
      if (order.user_id === null && body.reference) await requestAnonymizationAgain(tx, orderId, app.now());
      return receiveTransfer(app, tx, { orderId, orderNumber, currency, outstanding }, { ...body, isAnother });
    },
    {
      id: ({ params }) => params.order_id,
      around: ({ params }, _call, run) => orCurrentOrder(app, params.order_id, { kind: "admin" }, run),
      answer: presentPayment,
    },
  );
  app.write(
    "POST /orders/:id/capture",
    async (tx, { params: { id }, body }) => {
      await assertUnchanged(tx, id, body);
      const order = assertFound(await lockOrder(tx, id));
      if (hasEnded(order)) throw new Problem("order_state");
      const payment = await getAuthorizedPayment(tx, id);
      await capturePayments(app, tx, id);
      return payment;
    },
    {
      around: ({ params: { id } }, _call, run) => orCurrentOrder(app, id, { kind: "admin" }, run),
      answer: async (authorized) => {
        const payment = await syncAndGetPayment(app, authorized);
        // Declined, or voided at the provider before the shop was told.
        if (payment.captured_amount === 0 && payment.requested_action === null) throw new Problem("payment_refused");
        return presentPayment(payment);
      },
    },
  );
}

async function assertNotInFuture(app: App, valueDate: string | undefined) {
  if (valueDate === undefined) return;
  const today = localDay(app.now(), (await getCachedSettings(app)).timezone);
  if (valueDate > today) throw fieldProblem("value_date", "too_late", "The value date can't be after today.");
}

/** Begins a payment at its remote provider, after the commit. */
const beginAtProvider = (app: App, payment: PaymentRow) =>
  payment.psp_reference === null ? syncAndGetPayment(app, payment) : Promise.resolve(payment);

/** The expiry of an order paid by transfer, from when a transfer was chosen first: choosing it again changes nothing. */
function transferExpiry(
  { expires_at: end }: OrderHead,
  earlier: PaymentRow[],
  { bank_hold_minutes: minutes, timezone }: Pick<Settings, "bank_hold_minutes" | "timezone">,
  now: Date,
): Date {
  const chosen = earlier.find(({ provider }) => provider === "bank");
  const due = addBankingMinutes(chosen ? new Date(chosen.created_at) : now, minutes, timezone);
  return chosen && end ? new Date(Math.max(due.getTime(), Date.parse(end))) : due;
}

function assertCanPay(order: OrderHead, now: Date) {
  if (orderCan.pay(order, now)) return;
  if (order.status === "pending_payment" || order.status === "expired") throw new Problem("order_expired");
  if (order.payment_status === "paid" || order.payment_status === "authorized") throw new Problem("already_paid");
  throw new Problem("order_state");
}
