import { needsAccount } from "#contract/payments.ts";
import { lockOrder, type OrderHead } from "#server/orders/orders.sql.ts";
import { addTimelineEvent, orderEvent } from "#server/orders/status/transitions.ts";
import { listRefunds } from "#server/payments/payments.ts";
import type { App } from "#server/platform/app.ts";
import type { Tx } from "#server/platform/database/database.ts";
import { assertFound, Problem } from "#server/platform/http/problem.ts";
import { countRefundAccounts, findRefundIban, upsertRefundAccount } from "./refund-account.sql.ts";

/** How often the account of an order can be named before somebody has to look at it. */
const maxChanges = 5;

/**
 * Stores the account that the customer of an order wants a refund on which staff still have to send. Throws `order_state`
 * if there is none, `refund_account_changes` after several changes.
 */
export async function setRefundAccount(app: App, tx: Tx, { orderId, userId, iban }: NamedAccount) {
  const order = assertFound(await lockOrder(tx, orderId, userId));
  if (!(await listRefunds(tx, orderId)).some(needsAccount)) throw new Problem("order_state");
  await nameRefundAccount(app, tx, order, { userId, iban });
}
interface NamedAccount {
  orderId: string;
  userId: number;
  iban: string;
}

/**
 * Stores the account for refunds of a locked order. The timeline keeps which account it replaces, and the customer is told
 * by email. Throws `refund_account_changes` after several changes.
 */
export async function nameRefundAccount(
  app: App,
  tx: Tx,
  order: OrderHead,
  { userId, iban }: Omit<NamedAccount, "orderId">,
) {
  const former = await findRefundIban(tx, order.id);
  if (former === iban) return;
  if ((await countRefundAccounts(tx, order.id)) >= maxChanges) throw new Problem("refund_account_changes");
  await upsertRefundAccount(tx, order.id, iban);
  const data = { account: maskIban(iban), former: former === null ? null : maskIban(former) };
  const customer = { type: "customer", id: userId } as const;
  const event = { type: "refund_account", data } as const;
  const id = await addTimelineEvent(app, tx, order, customer, event);
  await app.events.emit(tx, "order.refund_account_changed", {
    ...orderEvent(order),
    cause: String(id),
    ending: ending(iban),
    former: former === null ? null : ending(former),
  });
}

const ending = (iban: string) => iban.slice(-4);
/** The country and the last digits: the timeline is kept longer than the account. */
const maskIban = (iban: string) => `${iban.slice(0, 2)} •••• ${ending(iban)}`;

/** Runs `refund`, and asks the customer by email for an account if staff have to transfer what it refunds. */
export async function askForRefundAccount<T>(app: App, tx: Tx, order: OrderHead, refund: () => Promise<T>): Promise<T> {
  const toBeSent = async () => (await listRefunds(tx, order.id)).filter(needsAccount).map(({ id }) => id);
  const before = new Set(await toBeSent());
  const result = await refund();
  const cause = (await toBeSent()).find((id) => !before.has(id));
  if (cause !== undefined && (await findRefundIban(tx, order.id)) === null)
    await app.events.emit(tx, "order.refund_account_needed", { ...orderEvent(order), cause });
  return result;
}
