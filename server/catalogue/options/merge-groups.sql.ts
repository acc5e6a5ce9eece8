import { sql } from "kysely";
import { hasRows, listRows, type Tx, tableOf } from "#server/platform/database/database.ts";

interface Merge {
  id: number;
  intoId: number;
}

/** Whether a product that is not deleted has both groups. */
export const isUsedTogether = (tx: Tx, { id, intoId }: Merge) =>
  hasRows(tx)`
    select
    from product_option_groups one
    join product_option_groups other on other.product_id = one.product_id and other.option_group_id = ${intoId}
    join products p on p.id = one.product_id and p.deleted_at is null
    where one.option_group_id = ${id}
    limit 1`;

/** The values of a group with those of the same label in the other, or null. */
export const listValuePairs = (tx: Tx, { id, intoId }: Merge) =>
  listRows<{ id: number; label: string; into_id: number | null }>(tx)`
    select v.id, v.label, other.id as into_id
    from option_values v
    left join option_values other on other.option_group_id = ${intoId} and lower(other.label) = lower(v.label)
    where v.option_group_id = ${id}
    order by v.position, v.id`;

/** Adds values to the end of another group, under these codes. */
export const moveValues = (tx: Tx, intoId: number, values: readonly { id: number; code: string }[]) =>
  sql`
    update option_values v
    set option_group_id = ${intoId}, code = r.code,
      position = r.place + (select coalesce(max(position), -1) from option_values where option_group_id = ${intoId})
    from unnest(${values.map(({ id }) => id)}::bigint[], ${values.map(({ code }) => code)}::text[])
      with ordinality as r (id, code, place)
    where v.id = r.id`.execute(tx);

/** Gives variations and products the other group, and deletes the group with the values that have a pair. */
export async function replaceGroup(tx: Tx, { id, intoId }: Merge, pairs: readonly { id: number; into_id: number }[]) {
  // Deleted variations and products may have both.
  await sql`
    delete from variation_options one using variation_options other
    where one.variation_id = other.variation_id and one.option_group_id = ${id}
      and other.option_group_id = ${intoId}`.execute(tx);
  await sql`
    delete from product_option_groups one using product_option_groups other
    where one.product_id = other.product_id and one.option_group_id = ${id}
      and other.option_group_id = ${intoId}`.execute(tx);
  await sql`
    update variation_options o
    set option_group_id = ${intoId}, option_value_id = coalesce(r.into_id, o.option_value_id)
    from option_values v
    left join ${tableOf(pairs, "r", { id: "bigint", into_id: "bigint" })} on r.id = v.id
    where o.option_group_id = ${id} and v.id = o.option_value_id`.execute(tx);
  await sql`update product_option_groups set option_group_id = ${intoId} where option_group_id = ${id}`.execute(tx);
  await sql`delete from option_values where option_group_id = ${id}`.execute(tx);
  await sql`delete from option_groups where id = ${id}`.execute(tx);
}

/** Computes the option keys of products' variations anew. */
export const updateOptionKeys = (tx: Tx, productIds: readonly number[]) =>
  sql`
    update variations v
    set option_key = k.key, version = v.version + 1
    from (
      select o.variation_id, string_agg(o.option_value_id::text, '-' order by o.option_value_id) as key
      from variation_options o
      join variations of on of.id = o.variation_id and of.deleted_at is null
      where of.product_id = any(${productIds}::bigint[])
      group by o.variation_id
    ) k
    where v.id = k.variation_id and v.option_key <> k.key`.execute(tx);
