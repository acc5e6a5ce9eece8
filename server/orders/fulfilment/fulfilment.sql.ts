import type { Fulfilment } from "#contract/orders/orders.ts";
import type { UnitCounts } from "#server/orders/status/order-status.ts";
import {
  type Db,
  findRow,
  findValue,
  getRow,
  getValue,
  isAffected,
  listRows,
  listValues,
  type Tx,
  tableOf,
} from "#server/platform/database/database.ts";

export interface Shipment {
  carrier?: string | undefined;
  tracking_number?: string | undefined;
  tracking_url?: string | undefined;
  items: { order_item_id: number; quantity: number }[];
}

/** Inserts a shipment. Throws `ships_too_many`; `lines` is how many of its lines are the order's. */
export async function insertFulfilment(tx: Tx, orderId: string, shipment: Shipment, at: Date) {
  const { carrier, tracking_number, tracking_url, items } = shipment;
  const rows = await listRows<{ id: number; lines: number }>(tx)`
    with wanted as (
      select *
      from ${tableOf(items, "w", { order_item_id: "bigint", quantity: "int" })}
    ), sent as (
      insert into fulfilments (order_id, carrier, tracking_number, tracking_url, shipped_at)
      values (${orderId}::uuid, ${carrier ?? null}, ${tracking_number ?? null}, ${tracking_url ?? null}, ${at})
      returning id
    ), packed as (
      update order_lines l
      set fulfilled_qty = l.fulfilled_qty + w.quantity
      from wanted w
      where l.id = w.order_item_id and l.order_id = ${orderId}::uuid
      returning l.id, w.quantity
    ), listed as (
      insert into fulfilment_lines (fulfilment_id, order_line_id, quantity)
      select sent.id, packed.id, packed.quantity
      from sent, packed
    )
    select sent.id, (select count(*)::int from packed) as lines
    from sent`;
  return rows[0] as { id: number; lines: number };
}

/** Sets when a locked order was packed, null if it is not; returns its new version. */
export const setPackedAt = (tx: Tx, orderId: string, at: Date | null) =>
  findValue<number>(tx)`
    update orders
    set packed_at = ${at}, version = version + 1
    where id = ${orderId}::uuid
    returning version`;

export const findOrderOfShipment = (db: Db | Tx, fulfilmentId: number) =>
  findValue<string>(db)`
    select order_id
    from fulfilments
    where id = ${fulfilmentId}`;

/** A shipment with the number of its order. */
export const findShipmentState = (tx: Tx, fulfilmentId: number) =>
  findRow<Pick<Fulfilment, "status" | "carrier"> & { order: number }>(tx)`
    select f.status, f.carrier, o.number as "order"
    from fulfilments f
    join orders o on o.id = f.order_id
    where f.id = ${fulfilmentId}`;

/** Marks a shipment as delivered; false if it is not in transit. */
export const markDelivered = (tx: Tx, fulfilmentId: number, at: Date) =>
  isAffected(tx)`
    update fulfilments
    set status = 'delivered', delivered_at = ${at}
    where id = ${fulfilmentId} and status = 'shipped'`;

/** Marks a delivered shipment as in transit; false if it is not delivered. */
export const markNotDelivered = (tx: Tx, fulfilmentId: number) =>
  isAffected(tx)`
    update fulfilments
    set status = 'shipped', delivered_at = null
    where id = ${fulfilmentId} and status = 'delivered'`;

/** Cancels a shipment in transit, and returns the units that are unshipped again. */
export const cancelFulfilment = (tx: Tx, fulfilmentId: number, at: Date): Promise<Shipment["items"]> =>
  listRows<Shipment["items"][number]>(tx)`
    with cancelled as (
      update fulfilments
      set status = 'cancelled', cancelled_at = ${at}
      where id = ${fulfilmentId} and status = 'shipped'
      returning id
    )
    update order_lines l
    set fulfilled_qty = l.fulfilled_qty - i.quantity
    from cancelled
    join fulfilment_lines i on i.fulfilment_id = cancelled.id
    where l.id = i.order_line_id and l.fulfilled_qty - i.quantity >= l.returned_qty
    returning l.id as order_item_id, i.quantity`;

export const markAllDelivered = (tx: Tx, orderId: string, at: Date) =>
  listValues<number>(tx)`
    update fulfilments
    set status = 'delivered', delivered_at = ${at}
    where order_id = ${orderId}::uuid and status = 'shipped'
    returning id`;

/** The last shipment of an order that arrived; null if none did. */
export const findLastDelivered = (tx: Tx, orderId: string) =>
  getValue<number | null>(tx)`
    select max(id) from fulfilments where order_id = ${orderId}::uuid and status = 'delivered'`;

/** The units of an order: not cancelled, shipped, delivered and returned. */
export const countUnits = (tx: Tx, orderId: string) =>
  getRow<UnitCounts>(tx)`
    select sum(l.quantity - l.cancelled_qty)::int as ordered, sum(l.fulfilled_qty)::int as shipped,
      sum(l.returned_qty)::int as returned,
      coalesce(sum((
        select sum(i.quantity)
        from fulfilment_lines i
        join fulfilments f on f.id = i.fulfilment_id
        where i.order_line_id = l.id and f.status = 'delivered')), 0)::int as delivered
    from order_lines l
    where l.order_id = ${orderId}::uuid`;
