import { maxCounted } from "#contract/endpoint.ts";
import { Order } from "#contract/orders/orders.ts";
import { Return } from "#contract/orders/returns.ts";
import { listOrderIdsOf } from "#server/orders/orders.sql.ts";
import { getOrder } from "#server/orders/orders.ts";
import { listReturns } from "#server/orders/returns/returns.sql.ts";
import { presentReturns } from "#server/orders/returns/returns.ts";
import { listWithdrawals } from "#server/orders/withdrawals/withdrawals.sql.ts";
import type { App } from "#server/platform/app.ts";
import type { Tx } from "#server/platform/database/database.ts";
import type { DomainEvents } from "#server/platform/events.ts";
import { getSettings } from "#server/shop/shop.ts";
import { listOrdersFor } from "./editing.sql.ts";

/** Adds a customer's orders, returns and withdrawals, also those placed with their email alone, to the copy of their data. */
export async function collectOrders(
  app: App,
  tx: Tx,
  { userId, email, guestIds, data }: DomainEvents["account.data_requested"],
) {
  const own = (await listOrderIdsOf(tx, userId)).map((id) => ({ id, user_id: userId }));
  const placedAsGuest = email === undefined ? [] : await listOrdersFor(tx, guestIds, email);
  const orders: Order[] = [];
  const returns: Return[] = [];
  const withdrawals: unknown[] = [];
  const settings = await getSettings(tx);
  for (const { id, user_id: customer } of [...own, ...placedAsGuest]) {
    orders.push(Order.parse(await getOrder(tx, id, { kind: "customer", userId: customer }, app.now())));
    const query = { page: 1, per_page: maxCounted, timezone: "UTC", order_id: id };
    const { rows } = await listReturns(app.db, query, customer);
    returns.push(...Return.array().parse(await presentReturns(app.db, rows, settings)));
    withdrawals.push(...(await listWithdrawals(tx, id)));
  }
  Object.assign(data, { orders, returns, withdrawals });
}
