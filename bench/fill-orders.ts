import { Kysely, PostgresDialect, sql } from "kysely";
import pg from "pg";
import type { Connection, Db } from "#server/platform/database/database.ts";

const chunk = 50_000;

/** Adds customers, and orders of the products on sale with all that their lists show, as sets of rows. */
export async function fillOrders(connection: Connection, { customers, orders }: { customers: number; orders: number }) {
  // A pool without the time limits of the shop's.
  const pool = new pg.Pool({ ...connection, max: 1, options: "-c statement_timeout=0" });
  const db: Db = new Kysely({ dialect: new PostgresDialect({ pool }) });
  await sql`
    insert into users (email, fullname, created_at)
    select 'customer-' || n || '@example.com',
      (array['Anna', 'Ben', 'Clara', 'David', 'Emma', 'Felix', 'Greta', 'Henri'])[n % 8 + 1] || ' '
        || (array['Meyer', 'Novak', 'Olsen', 'Petit', 'Quinn', 'Rossi', 'Silva'])[n % 7 + 1] || ' ' || n,
      now() - make_interval(mins => n)
    from generate_series(1, ${customers}::int) n
    on conflict do nothing`.execute(db);
  await sql`drop table if exists bench_sold, bench_buyers`.execute(db);
  await sql`
    create unlogged table bench_sold as
    select row_number() over (order by v.id) - 1 as place, v.id as variation_id, v.product_id, v.sku, v.price_amount, p.slug,
      p.name
    from variations v
    join products p on p.id = v.product_id
    where p.status = 'active' and v.sku is not null`.execute(db);
  await sql`create unique index on bench_sold (place)`.execute(db);
  await sql`create unlogged table bench_buyers as
    select row_number() over (order by id) - 1 as place, id, email, fullname from users where email like 'customer-%'`.execute(
    db,
  );
  await sql`create unique index on bench_buyers (place)`.execute(db);
  await sql`alter table order_transactions disable trigger order_transactions_add_up`.execute(db);
  for (let from = 0; from < orders; from += chunk) {
    await insertOrders(db, from, Math.min(orders, from + chunk), orders);
    console.log(`${Math.min(orders, from + chunk)} orders`);
  }
  await sql`alter table order_transactions enable trigger order_transactions_add_up`.execute(db);
  await sql`drop table bench_sold, bench_buyers`.execute(db);
  await fillOthers(db);
  await sql`vacuum analyze`.execute(db);
  await db.destroy();
}

/** Orders `from` to `to`, the last one placed now, over three years; each has one or two lines. */
const insertOrders = (db: Db, from: number, to: number, count: number) =>
  sql`
    with planned as (
      select n, gen_random_uuid() as id, b.id as user_id, b.email, b.fullname, 1 + n % 2 as lines,
        now() - make_interval(secs => (${count}::int - n) * 94.6) as at,
        case
          when n % 1000 = 0 then 'on_hold'
          when ${count} - n < 3000 and n % 3 = 0 then 'pending_payment'
          when ${count} - n < 3000 then 'confirmed'
          when n % 20 = 1 then 'cancelled'
          when n % 50 = 2 then 'expired'
          else 'completed'
        end as status,
        (array['demo', 'demo', 'demo', 'demo', 'demo', 'demo', 'demo', 'bank', 'bank', 'cod'])[n % 10 + 1] as method,
        (array['DE', 'DE', 'DE', 'DE', 'FR', 'FR', 'AT', 'NL', 'IT', 'CH'])[n / 7 % 10 + 1] as country,
        n % 3 + 1 as shipping
      from generate_series(${from}::int, ${to - 1}::int) n
      join bench_buyers b on b.place = (n * 7919::bigint) % (select count(*) from bench_buyers)
    ), chosen as (
      select p.id as order_id, p.at, p.status, s.*
      from planned p
      cross join generate_series(1, p.lines) line
      join bench_sold s on s.place = (power(((p.n * 31 + line * 17) * 7919::bigint % 100000) / 100000.0, 3)
        * (select count(*) - 1 from bench_sold))::int
    ), totals as (
      select order_id, sum(price_amount) as total, count(*) as quantity from chosen group by order_id
    ), placed as (
      insert into orders (id, user_id, email, fullname, status, payment_status, fulfilment_status, payment_method, currency,
        subtotal_amount, shipping_amount, tax_amount, total_amount, prices_include_tax, quantity, shipping_address,
        shipping_method, placed_at, confirmed_at)
      select p.id, p.user_id, p.email, p.fullname, p.status,
        case when p.status in ('pending_payment', 'expired', 'cancelled') then 'unpaid' else 'paid' end,
        case when p.status = 'completed' then 'delivered' else 'unfulfilled' end, p.method, 'EUR', t.total, 490, 0,
        t.total + 490, true, t.quantity,
        jsonb_build_object('fullname', p.fullname, 'line1', 'Main Street ' || p.n, 'city', 'Berlin', 'postal_code',
          '10115', 'country', p.country),
        jsonb_build_object('id', p.shipping, 'name', 'Standard', 'min_days', 2, 'max_days', 3), p.at,
        case when p.status not in ('pending_payment', 'expired') then p.at end
      from planned p
      join totals t on t.order_id = p.id
      order by p.n
      returning id
    ), lines as (
      insert into order_lines (order_id, product_id, variation_id, slug, sku, name, thumbnail, quantity, unit_price_amount,
        tax_rate_ppm, tax_amount, total_amount, fulfilled_qty)
      select c.order_id, c.product_id, c.variation_id, c.slug, c.sku, c.name, '/images/placeholder', 1, c.price_amount,
        0, 0, c.price_amount, case when c.status = 'completed' then 1 else 0 end
      from chosen c
      returning id, order_id, total_amount
    )
    insert into order_transactions (order_id, kind, amount, currency, order_line_id, quantity, cause, actor_type)
    select l.order_id, 'charge', l.total_amount, 'EUR', l.id, 1, 'placed', 'customer' from lines l
    union all
    select p.id, 'charge', 490, 'EUR', null, null, 'placed', 'customer' from planned p
    union all
    select p.id, 'payment', t.total + 490, 'EUR', null, null, 'bench', 'provider'
    from planned p
    join totals t on t.order_id = p.id
    where p.status in ('confirmed', 'completed', 'on_hold')`.execute(db);

/** Returns, reviews, coupons, gift cards and changes. */
async function fillOthers(db: Db) {
  await sql`
    with returned as (
      insert into returns (id, order_id, user_id, status, requested_at)
      select gen_random_uuid(), o.id, o.user_id,
        (array['requested', 'approved', 'received', 'refunded', 'refunded'])[1 + o.number % 5], o.placed_at
      from orders o
      where o.status = 'completed' and o.number % 50 = 0
      returning id, order_id
    )
    insert into return_lines (return_id, order_line_id, quantity, reason_code)
    select r.id, l.id, 1, 'other' from returned r join order_lines l on l.order_id = r.order_id`.execute(db);
  await sql`
    insert into reviews (product_id, user_id, author, rating, title, body, status, created_at)
    select l.product_id, o.user_id, o.fullname, 1 + o.number % 5, 'Title ' || o.number, 'As described, arrived soon.',
      (array['published', 'published', 'published', 'published', 'pending'])[1 + o.number % 5], o.placed_at
    from orders o
    join order_lines l on l.order_id = o.id
    where o.number % 10 = 0 and o.user_id is not null and l.product_id is not null
    on conflict do nothing`.execute(db);
  await sql`
    insert into coupons (code, kind, value, currency)
    select 'BENCH' || n, 'percent', 1000, 'EUR' from generate_series(1, 20000) n`.execute(db);
  await sql`
    insert into gift_cards (code_hash, last4, currency, initial_amount, balance_amount, recipient)
    select sha256(('bench' || n)::bytea), right('0000' || n, 4), 'EUR', 5000, 5000, 'Customer ' || n
    from generate_series(1, 100000) n`.execute(db);
  await sql`
    insert into changes (actor_user_id, action, entity, entity_id, after, at)
    select (select min(id) from users where role = 'admin'), 'update', 'product', (n % 10000)::text,
      jsonb_build_object('name', 'Name ' || n), now() - make_interval(mins => n)
    from generate_series(1, 500000) n`.execute(db);
}
