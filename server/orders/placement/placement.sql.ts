import { sql } from "kysely";
import type { NewAddress } from "#contract/accounts/accounts.ts";
import type { Reason } from "#contract/cart.ts";
import type { Measure } from "#contract/catalogue/measures.ts";
import type { WithdrawalExclusion } from "#contract/catalogue/product-types.ts";
import type { OrderStatus } from "#contract/orders/orders.ts";
import type { ReverseCharge } from "#contract/taxes.ts";
import type { ShippingTaxPart, TaxParts } from "#server/cart/cart.ts";
import { getRow, type Tx } from "#server/platform/database/database.ts";
import type { LineToReserve } from "#server/stock/stock.ts";
import { languageOf, shopLanguage } from "#words/say.ts";

/** A line to order: a copy of the product data. Amounts in minor units. */
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
  measure: Measure | null;
  discount_amount: number;
  tax_rate_ppm: number;
  tax_amount: number;
  total_amount: number;
  tracks_stock: boolean;
  /** Whether it can be sold without stock. */
  on_backorder: boolean;
  return_days: number | null;
  withdrawal_exclusion: WithdrawalExclusion;
}
/** An order to place. */
export interface OrderDraft {
  userId: number;
  /** Where emails go once it is confirmed; null for the email address of the account. */
  email: string | null;
  /** Null for an order that staff place. */
  cartId: string | null;
  /** Who places it. */
  actor: { type: "customer" | "admin"; id: number };
  currency: string;
  pricesIncludeTax: boolean;
  /** Whether its invoice says that it is an export without tax. */
  isTaxFreeExport: boolean;
  /** Why a business in another member state is charged no VAT; null if it isn't one. */
  reverseCharge: ReverseCharge | null;
  totals: { subtotal: number; discount: number; shipping: number; tax: number; total: number; gift_cards: number };
  couponCode: string | null;
  /** Explanations of the totals. */
  reasons: Reason[];
  shippingTaxes: ShippingTaxPart[];
  /** The rates in each tax rate that consists of several. */
  taxParts: TaxParts;
  lines: DraftLine[];
  shippingAddress: NewAddress;
  billingAddress: NewAddress | null;
  shippingMethod: { id: number; name: string; carrier?: string | null; min_days: number; max_days: number } | null;
  note: string | null;
  /** Minutes until it expires unpaid. */
  holdMinutes: number;
  /** Of emails and documents, for an order that staff place: by default the customer's. */
  language?: string | undefined;
  /** Whether its cart holds stock, which the order takes over. */
  isHolding?: boolean;
}
export interface PlacedRow {
  number: number;
  email: string | null;
  requested_email: string | null;
  language: string | null;
  /** In the order of the lines. */
  line_ids: number[];
}
export interface InitialState {
  id: string;
  status: OrderStatus;
  at: Date;
  expiresAt: Date | null;
  isFree: boolean;
}

/** Inserts an order with its lines, ledger entries and timeline event in one statement. */
export async function insertOrder(tx: Tx, draft: OrderDraft, { id, status, at, expiresAt, isFree }: InitialState) {
  const { totals, lines } = draft;
  // Staff order in the customer's language, unless they choose another.
  const language = draft.actor.type === "admin" ? (draft.language ?? null) : languageOf(shopLanguage());
  const quantity = lines.reduce((sum, line) => sum + line.quantity, 0);
  return getRow<PlacedRow>(tx)`
    with ${recipients(draft)}, placed as (
      insert into orders (id, user_id, email, requested_email, fullname, status, payment_status, currency,
        subtotal_amount, discount_amount, shipping_amount, tax_amount, total_amount, coupon_code, reasons, shipping_taxes,
        prices_include_tax, tax_free_export, reverse_charge, tax_parts, quantity, shipping_address, billing_address,
        shipping_method, customer_note, cart_id, language, source, placed_at, confirmed_at, expires_at, policy_version_id)
      values (${id}, ${draft.userId}, (select email from confirmed),
        (select email from requested where not exists (select from confirmed where is_requested)),
        ${draft.shippingAddress.fullname}, ${status}, ${totals.total === totals.gift_cards ? "paid" : "unpaid"},
        ${draft.currency}, ${totals.subtotal}, ${totals.discount}, ${totals.shipping}, ${totals.tax}, ${totals.total},
        ${draft.couponCode}, ${JSON.stringify(draft.reasons)}::jsonb,
        ${JSON.stringify(draft.shippingTaxes)}::jsonb, ${draft.pricesIncludeTax}, ${draft.isTaxFreeExport},
        ${json(draft.reverseCharge)}::jsonb, ${JSON.stringify(draft.taxParts)}::jsonb, ${quantity},
        ${JSON.stringify(draft.shippingAddress)}::jsonb, ${json(draft.billingAddress)}::jsonb,
        ${json(draft.shippingMethod)}::jsonb, ${draft.note}, ${draft.cartId},
        coalesce(${language}::text, (select language from account_contacts where id = ${draft.userId})),
        ${draft.actor.type === "admin" ? "admin" : "web"}, ${at},
        ${status === "confirmed" ? at : null}, ${expiresAt}, (select version_id from current_policies))
      returning id, number, email, requested_email, language
    ), sold as (
      insert into order_lines (order_id, product_id, variation_id, slug, sku, name, options, thumbnail, quantity,
        unit_price_amount, discount_amount, tax_rate_ppm, tax_amount, total_amount, tracks_stock, return_days,
        withdrawal_exclusion, measure)
      select placed.id, l.product_id, l.variation_id, l.slug, l.sku, l.name, l.options, l.thumbnail, l.quantity,
        l.unit_price_amount, l.discount_amount, l.tax_rate_ppm, l.tax_amount, l.total_amount, l.tracks_stock,
        l.return_days, l.withdrawal_exclusion, l.measure
      from placed, jsonb_array_elements(${JSON.stringify(lines)}::jsonb) with ordinality as line (fields, place),
        jsonb_populate_record(null::order_lines, line.fields) l
      order by line.place
      returning id, quantity, total_amount, tax_amount
    ), charged as (
      insert into order_transactions (order_id, kind, amount, tax_amount, currency, order_line_id, quantity, cause,
        actor_type, actor_id, at)
      select placed.id, c.kind, c.amount, c.tax, ${draft.currency}, c.line, c.quantity, 'placed',
        ${draft.actor.type}::text, ${draft.actor.id}::bigint, ${at}::timestamptz
      from placed, (
        select 'charge' as kind, total_amount as amount, tax_amount as tax, id as line, quantity
        from sold
        union all
        -- Shipping.
        select 'charge', ${totals.total}::bigint - coalesce(sum(total_amount), 0)::int8,
          ${totals.tax}::bigint - coalesce(sum(tax_amount), 0)::int8, null, null
        from sold
        union all
        select 'gift_card', ${totals.gift_cards}::bigint, 0, null, null
      ) c
      where c.amount <> 0
    ), timeline as (
      insert into order_events (order_id, type, to_state, actor_type, actor_id, data, is_public, at)
      select id, 'placed', ${status}, ${draft.actor.type}, ${draft.actor.id},
        ${JSON.stringify({ is_free: isFree })}::jsonb, true, ${at}
      from placed
    )
    select number, email, requested_email, language, (select array_agg(id order by id) from sold) as line_ids
    from placed`;
}

/** The requested address, and the confirmed one that emails go to: the same, or else the account's. */
const recipients = ({ userId, email }: Pick<OrderDraft, "userId" | "email">) => sql`
    requested as (
      select coalesce(${email}::text, (select email from account_contacts where id = ${userId})) as email
    ), confirmed as (
      select c.email, lower(c.email) = lower(r.email) as is_requested
      from requested r, confirmed_emails c
      where c.user_id = ${userId} and (c.is_main or lower(c.email) = lower(r.email))
      order by is_requested desc
      limit 1
    )`;

/** Query: the new lines to reserve stock for. */
export const linesToReserve = (orderId: string) =>
  sql<LineToReserve>`
    select id as order_line_id, variation_id, quantity
    from order_lines
    where order_id = ${orderId}::uuid and tracks_stock`;

const json = (value: object | null) => (value === null ? null : JSON.stringify(value));
