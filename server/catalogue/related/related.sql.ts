import { sql } from "kysely";
import type { Db } from "#server/platform/database/database.ts";
import { isOnSale } from "#server/catalogue/list/list.sql.ts";

/** The categories a product on sale was put in, and its tags. */
export async function findProductCategoriesAndTags(
  db: Db,
  id: number,
): Promise<{ shelves: number[]; tags: number[] } | undefined> {
  const { rows } = await sql<{ shelves: number[]; tags: number[] }>`
    select p.tag_ids as tags, array(select category_id from product_categories where product_id = p.id) as shelves
    from products p
    where p.id = ${id} and ${isOnSale}`.execute(db);
  return rows[0];
}

/** Ids of products that go with one, best first: of its own categories, with its tags, then whatever is popular. */
export async function relatedIds(db: Db, productId: number, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with this as materialized (
      select p.tag_ids, array(select category_id from product_categories where product_id = p.id) as shelf_ids
      from products p
      where p.id = ${productId}
    ),
    near as materialized (
      select id
      from products p, this
      where p.category_ids && this.shelf_ids and ${isOnSale}
      order by popularity desc, id desc
      limit 100
    ),
    alike as materialized (
      select id
      from products p, this
      where (select count(*) from near) <= ${limit}::int and p.tag_ids && this.tag_ids and ${isOnSale}
      order by popularity desc, id desc
      limit 100
    ),
    popular as (
      select id
      from products p
      where (select count(*) from near) + (select count(*) from alike) <= 2 * ${limit}::int and ${isOnSale}
      order by popularity desc, id desc
      limit ${limit + 1}
    ),
    candidates as (select id from near union select id from alike union select id from popular)
    select p.id
    from candidates
    join products p using (id)
    cross join this
    where p.id <> ${productId}
    order by p.in_stock desc, p.category_ids && this.shelf_ids desc,
      cardinality(array(select unnest(p.tag_ids) intersect select unnest(this.tag_ids))) desc,
      p.popularity desc, p.id desc
    limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}
