import { type RawBuilder, sql } from "kysely";
import type { NewAddress } from "#contract/accounts/accounts.ts";
import { maxCounted } from "#contract/endpoint.ts";
import { type OrderFilters, type OrderQuery, type OrderView } from "#contract/orders/order-list.ts";
import type { OrderSummary } from "#contract/orders/orders.ts";
import { type Balance, balanceColumns, lineCredits } from "#server/orders/ledger/ledger.sql.ts";
import { ordersWithRefundsToSend } from "#server/payments/payments.ts";
import { type Db, getRow, getValue, listRows, listValues } from "#server/platform/database/database.ts";
import { patternOf } from "#server/platform/database/lists.sql.ts";

export interface SummaryRow extends Omit<OrderSummary, "total" | "due" | "refunds_to_send" | "customer"> {
  total_amount: number;
  currency: string;
  user_id: number | null;
  fullname: string;
  email: string | null;
  requested_email: string | null;
}

/** Whether the items of an order `o` return to the cart it was placed from: not those of staff or of a deleted account. */
export const fromCart = sql`(o.cart_id is not null and o.user_id is not null and o.anonymize_at is null)`;

const orderings: Record<OrderQuery["sort"], RawBuilder<unknown>> = {
  "-placed_at": sql`o.placed_at desc, o.number desc`,
  placed_at: sql`o.placed_at, o.number`,
  "-total": sql`o.total_amount desc, o.number desc`,
  total: sql`o.total_amount, o.number`,
};

/** Filters of orders; the days of `from` and `to` are those of the time zone. */
export type Filters = OrderFilters & { timezone: string };

/** A search finds this many orders, the newest ones. */
export const maxOrdersFound = 500;

/** One page of orders, with their number, which is counted up to one more than `limit`. */
export async function listOrders(
  db: Db,
  query: Filters & Pick<OrderQuery, "sort" | "page" | "per_page">,
  limit: number,
): Promise<{ rows: SummaryRow[]; total: number }> {
  const found = query.name ? await searchOrders(db, query) : undefined;
  const where = found ? sql`o.id = any(${found}::uuid[])` : matching(query);
  const page = sql<SummaryRow>`
    select o.id, o.number, o.status, o.payment_status, o.payment_method, o.fulfilment_status, o.placed_at, o.packed_at, o.quantity,
      o.total_amount, o.currency, o.user_id, o.fullname, o.email, o.requested_email, ${fromCart} as from_cart,
      array(select l.thumbnail from order_lines l where l.order_id = o.id order by l.id limit 4) as thumbnails
    from orders o
    where ${where}
    order by ${orderings[query.sort]}
    limit ${query.per_page} offset ${(query.page - 1) * query.per_page}`.execute(db);
  if (found) return { rows: (await page).rows, total: Math.min(found.length, limit + 1) };
  const [{ rows }, total] = await Promise.all([
    page,
    getValue<number>(db)`select ${countUpTo(limit + 1, where)} as total`,
  ]);
  return { rows, total };
}

/** The ids of the orders that match, once for a page and its count. */
const searchOrders = (db: Db, query: Filters) =>
  listValues<string>(db)`select o.id from orders o where ${matching(query)}`;

const countUpTo = (limit: number, where: RawBuilder<unknown>) => sql`
  (select count(*)::int from (select from orders o where ${where} limit ${limit}) counted)`;

/** The number of orders of each view, up to `maxCounted`. */
export async function countViews(db: Db): Promise<Record<OrderView, number>> {
  const columns = Object.entries(viewClauses).map(
    ([view, where]) => sql`${countUpTo(maxCounted, where)} as ${sql.ref(view)}`,
  );
  return getRow<Record<OrderView, number>>(db)`select ${sql.join(columns)}`;
}

export type ExportRow = Omit<SummaryRow, "id" | "thumbnails" | "packed_at" | "from_cart"> & {
  /** The order number. */
  id: number;
  order_id: string;
  subtotal_amount: number;
  discount_amount: number;
  shipping_amount: number;
  tax_amount: number;
  prices_include_tax: boolean;
  reverse_charge: { vat_id: string } | null;
  coupon_code: string | null;
  shipping_address: NewAddress;
  shipping_method: { name: string } | null;
} & Balance;

/** Up to `limit` orders for export, newest first, below the number `after`. */
export const listOrdersForExport = (db: Db, filters: Filters, after: number | null, limit: number) =>
  listRows<ExportRow>(db)`
    select o.number as id, o.id as order_id, o.number, o.status, o.payment_status, o.payment_method, o.fulfilment_status, o.placed_at,
      o.quantity, ${balanceColumns},
      o.subtotal_amount, o.discount_amount, o.shipping_amount, o.tax_amount, o.total_amount, o.currency, o.user_id,
      o.prices_include_tax, o.reverse_charge, o.fullname, o.email, o.requested_email, o.coupon_code,
      o.shipping_address, o.shipping_method
    from orders o
    left join order_balance b on b.order_id = o.id
    where ${matching(filters)} and (${after}::bigint is null or o.number < ${after})
    order by o.number desc
    limit ${limit}`;

export interface ItemExportRow {
  /** Of the line. */
  id: number;
  number: number;
  placed_at: string;
  status: string;
  sku: string | null;
  name: string;
  options: { name: string; value: string }[];
  quantity: number;
  cancelled_qty: number;
  returned_qty: number;
  currency: string;
  unit_price_amount: number;
  discount_amount: number;
  tax_rate_ppm: number;
  tax_amount: number;
  total_amount: number;
  credited_amount: number;
  prices_include_tax: boolean;
}

/** Up to `limit` items of orders for export, newest first, below the line `after`. */
export const listItemsForExport = (db: Db, filters: Filters, after: number | null, limit: number) =>
  listRows<ItemExportRow>(db)`
    select l.id, o.number, o.placed_at, o.status, l.sku, l.name, l.options, l.quantity, l.cancelled_qty, l.returned_qty,
      o.currency, l.unit_price_amount, l.discount_amount, coalesce(l.tax_rate_ppm, l.tax_rate_bp * 100) as tax_rate_ppm,
      l.tax_amount, l.total_amount, c.credited_amount, o.prices_include_tax
    from order_lines l
    join orders o on o.id = l.order_id
    cross join ${lineCredits} c
    where ${matching(filters)} and (${after}::bigint is null or l.id < ${after})
    order by l.id desc
    limit ${limit}`;

/** The condition of each view, for orders `o`. */
export const viewClauses: Record<OrderView, RawBuilder<unknown>> = {
  unpaid: sql`o.status = 'pending_payment'`,
  to_ship: sql`o.status in ('confirmed', 'processing') and o.fulfilment_status in ('unfulfilled', 'partial')`,
  on_hold: sql`o.status = 'on_hold'`,
  returns: sql`exists (select from returns r where r.order_id = o.id and r.status = 'requested')`,
  refunds_to_send: sql`o.id in (${ordersWithRefundsToSend})`,
  completed: sql`o.status = 'completed'`,
};

/** A condition of an order `o` for each filter. */
const conditions: {
  [Name in keyof OrderFilters]-?: (value: NonNullable<OrderFilters[Name]>, filters: Filters) => RawBuilder<unknown>;
} = {
  id: (ids) => sql`o.id = any(${ids}::uuid[])`,
  number: (numbers) => sql`o.number = any(${numbers}::bigint[])`,
  status: (status) => sql`o.status = ${status}`,
  view: (view) => viewClauses[view],
  name: (name, { name: _name, ...others }) => sql`o.id in (${searching(name.trim(), matching(others))})`,
  customer_id: (id) => sql`o.user_id = ${id}`,
  from: (day, { timezone }) => sql`o.placed_at >= ${day}::timestamp at time zone ${timezone}`,
  to: (day, { timezone }) => sql`o.placed_at < (${day}::date + interval '1 day') at time zone ${timezone}`,
  sold: (isSold) => sql`is_sold(o.status, o.confirmed_at) = ${isSold}`,
  moved_from: (_day, filters) => hadMoney(filters),
  moved_to: (_day, filters) => (filters.moved_from ? sql`true` : hadMoney(filters)),
  refunded_from: (_day, filters) => wasRefunded(filters),
  refunded_to: (_day, filters) => (filters.refunded_from ? sql`true` : wasRefunded(filters)),
  payment_status: (status) => sql`o.payment_status = ${status}`,
  payment_method: (method) => sql`o.payment_method = ${method}`,
  shipping_method: (id) => sql`(o.shipping_method ->> 'id')::bigint = ${id}`,
  fulfilment_status: (status) => sql`o.fulfilment_status = ${status}`,
  product_id: (id) => sql`o.id in (select l.order_id from order_lines l where l.product_id = ${id})`,
  sku: (sku) => sql`o.id in (select l.order_id from order_lines l where lower(l.sku) = lower(${sku}))`,
  country: (country) => sql`o.shipping_address ->> 'country' = ${country}`,
  total_min: (amount) => sql`o.total_amount >= ${amount}`,
  total_max: (amount) => sql`o.total_amount <= ${amount}`,
};

const refundKinds = sql`('refund', 'chargeback', 'chargeback_reversal')`;

/** Money went back in this period, or came back to the shop: what the dashboard's figure of refunds counts. */
const wasRefunded = ({ refunded_from: from, refunded_to: to, timezone }: Filters) =>
  hasEntries(refundKinds, { from, to, timezone });

/** Money was paid or went back in this period: what the dashboard's revenue counts. */
const hadMoney = ({ moved_from: from, moved_to: to, timezone }: Filters) =>
  hasEntries(sql`('payment', 'refund', 'chargeback', 'chargeback_reversal')`, { from, to, timezone });

type Period = { from: string | undefined; to: string | undefined; timezone: string };

const hasEntries = (kinds: RawBuilder<unknown>, { from = "-infinity", to = "infinity", timezone }: Period) => sql`
  o.id in (
    select t.order_id
    from order_transactions t
    where t.kind in ${kinds}
      and t.at >= ${from}::timestamp at time zone ${timezone}
      and t.at < (${to}::timestamp + interval '1 day') at time zone ${timezone})`;

function matching(filters: Filters): RawBuilder<unknown> {
  const clauses = (Object.keys(conditions) as (keyof OrderFilters)[]).flatMap((name) => {
    const value = filters[name];
    const condition = conditions[name] as (value: unknown, filters: Filters) => RawBuilder<unknown>;
    return value === undefined || value === "" ? [] : [condition(value, filters)];
  });
  return clauses.length > 0 ? sql.join(clauses, sql` and `) : sql`true`;
}

/** Query: the newest orders with these words that also match `where`; each branch uses an index of its own. */
function searching(words: string, where: RawBuilder<unknown>) {
  const number = /^#?\d{1,15}$/.test(words) ? Number(words.replace("#", "")) : null;
  // The domain of an email address is in too many rows to be read from the index.
  const local = /^.*[^@]{3}@/.exec(words)?.[0] ?? words;
  const matches = (text: RawBuilder<unknown>) =>
    local === words
      ? sql`${text} ilike ${patternOf(words)}`
      : sql`${text} ilike ${patternOf(local)} and (${text} || '') ilike ${patternOf(words)}`;
  return sql`
    (select o.id
    from orders o
    where o.number = ${number} and ${where})
    union all
    (select o.id
    from orders o
    where ${matches(
      sql`(o.fullname || ' ' || coalesce(o.email, '') || ' ' || coalesce(o.requested_email, ''))`,
    )} and ${where}
    order by o.placed_at desc
    limit ${maxOrdersFound + 1})
    union all
    (select l.order_id
    from order_lines l
    join orders o on o.id = l.order_id
    where ${matches(sql`(l.name || ' ' || coalesce(l.sku, ''))`)} and ${where}
    order by l.id desc
    limit ${maxOrdersFound + 1})`;
}
