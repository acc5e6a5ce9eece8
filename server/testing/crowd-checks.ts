import { listInconsistencies } from "#server/orders/orders.ts";
import {
  type Db,
  getValue,
  listRows,
  listValues,
  mapRows,
  type Tx,
  tableOf,
} from "#server/platform/database/database.ts";
import type { Acknowledged, Crowd } from "./crowd.ts";

/** Differences between the responses a crowd got and the database, in one snapshot: lost, duplicated or oversold. */
export function checkCrowd(db: Db, { log, userIds }: Crowd, { allWebhooksReceived = false } = {}): Promise<string[]> {
  const orders = [...log.orders.values()];
  return db
    .transaction()
    .setIsolationLevel("repeatable read")
    .execute(async (tx) => [
      ...log.wrong,
      ...(await findLostOrders(tx, orders)),
      ...(await findLostPayments(tx, orders, allWebhooksReceived)),
      ...(await findDuplicates(tx, userIds())),
      ...(await findStockMismatches(tx)),
      ...(await listInconsistencies(tx)).map(({ of, problem }) => `${of}: ${problem}`),
    ]);
}

/** Number of a crowd's payments that wait for their webhook. */
export const countPendingPayments = (db: Db, { userIds }: Crowd) =>
  getValue<number>(db)`
    select count(*)::int as pending
    from payments p
    join orders o on o.id = p.order_id
    where o.user_id = any(${userIds()}::bigint[]) and p.status in ('created', 'processing')`;

/** Orders of a crowd in the database that it had no response for: none once all its requests have one. */
export async function findUnknownOrders(db: Db, { log, userIds }: Crowd): Promise<string[]> {
  const rows = await listRows<{ id: string }>(db)`
    select id::text from orders where user_id = any(${userIds()}::bigint[])`;
  return rows.filter(({ id }) => !log.orders.has(id)).map(({ id }) => `order ${id} was never acknowledged`);
}

/** On-hand units of each variation; orders never change them, shipping does. */
export const listOnHand = (db: Db) =>
  mapRows<number, number>(db)`
    select variation_id, sum(on_hand)::int as on_hand from stock_levels group by variation_id`;

const findLostOrders = (tx: Tx, orders: Acknowledged[]) =>
  listValues<string>(tx)`
    select 'order ' || w.number || ' is there ' || count(o.id) || ' times as acknowledged' as problem
    from ${tableOf(orders, "w", { id: "uuid", number: "bigint", total: "bigint", cartId: "uuid" })}
    left join orders o on o.id = w.id and o.number = w.number and o.total_amount = w.total and o.cart_id = w."cartId"
      and exists (select from order_lines l where l.order_id = o.id)
    group by w.id, w.number
    having count(o.id) <> 1`;

/** A payment confirmed by webhook may still be pending, unless all webhooks were received. */
async function findLostPayments(tx: Tx, orders: Acknowledged[], allWebhooksReceived: boolean): Promise<string[]> {
  const paid = orders.flatMap(({ id, total, paymentId, late }) =>
    paymentId ? [{ id, total, paymentId, late: late === true && !allWebhooksReceived }] : [],
  );
  return listValues<string>(tx)`
    select 'the payment of order ' || w.id || ' is ' || coalesce(p.status, 'lost')
      || ', the order ' || coalesce(o.status, 'lost') as problem
    from ${tableOf(paid, "w", { paymentId: "uuid", id: "uuid", total: "bigint", late: "boolean" })}
    left join payments p on p.id = w."paymentId" and p.order_id = w.id
    left join orders o on o.id = w.id
    left join order_balance b on b.order_id = o.id
    where (p.status = 'captured' and p.captured_amount = w.total and b.paid_amount = w.total and o.status = 'confirmed'
      or w.late and p.status in ('created', 'processing') and o.status = 'pending_payment') is not true`;
}

/** Carts ordered more than once and orders paid more than once. */
const findDuplicates = (tx: Tx, userIds: number[]) =>
  listValues<string>(tx)`
    select 'cart ' || cart_id || ' was ordered ' || count(*) || ' times' as problem
    from orders
    where user_id = any(${userIds}::bigint[])
    group by cart_id
    having count(*) > 1
    union all
    select 'order ' || p.order_id || ' was paid ' || count(*) || ' times'
    from payments p
    join orders o on o.id = p.order_id
    where o.user_id = any(${userIds}::bigint[]) and p.captured_amount > 0
    group by p.order_id
    having count(*) > 1`;

/** Compares stock with the orders themselves, while the reconciliation compares it with reservations. */
const findStockMismatches = (tx: Tx) =>
  listValues<string>(tx)`
    select 'variation ' || s.variation_id || ' holds ' || s.reserved || ' of ' || s.on_hand
      || ' but orders and carts want ' || coalesce(w.wanted, 0) + coalesce(c.held, 0) as problem
    from (
      select variation_id, sum(reserved) as reserved, sum(on_hand) as on_hand
      from stock_levels
      group by variation_id
    ) s
    left join (
      select l.variation_id, sum(l.quantity - l.cancelled_qty - l.fulfilled_qty) as wanted
      from order_lines l
      join orders o on o.id = l.order_id
      where l.tracks_stock and o.status in ('pending_payment', 'confirmed', 'processing', 'on_hold')
        and coalesce(o.hold_reason, '') not in ('paid_no_stock', 'amount_mismatch_late')
      group by l.variation_id
    ) w on w.variation_id = s.variation_id
    left join (
      select variation_id, sum(quantity) as held
      from cart_stock_holds
      group by variation_id
    ) c on c.variation_id = s.variation_id
    where s.reserved <> coalesce(w.wanted, 0) + coalesce(c.held, 0) or s.reserved > s.on_hand`;
