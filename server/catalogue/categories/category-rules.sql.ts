import { type RawBuilder, sql } from "kysely";
import type { CategoryRules } from "#contract/catalogue/category-rules.ts";
import { isOnSale } from "#server/catalogue/products/on-sale.sql.ts";
import { type Db, hasRows, listRows, listValues, type Tx } from "#server/platform/database/database.ts";

/** The values of a product that rules read, as SQL. */
export interface RuleValues {
  tagIds: RawBuilder<unknown>;
  minPrice: RawBuilder<unknown>;
  maxPrice: RawBuilder<unknown>;
  discount: RawBuilder<unknown>;
  inStock: RawBuilder<unknown>;
}

/** The conditions of rules (jsonb), for joins as `r` with products: a row each, with `match` of its rules. */
export const conditionsOf = (rules: RawBuilder<unknown>) => sql`
  lateral (
    select ${rules} ->> 'match' as match, condition.*
    from jsonb_to_recordset(${rules} -> 'conditions') as condition (field text, key text, op text, value text)
  ) r`;

/** Whether product `p` matches its conditions `r`, with derived values not stored yet; null without conditions. */
export const matchesRules = (values: RuleValues): RawBuilder<boolean> => sql`
  case min(r.match) when 'any' then bool_or(${holds(values)}) else bool_and(${holds(values)}) end`;

const holds = (values: RuleValues) => sql`
  coalesce(case r.field
    when 'tag' then r.value::bigint = any(${values.tagIds})
    when 'type' then p.product_type_id = r.value::bigint
    when 'brand' then p.brand = r.value
    when 'attribute' then p.attributes ->> r.key = r.value
    when 'price' then case r.op when 'less_than' then ${values.minPrice} < r.value::bigint
      else ${values.maxPrice} > r.value::bigint end
    when 'discount' then ${values.discount} >= r.value::int
    when 'stock' then ${values.inStock} = (r.value = 'in_stock')
    when 'published' then p.published_at > now() - make_interval(days => r.value::int)
  end, false) <> (r.op = 'is_not')`;

/** The values as they were derived last. */
export const storedValues: RuleValues = {
  tagIds: sql`p.tag_ids`,
  minPrice: sql`p.min_price_amount`,
  maxPrice: sql`p.max_price_amount`,
  discount: sql`p.discount`,
  inStock: sql`p.in_stock`,
};

/** Locks the rules against the wait of `waitForRefreshes`, until the products of this transaction are committed. */
export const lockRulesShared = (tx: Tx) =>
  sql`select pg_advisory_xact_lock_shared(hashtext('category rules'))`.execute(tx);

/** Waits up to a second for transactions that refresh products and may have read rules of before. */
export async function waitForRefreshes(tx: Tx) {
  await sql`set local lock_timeout = '1s'`.execute(tx);
  await sql`select pg_advisory_xact_lock(hashtext('category rules'))`.execute(tx);
}

/** A category whose rules, or whose place, name or visibility were changed; the latter `withMembers`. */
export interface RuleChange {
  id: number;
  withMembers: boolean;
}

/** Whether a category or one below it has rules. */
export const hasRulesInSubtree = (tx: Tx, id: number) =>
  hasRows(tx)`
    select from categories
    where rules is not null and deleted_at is null and ${id}::bigint = any(ancestor_ids)
    limit 1`;

/** The products that match a category's rules and are not in it, or the reverse; `withMembers` also its members. */
export const listProductsToRefresh = (db: Db, { id, withMembers }: RuleChange) =>
  listValues<number>(db)`
    with conditions as materialized (
      select r.*
      from categories c
      cross join ${conditionsOf(sql`c.rules`)}
      where c.id = ${id} and c.deleted_at is null
    ),
    subtree as materialized (
      select array_agg(id) as ids from categories where ${withMembers} and ${id}::bigint = any(ancestor_ids)
    )
    select p.id
    from products p
    where p.deleted_at is null
      and (p.rule_category_ids && (select ids from subtree)
        or coalesce((select ${matchesRules(storedValues)} from conditions r), false)
          <> (${id} = any(p.rule_category_ids)))
    order by p.id`;

export const listCategoriesWithRules = (db: Db) =>
  listValues<number>(db)`
    select id from categories where rules is not null and deleted_at is null order by id`;

export interface MatchingProduct {
  id: number;
  name: string;
  thumbnail: string;
  price_amount: number;
  currency: string;
}
/** The number of products on sale that match, and the most popular of them. */
export async function listMatchingProducts(db: Db, rules: CategoryRules, limit: number) {
  const rows = await listRows<{ total: number; products: MatchingProduct[] }>(db)`
    with conditions as materialized (
      select r.* from ${conditionsOf(sql`${JSON.stringify(rules)}::jsonb`)}
    ),
    matching as materialized (
      select p.id, p.name, p.card ->> 'thumbnail' as thumbnail, p.min_price_amount as price_amount, p.currency,
        p.popularity
      from products p
      where ${isOnSale} and (select ${matchesRules(storedValues)} from conditions r)
    )
    select (select count(*)::int from matching) as total,
      coalesce((
        select json_agg(row_to_json(m) order by m.popularity desc, m.id desc)
        from (select * from matching order by popularity desc, id desc limit ${limit}) m
      ), '[]') as products`;
  return rows[0] ?? { total: 0, products: [] };
}

/** Rewrites the conditions on a tag that is merged into another one; returns the categories that have some. */
export const replaceTagInRules = (tx: Tx, tagId: number, intoId: number) =>
  listValues<number>(tx)`
    update categories
    set version = version + 1, rules = jsonb_set(rules, '{conditions}', (
      select jsonb_agg(
        case when c.condition @> ${JSON.stringify({ field: "tag", value: tagId })}::jsonb
          then jsonb_set(c.condition, '{value}', ${JSON.stringify(intoId)}::jsonb) else c.condition end
        order by c.place)
      from jsonb_array_elements(rules -> 'conditions') with ordinality as c (condition, place)))
    where rules -> 'conditions' @> ${JSON.stringify([{ field: "tag", value: tagId }])}::jsonb
    returning id`;
