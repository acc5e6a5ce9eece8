import { isOnSale } from "#server/catalogue/products/on-sale.sql.ts";
import { type Db, findRow, listRows, listValues, type Tx } from "#server/platform/database/database.ts";

/** The categories of a product on sale, each with its ancestors, root first; and its tags. */
export const findCategoriesAndTags = (db: Db, id: number) =>
  findRow<{ category_paths: number[][]; tag_ids: number[] }>(db)`
    select p.tag_ids, coalesce((
      select json_agg(c.ancestor_ids order by c.id)
      from categories c
      where c.id = any(p.rule_category_ids)
        or c.id in (select category_id from product_categories where product_id = p.id)
    ), '[]') as category_paths
    from products p
    where p.id = ${id} and ${isOnSale}`;

/** The products on sale that a merchant shows as related, in order. */
export const listChosenIds = (db: Db, productId: number, limit: number) =>
  listValues<number>(db)`
    select p.id
    from product_relations r
    join products p on p.id = r.related_id
    where r.product_id = ${productId} and ${isOnSale}
    order by r.position
    limit ${limit}`;

export interface BoughtTogetherPair {
  product_id: number;
  other_id: number;
  /** Number of orders with both. */
  orders: number;
}

/** Replaces all pairs; true if any changed. */
export async function replacePairs(tx: Tx, pairs: readonly BoughtTogetherPair[]): Promise<boolean> {
  const rows = await listRows<{ changes: number }>(tx)`
    with given as materialized (
      select *
      from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as t (product_id bigint, other_id bigint, orders int)
    ),
    deleted as (
      delete from bought_together b
      where not exists (select from given t where t.product_id = b.product_id and t.other_id = b.other_id)
      returning 1
    ),
    written as (
      insert into bought_together as b (product_id, other_id, orders)
      select product_id, other_id, orders from given
      on conflict (product_id, other_id) do update set orders = excluded.orders where b.orders <> excluded.orders
      returning 1
    )
    select (select count(*) from deleted)::int + (select count(*) from written)::int as changes`;
  return (rows[0]?.changes ?? 0) > 0;
}

/** Products on sale and in stock that were ordered with one, most frequent first. */
export const listBoughtTogetherIds = (db: Db, productId: number, limit: number) =>
  listValues<number>(db)`
    select p.id
    from bought_together b
    join products p on p.id = b.other_id
    where b.product_id = ${productId} and ${isOnSale} and p.in_stock
    order by b.orders desc, p.popularity desc, p.id desc
    limit ${limit}`;
