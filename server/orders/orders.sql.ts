import { sql } from "kysely";
import type { NewAddress } from "#contract/accounts/accounts.ts";
import type { Reason } from "#contract/cart.ts";
import type { Fulfilment, Order, OrderStatus } from "#contract/orders/orders.ts";
import type { ReverseCharge } from "#contract/taxes.ts";
import type { ShippingTaxPart, TaxParts } from "#server/cart/cart.ts";
import { type Balance, balanceColumns, findBalance, lineCredits } from "#server/orders/ledger/ledger.sql.ts";
import { refundIban } from "#server/orders/refunds/refund-account.sql.ts";
import type { StoredEvent } from "#server/orders/timeline/timeline-events.ts";
import {
  type Db,
  findRow,
  findValue,
  getRow,
  getValue,
  hasRows,
  inOrder,
  listRows,
  listValues,
  mapRows,
  type Tx,
} from "#server/platform/database/database.ts";
import type { LineRow } from "./line-row.ts";
import { fromCart, type SummaryRow } from "./order-list.sql.ts";

export type FulfilmentRow = Omit<Fulfilment, "actions">;
export type EventRow = Omit<Order["timeline"][number], "type" | "text"> & StoredEvent & { is_public: boolean };
/** An order without its lines, with its balance. */
export interface OrderHead
  extends Balance,
    Omit<SummaryRow, "thumbnails">,
    Pick<
      Order,
      | "coupon_code"
      | "prices_include_tax"
      | "shipping_method"
      | "customer_note"
      | "confirmed_at"
      | "expires_at"
      | "version"
    > {
  /** Code of a hold by the shop. */
  hold_reason: string | null;
  /** Note of a hold by an administrator. */
  hold_note: string | null;
  held_from: OrderStatus | null;
  /** Of its emails and invoices (ISO 639); null is the shop's. */
  language: string | null;
  subtotal_amount: number;
  discount_amount: number;
  shipping_amount: number;
  tax_amount: number;
  shipping_address: NewAddress;
  billing_address: NewAddress | null;
  /** Why a business in another member state was charged no VAT. */
  reverse_charge: ReverseCharge | null;
  /** Whether it is shipped abroad without the tax that the shop charges at home. */
  tax_free_export: boolean;
}
/** As it was stored: earlier versions had basis points. */
type StoredShippingTax = Omit<ShippingTaxPart, "rate_ppm"> & ({ rate_ppm: number } | { rate_bp: number });
export interface OrderRow extends OrderHead {
  reasons: Reason[];
  /** The parts of the shipping price by tax rate; null for orders of earlier versions, which have one. */
  shipping_taxes: StoredShippingTax[] | null;
  /** The rates in each tax rate that consists of several; null for orders of earlier versions, which have none. */
  tax_parts: TaxParts | null;
  lines: LineRow[];
  fulfilments: FulfilmentRow[];
  events: EventRow[];
  /** Units of requested and approved returns, by line. */
  pending_returns: Record<number, number>;
  refund_iban: string | null;
}
const head = sql`o.id, o.number, o.user_id, o.email, o.requested_email, o.fullname, o.status,
  o.payment_status, o.payment_method, o.fulfilment_status,
  o.hold_reason, o.hold_note, o.held_from, o.currency, o.subtotal_amount, o.discount_amount, o.shipping_amount,
  o.tax_amount, o.total_amount, o.coupon_code, o.confirmed_at, o.packed_at, o.billing_address, o.prices_include_tax,
  o.reverse_charge, o.tax_free_export, o.quantity, o.shipping_address, o.shipping_method, o.customer_note,
  o.language, o.placed_at, o.expires_at,
  o.version, ${fromCart} as from_cart`;
/** Of a line `l`: lines of earlier orders have basis points. */
const taxRate = sql`coalesce(l.tax_rate_ppm, l.tax_rate_bp * 100)`;
const whole = sql`${head}, ${balanceColumns}, o.reasons, o.shipping_taxes, o.tax_parts,
  ${refundIban} as refund_iban,
  (select coalesce(json_agg(to_jsonb(l) || to_jsonb(c) || jsonb_build_object('tax_rate_ppm', ${taxRate}) order by l.id), '[]')
    from order_lines l, ${lineCredits} c
    where l.order_id = o.id) as lines,
  (select coalesce(json_agg(to_jsonb(e) || jsonb_build_object('by', coalesce(a.fullname, a.email)) order by e.id), '[]')
    from order_events e
    left join account_contacts a on e.actor_type = 'admin' and a.id = e.actor_id
    where e.order_id = o.id) as events,
  (select coalesce(json_object_agg(b.order_line_id, b.quantity), '{}')
    from (
      select i.order_line_id, sum(i.quantity) as quantity
      from returns r
      join return_lines i on i.return_id = r.id
      where r.order_id = o.id and r.status in ('requested', 'approved')
      group by i.order_line_id) b) as pending_returns,
  (select coalesce(json_agg(to_jsonb(f) || jsonb_build_object('items', (
      select jsonb_agg(
        jsonb_build_object('order_item_id', i.order_line_id, 'quantity', i.quantity) order by i.order_line_id)
      from fulfilment_lines i
      where i.fulfilment_id = f.id)) order by f.id), '[]')
    from fulfilments f
    where f.order_id = o.id) as fulfilments`;

export const findLatestOrderId = (db: Db) => findValue<string>(db)`select id from orders order by number desc limit 1`;

export const hasOrders = (db: Db | Tx) => hasRows(db)`select from orders limit 1`;

/** Whether there is an order, cancelled or not, of a product or of one of these variations of it. */
export const isOrdered = (tx: Tx, { productId, variationIds }: { productId: number; variationIds: number[] | null }) =>
  hasRows(tx)`
    select from order_lines
    where product_id = ${productId}
      and (${variationIds}::bigint[] is null or variation_id = any(${variationIds}::bigint[]))
    limit 1`;

/** An order; with `ownerId` only if it belongs to this customer. */
export const findOrder = (db: Db | Tx, id: string, ownerId: number | null) =>
  findRow<OrderRow>(db)`
    select ${whole}
    from orders o
    left join order_balance b on b.order_id = o.id
    where o.id = ${id}::uuid and (${ownerId}::bigint is null or o.user_id = ${ownerId}::bigint)`;

/** Why no VAT was charged for those of these orders that were without it, by id. */
export const listReverseCharges = (db: Db, ids: string[]) =>
  mapRows<string, ReverseCharge>(db)`
    select id, reverse_charge from orders where id = any(${ids}::uuid[]) and reverse_charge is not null`;

/** Whether a confirmed order was without VAT for a business in another member state. */
export const hasReverseCharges = (db: Db | Tx) =>
  hasRows(db)`select from orders where reverse_charge is not null and confirmed_at is not null limit 1`;

/** The orders of a customer, newest first. */
export const listOrderIdsOf = (db: Db | Tx, userId: number) =>
  listValues<string>(db)`
    select id from orders where user_id = ${userId} order by placed_at desc, id`;

/** The language of an order (ISO 639); null is the shop's. */
export const findOrderLanguage = async (db: Db | Tx, orderId: string) =>
  (await findValue<string | null>(db)`
    select language from orders where id = ${orderId}::uuid`) ?? null;

/** The policies an order was placed under; null if none were kept. */
export const findOrderPolicyVersion = (db: Db | Tx, orderId: string) =>
  findValue<number | null>(db)`
    select policy_version_id from orders where id = ${orderId}::uuid`;

/** The cart an order was placed from; null for orders by staff. */
export const findCart = async (db: Db | Tx, orderId: string) =>
  (await findValue<string | null>(db)`
    select cart_id from orders where id = ${orderId}::uuid and anonymize_at is null`) ?? null;

/** The order placed from a cart, unless it was cancelled or has expired. */
export const findPlacedOrder = (db: Db | Tx, cartId: string, userId: number) =>
  findRow<OrderRow>(db)`
    select ${whole}
    from orders o
    left join order_balance b on b.order_id = o.id
    where o.cart_id = ${cartId}::uuid and o.user_id = ${userId}
      and o.status not in ('expired', 'cancelled')`;

/** Locks an order. Every change of an order or its payments begins with this. */
export async function lockOrder(tx: Tx, id: string, ownerId: number | null = null): Promise<OrderHead | undefined> {
  // Two statements: the one that waits for the lock does not see entries committed meanwhile.
  const [row, balance] = await inOrder(
    tx,
    () =>
      findRow<Omit<OrderHead, keyof Balance>>(tx)`
        select ${head}
        from orders o
        where o.id = ${id}::uuid and (${ownerId}::bigint is null or o.user_id = ${ownerId}::bigint)
        for no key update`,
    () => findBalance(tx, id),
  );
  return row && { ...row, ...balance };
}

/** The lines of an order, oldest first. */
export const listLines = (db: Db | Tx, orderId: string) =>
  listRows<LineRow>(db)`
    select l.id, l.product_id, l.variation_id, l.slug, l.sku, l.name, l.options, l.thumbnail, l.quantity,
      l.fulfilled_qty, l.cancelled_qty, l.returned_qty,
      ${taxRate} as tax_rate_ppm, l.unit_price_amount, l.discount_amount,
      l.tax_amount, l.total_amount, l.tracks_stock, l.return_days, l.withdrawal_exclusion, l.measure,
      c.credited_amount, c.credited_tax
    from order_lines l
    cross join ${lineCredits} c
    where l.order_id = ${orderId}::uuid
    order by l.id`;

/** Whether nobody has given money for an order, nor a card or bank: cash on delivery is only promised. */
const isUnpaid = (order: string) =>
  sql.raw(
    `(${order}.payment_status = 'unpaid' or (${order}.payment_status = 'authorized' and ${order}.payment_method = 'cod'))`,
  );

/**
 * Orders of the day before an order, whose emails go to the same address without its confirmation: those of its customer
 * (`own`), and unpaid ones of others. Whether it `is_paid` itself.
 */
export const countEarlierOrders = (db: Db, orderId: string, email: string) =>
  getRow<{ own: number; unpaid_of_others: number; is_paid: boolean }>(db)`
    select count(o.id) filter (where o.user_id = this.user_id)::int as own,
      count(o.id) filter (where o.user_id is distinct from this.user_id and ${isUnpaid("o")})::int
        as unpaid_of_others,
      not ${isUnpaid("this")} as is_paid
    from (select placed_at, number, user_id, payment_status, payment_method from orders where id = ${orderId}::uuid) this
    left join orders o on o.placed_at > this.placed_at - interval '1 day' and o.placed_at <= this.placed_at
      and o.number < this.number and o.email is null and lower(o.requested_email) = lower(${email})
    group by this.payment_status, this.payment_method`;

export const countOpenOrders = (db: Db | Tx, userId: number) =>
  getValue<number>(db)`
    select count(*) as open
    from orders
    where user_id = ${userId} and status in ('pending_payment', 'confirmed', 'processing', 'on_hold')`;

/** Unpaid orders that expire before `at`, at most `limit`, the earliest first. */
export const listOverdue = (
  db: Db,
  at: Date,
  { last, limit }: { last?: { id: string; expires_at: string } | undefined; limit: number },
) =>
  listRows<{ id: string; expires_at: string }>(db)`
    select id, expires_at
    from orders
    where status = 'pending_payment' and expires_at <= ${at}
      and (expires_at, id) > (coalesce(${last?.expires_at ?? null}::timestamptz, '-infinity'), ${last?.id ?? zeroId}::uuid)
    order by expires_at, id
    limit ${limit}`;

const zeroId = "00000000-0000-0000-0000-000000000000";

/** Orders that await a bank transfer and expire by `due`, the first to expire first, from the one after `last`. */
export const listTransfersDue = (
  db: Db,
  { now, due, placedBefore }: { now: Date; due: Date; placedBefore: Date },
  { last, limit }: { last?: { id: string; expires_at: string } | undefined; limit: number },
) =>
  listRows<{ id: string; expires_at: string }>(db)`
    select id, expires_at
    from orders
    where status = 'pending_payment' and payment_method = 'bank' and expires_at > ${now} and expires_at <= ${due}
      and placed_at < ${placedBefore}
      and (expires_at, id) > (coalesce(${last?.expires_at ?? null}::timestamptz, '-infinity'), ${last?.id ?? zeroId}::uuid)
    order by expires_at, id
    limit ${limit}`;

/** Timeline event of an alert about an unconfirmed delivery. */
export const deliveryUnconfirmed = "delivery_unconfirmed" as const;

/** Orders shipped in full before `before` without a delivery or an alert since; at most `limit`. */
export const listUnconfirmedDeliveries = (db: Db, before: Date, limit: number) =>
  listValues<string>(db)`
    select o.id
    from orders o
    cross join lateral (
      select max(f.shipped_at) as at
      from fulfilments f
      where f.order_id = o.id and f.status <> 'cancelled'
    ) shipped
    where o.status = 'processing' and o.fulfilment_status = 'fulfilled' and shipped.at < ${before}
      and not exists (
        select
        from order_events e
        where e.order_id = o.id and e.type = ${deliveryUnconfirmed} and e.at >= shipped.at
      )
    limit ${limit}`;

export const findIdsByNumber = (db: Db, numbers: number[]) =>
  mapRows<number, string>(db)`
    select number, id
    from orders
    where number = any(${numbers}::bigint[])`;

/** The status of an order, if it belongs to this customer. */
export const findOwned = (db: Db, id: string, userId: number) =>
  findRow<Pick<OrderHead, "id" | "status" | "hold_reason">>(db)`
    select id, status, hold_reason
    from orders
    where id = ${id}::uuid and user_id = ${userId}`;
