import { adjustmentFor, paymentStatusOf } from "#server/orders/ledger/balance.ts";
import { insertEntries } from "#server/orders/ledger/ledger.sql.ts";
import { lockOrder, type OrderHead } from "#server/orders/orders.sql.ts";
import { writePaymentStatus } from "#server/orders/status/transitions.sql.ts";
import { system, tell } from "#server/orders/status/transitions.ts";
import { type PaymentFunds, paymentFunds } from "#server/payments/payments.ts";
import type { App } from "#server/platform/app.ts";
import type { Tx } from "#server/platform/database/database.ts";
import { assertFound } from "#server/platform/http/problem.ts";

/** A locked order whose payments changed, and what they hold. */
export interface Settling {
  app: App;
  tx: Tx;
  order: OrderHead;
  funds: PaymentFunds;
}
/** Brings what follows from the ledger of a locked order in line with it: adjustments and its payment status. */
export async function updateMoney(app: App, tx: Tx, order: OrderHead, funds: PaymentFunds): Promise<OrderHead> {
  const adjusted = adjustmentFor(order, funds, funds.provider_refunds);
  const cause = `provider_refunds:${order.version}`;
  const entry = { kind: "adjustment" as const, amount: adjusted - order.adjusted_amount, cause };
  await insertEntries(tx, order.id, [entry], { actor: system, at: app.now() });
  const account = { ...order, adjusted_amount: adjusted };
  const status = paymentStatusOf(account, funds);
  const version = await writePaymentStatus(tx, order.id, status);
  const updated = { ...account, payment_status: status, version };
  await tell(tx, updated);
  return updated;
}

/** The same once other entries were written than payments: of credits, or of gift cards. */
export async function updateMoneyOf(app: App, tx: Tx, orderId: string): Promise<OrderHead> {
  const [order, funds] = await Promise.all([lockOrder(tx, orderId), paymentFunds(tx, orderId)]);
  return updateMoney(app, tx, assertFound(order), funds);
}
