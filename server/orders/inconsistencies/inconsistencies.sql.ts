import { sql } from "kysely";
import { lineCredits } from "#server/orders/ledger/ledger.sql.ts";
import { type Db, getRow, listRows, type Tx } from "#server/platform/database/database.ts";

/** A stored figure that differs from what it is derived from. */
export interface Discrepancy {
  area: "orders" | "payments" | "stock" | "coupons" | "gift_cards";
  /** The figure, and the id of its row. */
  check: string;
  id: string;
  order_id: string | null;
  /** For people: order number, coupon code. */
  name: string;
  expected: number | null;
  found: number | null;
  unit: "money" | "count" | "status";
  /** For a wrong status. */
  statuses?: { expected: string; found: string };
  /** Subject and problem in one line, for logs and tests. */
  of: string;
  problem: string;
}
type OrderRow = Omit<Discrepancy, "area" | "of" | "order_id"> & { order_id: string };

/** Orders with inconsistent totals, lines, shipments, reservations or ledger. */
export async function listInconsistentOrders(db: Db | Tx): Promise<Discrepancy[]> {
  const rows = await listRows<OrderRow>(db)`
    ${inconsistentTotals}
    union all
    ${inconsistentLines}
    union all
    ${inconsistentShipments}
    union all
    ${inconsistentReservations}
    union all
    ${inconsistentLedgers}`;
  return rows.map((row) => ({ ...row, area: "orders", of: row.order_id }));
}

/** Totals of orders against their lines. */
const inconsistentTotals = sql`
  select c.check, o.id::text as id, o.id::text as order_id, o.number::text as name, c.expected::int8 as expected,
    c.found::int8 as found, c.unit,
    c.check || ' ' || c.found || ' but lines sum to ' || c.expected as problem
  from orders o
  left join (
    select order_id, sum(unit_price_amount * quantity) as goods, sum(discount_amount) as discounts,
      sum(quantity) as quantity
    from order_lines
    group by order_id
  ) s on s.order_id = o.id
  cross join lateral (values
    ('subtotal', coalesce(s.goods, 0), o.subtotal_amount, 'money'),
    ('discount', coalesce(s.discounts, 0), o.discount_amount, 'money'),
    ('quantity', coalesce(s.quantity, 0), o.quantity::int8, 'count')
  ) as c ("check", expected, found, unit)
  where c.expected <> c.found`;

/** Total and tax of lines against units, price, discount and rate, rounded half up. */
const inconsistentLines = sql`
  select c.check, l.id::text, l.order_id::text, o.number::text, c.expected::int8, c.found::int8, 'money',
    'line ' || l.id || ' says ' || c.found || ' but comes to ' || c.expected
  from order_lines l
  join orders o on o.id = l.order_id
  cross join lateral (select coalesce(l.tax_rate_ppm, l.tax_rate_bp * 100) as rate) t
  cross join lateral (select l.unit_price_amount * l.quantity - l.discount_amount as net,
    1000000 + case when o.prices_include_tax then t.rate else 0 end as whole) n
  cross join lateral (values
    ('line_total', n.net + case when o.prices_include_tax then 0 else l.tax_amount end, l.total_amount),
    ('line_tax', div(2 * n.net::numeric * t.rate + n.whole, 2 * n.whole)::int8, l.tax_amount)
  ) as c ("check", expected, found)
  where c.expected <> c.found`;

/** Shipped units of lines against the shipments. */
const inconsistentShipments = sql`
  select 'shipped', l.id::text, l.order_id::text, o.number::text, coalesce(sum(i.quantity), 0)::int8,
    l.fulfilled_qty::int8, 'count',
    'line ' || l.id || ' shipped ' || l.fulfilled_qty || ' but shipments hold ' || coalesce(sum(i.quantity), 0)
  from order_lines l
  join orders o on o.id = l.order_id
  left join (
    fulfilment_lines i
    join fulfilments f on f.id = i.fulfilment_id and f.status <> 'cancelled'
  ) on i.order_line_id = l.id
  group by l.id, o.number
  having l.fulfilled_qty <> coalesce(sum(i.quantity), 0)`;

/** Units to reserve and shipped units of lines against the reservations, and reservations without a line. */
const inconsistentReservations = sql`
  select case when held <> wanted then 'held' else 'left' end, line_id::text, order_id::text, number::text,
    case when held <> wanted then wanted else fulfilled_qty end::int8,
    case when held <> wanted then held else committed end::int8, 'count',
    'status ' || status || ', line ' || line_id || ' needs ' || wanted || ' reserved but has ' || held
      || ', and shipped ' || fulfilled_qty || ' but committed ' || committed
  from (
    select o.id as order_id, o.number, o.status, l.id as line_id, l.fulfilled_qty,
      case
        when o.status in ('pending_payment', 'confirmed', 'processing', 'on_hold')
        then l.quantity - l.cancelled_qty - l.fulfilled_qty
        else 0
      end as wanted,
      coalesce(sum(r.quantity - r.committed) filter (where r.state = 'active'), 0) as held,
      coalesce(sum(r.committed), 0) as committed
    from orders o
    join order_lines l on l.order_id = o.id and l.tracks_stock
    left join line_reservations r on r.order_line_id = l.id
    where coalesce(o.hold_reason, '') not in ('paid_no_stock', 'amount_mismatch_late')
    group by o.id, l.id
  ) lines
  where held <> wanted or committed <> fulfilled_qty
  union all
  select 'stray_reservation', r.order_line_id::text, r.order_id::text, 'none', null::int8, r.quantity::int8, 'count',
    'reservation without a line: ' || r.order_line_id
  from line_reservations r
  left join order_lines l on l.id = r.order_line_id and l.order_id = r.order_id
  where l.id is null`;

/** The ledger of orders against their total, and of lines against their cancelled and returned units. */
const inconsistentLedgers = sql`
  select c.check, o.id::text, o.id::text, o.number::text, c.expected::int8, c.found::int8, 'money',
    'the ledger says ' || c.check || ' ' || c.found || ' but it should be ' || c.expected
  from orders o
  left join order_balance b on b.order_id = o.id
  cross join lateral (values
    ('charged', o.total_amount, coalesce(b.charged_amount, 0)),
    ('ended_credit', case when o.status in ('cancelled', 'expired') then o.total_amount end, b.credited_amount)
  ) as c ("check", expected, found)
  where c.expected <> c.found
  union all
  select 'line_credit', l.id::text, l.order_id::text, o.number::text, w.value::int8, c.credited_amount, 'money',
    'line ' || l.id || ' is credited ' || c.credited_amount || ' but its units are worth ' || w.value
  from order_lines l
  join orders o on o.id = l.order_id
  cross join ${lineCredits} c
  cross join lateral (select l.total_amount * (l.cancelled_qty + l.returned_qty) / l.quantity as value) w
  where abs(c.credited_amount - w.value) > l.cancelled_qty + l.returned_qty`;

/** Customers whose stored totals differ from their orders and payments. */
export const listInconsistentCustomers = (db: Db | Tx) =>
  listRows<Pick<Discrepancy, "check" | "id" | "name" | "expected" | "found" | "problem"> & { unit: "money" | "count" }>(
    db,
  )`
    select c.check, user_id::text as id, user_id::text as name, c.expected::int8, c.found::int8, c.unit,
      c.check || ' ' || c.found || ' ' || currency || ' but it should be ' || c.expected as problem
    from (
      select o.user_id, o.currency, count(*) filter (where is_sold(o.status, o.confirmed_at)) as orders,
        coalesce(sum(b.paid_amount - b.refunded_amount), 0) as spent
      from orders o
      left join order_balance b on b.order_id = o.id
      where o.user_id is not null
      group by o.user_id, o.currency
    ) own
    full join customer_totals t using (user_id, currency)
    cross join lateral (values
      ('customer_orders', coalesce(own.orders, 0), coalesce(t.orders, 0), 'count'),
      ('customer_spent', coalesce(own.spent, 0), coalesce(t.spent, 0), 'money')
    ) as c ("check", expected, found, unit)
    where c.expected <> c.found`;

/** Number of orders and lines. */
export const countOrders = (db: Db | Tx) =>
  getRow<{ orders: number; lines: number }>(db)`
    select (select count(*) from orders)::int as orders,
      (select count(*) from order_lines)::int as lines`;
