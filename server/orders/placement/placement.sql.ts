import { sql } from "kysely";
import type { NewAddress } from "#contract/accounts/accounts.ts";
import type { Reason } from "#contract/cart.ts";
import type { OrderStatus } from "#contract/orders/orders.ts";
import type { Tx } from "#server/platform/database/database.ts";
import type { LineToReserve } from "#server/stock/stock.ts";

/** A line as it was sold: a copy, which later changes of the product do not touch. Amounts in minor units. */
export interface DraftLine {
  product_id: number;
  variation_id: number;
  slug: string;
  sku: string | null;
  name: string;
  options: { name: string; value: string }[];
  thumbnail: string;
  quantity: number;
  unit_price_amount: number;
  discount_amount: number;
  tax_rate_bp: number;
  tax_amount: number;
  total_amount: number;
  tracks_stock: boolean;
  /** Whether it is sold beyond what is there. */
  on_backorder: boolean;
  return_days: number;
}
/** An order about to be placed, every figure worked out. */
export interface OrderDraft {
  userId: number;
  /** Where to write about it; null for the address of the account. */
  email: string | null;
  cartId: string;
  currency: string;
  pricesIncludeTax: boolean;
  totals: { subtotal: number; discount: number; shipping: number; tax: number; total: number; gift_cards: number };
  /** The coupon that made the discount. */
  couponCode: string | null;
  /** Why each figure is what it is. */
  reasons: Reason[];
  lines: DraftLine[];
  shippingAddress: NewAddress;
  billingAddress: NewAddress | null;
  shippingMethod: { id: number; name: string; min_days: number; max_days: number } | null;
  note: string | null;
  /** Minutes its stock is held while it is not paid. */
  holdMinutes: number;
  /** Whether stock is held for its cart, which its order takes over. */
  isHolding?: boolean;
}
export interface Written {
  number: number;
  email: string | null;
  /** Ids of its lines, in their order. */
  line_ids: number[];
}
export interface InitialState {
  id: string;
  status: OrderStatus;
  at: Date;
  expiresAt: Date | null;
  text: string;
}

/** Writes an order, its lines and its first event at once; returns what only the database knew. */
export async function insertOrder(tx: Tx, draft: OrderDraft, { id, status, at, expiresAt, text }: InitialState) {
  const { totals, lines } = draft;
  const quantity = lines.reduce((sum, line) => sum + line.quantity, 0);
  const { rows } = await sql<Written>`
    with placed as (
      insert into orders (id, user_id, email, fullname, status, payment_status, currency, subtotal_amount, discount_amount, shipping_amount,
        tax_amount, total_amount, coupon_code, reasons, prices_include_tax, quantity, shipping_address, billing_address, shipping_method, customer_note,
        cart_id, placed_at, confirmed_at, expires_at)
      values (${id}, ${draft.userId},
        coalesce(${draft.email}::text, (select email from account_contacts where id = ${draft.userId})), ${draft.shippingAddress.fullname}, ${status}, ${totals.total === totals.gift_cards ? "paid" : "unpaid"},
        ${draft.currency}, ${totals.subtotal}, ${totals.discount}, ${totals.shipping}, ${totals.tax}, ${totals.total},
        ${draft.couponCode}, ${JSON.stringify(draft.reasons)}::jsonb,
        ${draft.pricesIncludeTax}, ${quantity}, ${JSON.stringify(draft.shippingAddress)}::jsonb, ${json(draft.billingAddress)}::jsonb,
        ${json(draft.shippingMethod)}::jsonb, ${draft.note}, ${draft.cartId}, ${at}, ${status === "confirmed" ? at : null}, ${expiresAt})
      returning id, number, email
    ), sold as (
      insert into order_lines (order_id, product_id, variation_id, slug, sku, name, options, thumbnail, quantity, unit_price_amount,
        discount_amount, tax_rate_bp, tax_amount, total_amount, tracks_stock, return_days)
      select placed.id, l.product_id, l.variation_id, l.slug, l.sku, l.name, l.options, l.thumbnail, l.quantity, l.unit_price_amount,
        l.discount_amount, l.tax_rate_bp, l.tax_amount, l.total_amount, l.tracks_stock, l.return_days
      from placed, rows from (jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as (product_id bigint, variation_id bigint, slug text,
        sku text, name text, options jsonb, thumbnail text, quantity int, unit_price_amount bigint, discount_amount bigint, tax_rate_bp int, tax_amount bigint,
        total_amount bigint, tracks_stock boolean, return_days int)) with ordinality as l (product_id, variation_id, slug, sku, name, options, thumbnail,
        quantity, unit_price_amount, discount_amount, tax_rate_bp, tax_amount, total_amount, tracks_stock, return_days, place)
      order by l.place
      returning id, quantity, total_amount, tax_amount
    ), charged as (
      insert into order_transactions (order_id, kind, amount, tax_amount, currency, order_line_id, quantity, cause,
        actor_type, actor_id, at)
      select placed.id, c.kind, c.amount, c.tax, ${draft.currency}, c.line, c.quantity, 'placed', 'customer',
        ${draft.userId}::bigint, ${at}::timestamptz
      from placed, (
        select 'charge' as kind, total_amount as amount, tax_amount as tax, id as line, quantity
        from sold
        union all
        -- Shipping, and what else is not in the lines.
        select 'charge', ${totals.total}::bigint - coalesce(sum(total_amount), 0)::int8,
          ${totals.tax}::bigint - coalesce(sum(tax_amount), 0)::int8, null, null
        from sold
        union all
        select 'gift_card', ${totals.gift_cards}::bigint, 0, null, null
      ) c
      where c.amount <> 0
    ), noted as (
      insert into order_events (order_id, type, to_state, actor_type, actor_id, text, is_public, at)
      select id, 'placed', ${status}, 'customer', ${draft.userId}, ${text}, true, ${at}
      from placed
    )
    select number, email, (select array_agg(id order by id) from sold) as line_ids from placed`.execute(tx);
  return rows[0] as Written;
}

/** The lines just written that hold stock, as a question for the statement that holds it. */
export const linesToReserve = (orderId: string) =>
  sql<LineToReserve>`
    select id as order_line_id, variation_id, quantity
    from order_lines
    where order_id = ${orderId}::uuid and tracks_stock`;

const json = (value: object | null) => (value === null ? null : JSON.stringify(value));
