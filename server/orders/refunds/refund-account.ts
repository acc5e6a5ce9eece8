import { isToBeSent } from "#contract/payments.ts";
import { lockOrder } from "#server/orders/orders.sql.ts";
import { addTimelineEvent } from "#server/orders/status/transitions.ts";
import { listRefunds } from "#server/payments/payments.ts";
import type { App } from "#server/platform/app.ts";
import type { Tx } from "#server/platform/database/database.ts";
import { assertFound, Problem } from "#server/platform/http/problem.ts";
import { upsertRefundAccount } from "./refund-account.sql.ts";

/**
 * Stores the account that the customer of an order wants a refund on which staff still have to send. Throws `order_state`
 * if there is none.
 */
export async function setRefundAccount(app: App, tx: Tx, { orderId, userId, iban }: NamedAccount) {
  const order = assertFound(await lockOrder(tx, orderId, userId));
  if (!(await listRefunds(tx, orderId)).some(isToBeSent)) throw new Problem("order_state");
  await upsertRefundAccount(tx, orderId, iban);
  const text = "The customer named an account for the refund.";
  await addTimelineEvent(app, tx, order, { type: "customer", id: userId }, { type: "account", text, isPublic: false });
}
interface NamedAccount {
  orderId: string;
  userId: number;
  iban: string;
}
