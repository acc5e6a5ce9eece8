import { sql } from "kysely";
import { type Db, listRows, type Tx } from "#server/platform/database/database.ts";

/** Days since the prices of products on sale were reduced. */
const saleDays = 9;

/** Sets the launch dates of products, so many days ago, and their price history since then. */
export const backdateProducts = (tx: Tx, products: { id: number; days: number }[]) =>
  sql`
    with launched as (
      select id, now() - make_interval(days => days) as at
      from unnest(${products.map(({ id }) => id)}::bigint[], ${products.map(({ days }) => days)}::int[]) as p (id, days)
    ), priced as (
      select v.id, l.at, v.compare_at_amount as before,
        case
          when v.compare_at_amount is null then l.at
          else greatest(l.at, now() - make_interval(days => ${saleDays}))
        end as since
      from launched l
      join variations v on v.product_id = l.id
    ), prices as (
      update price_history h set effective_from = p.since
      from priced p
      where h.variation_id = p.id
    ), prices_before as (
      insert into price_history (variation_id, price_amount, effective_from, effective_to)
      select id, before, at, since from priced where since > at
    )
    update products p set published_at = l.at, created_at = l.at, updated_at = l.at
    from launched l
    where p.id = l.id`.execute(tx);

/** Sets when people joined, so many days ago. */
export const backdatePeople = (tx: Tx, people: { id: number; days: number }[]) =>
  sql`
    update users u set created_at = now() - make_interval(days => p.days)
    from unnest(${people.map(({ id }) => id)}::bigint[], ${people.map(({ days }) => days)}::int[]) as p (id, days)
    where u.id = p.id`.execute(tx);

/** The cart an order of the demo data was placed from. */
export const insertOrderedCart = (tx: Tx, id: string, userId: number) =>
  sql`insert into carts (id, user_id, status) values (${id}::uuid, ${userId}, 'ordered')`.execute(tx);

/** Dates notifications back to the event of their order that they are about, and marks those older than a day as read. */
export const backdateNotifications = (tx: Tx) =>
  sql`
    update notifications n
    set created_at = e.at, read_at = case when e.at < now() - interval '1 day' then e.at end
    from orders o
    join order_events e on e.order_id = o.id
    where n.link like '%/orders/' || o.id
      and e.id = (
        select v.id from order_events v
        where v.order_id = o.id
        order by v.type = replace(replace(n.type, 'new_order', 'confirmed'), 'order_', '') desc, v.at desc
        limit 1
      )`.execute(tx);

/** Marks the notifications about new accounts as read. */
export const readOldNotifications = (tx: Tx) =>
  sql`
    update notifications set read_at = now(), created_at = now() - interval '2 days'
    where type = 'new_user' and read_at is null`.execute(tx);

export interface SeededReview {
  product_id: number;
  user_id: number;
  rating: number;
  title: string;
  body: string;
  days: number;
}

/** Inserts published reviews, verified as those that customers write, with the order of those that have one. */
export const insertReviews = (tx: Tx, reviews: SeededReview[]) =>
  sql`
    insert into reviews
      (product_id, user_id, author, rating, title, body, status, verified, order_line_id, created_at, updated_at)
    select r.product_id, r.user_id,
      split_part(u.fullname, ' ', 1) || ' ' || left(split_part(u.fullname, ' ', 2), 1) || '.',
      r.rating, r.title, r.body, 'published', true, p.order_line_id, at, at
    from jsonb_to_recordset(${JSON.stringify(reviews)}::jsonb)
      as r (product_id bigint, user_id bigint, rating int, title text, body text, days int)
    cross join lateral (select now() - make_interval(days => r.days) as at) written
    join users u on u.id = r.user_id
    left join received_products p on p.user_id = r.user_id and p.product_id = r.product_id`.execute(tx);

/** Sum and number of published ratings by product. */
export const sumStars = (tx: Tx) =>
  listRows<{ product_id: number; sum: number; count: number }>(tx)`
    select product_id, sum(rating)::int as sum, count(*)::int as count
    from reviews where status = 'published' group by product_id`;

/** Product ids by slug. */
export async function productIds(db: Db | Tx): Promise<Map<string, number>> {
  const rows = await listRows<{ id: number; slug: string }>(db)`select id, slug from products`;
  return new Map(rows.map(({ id, slug }) => [slug, id]));
}

/** The variation ids of each product in order, by product slug. */
export async function variationIds(db: Db | Tx): Promise<Map<string, number[]>> {
  const rows = await listRows<{ slug: string; ids: number[] }>(db)`
    select p.slug, array_agg(v.id order by v.position, v.id) as ids
    from products p join variations v on v.product_id = p.id
    group by p.slug`;
  return new Map(rows.map(({ slug, ids }) => [slug, ids]));
}

/** Option values of colors by label. */
export async function colorIds(db: Db | Tx): Promise<Map<string, number>> {
  const rows = await listRows<{ id: number; label: string }>(db)`
    select v.id, v.label
    from option_values v
    join option_groups g on g.id = v.option_group_id
    where g.name = 'Color'`;
  return new Map(rows.map(({ id, label }) => [label, id]));
}

export const setCategoryImage = (tx: Tx, path: string, imageId: number) =>
  sql`update categories set image_id = ${imageId} where path = ${path}`.execute(tx);

/** Updates the planner's statistics after a bulk insert. */
export const analyze = (db: Db) => sql`analyze`.execute(db);
