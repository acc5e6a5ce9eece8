import { sql } from "kysely";
import type { OptionGroup } from "#contract/catalogue/option-groups.ts";
import {
  type Db,
  findValue,
  hasRows,
  isAffected,
  listRows,
  listValues,
  type Tx,
  tableOf,
} from "#server/platform/database/database.ts";
import { idOrNext } from "#server/platform/database/ids.sql.ts";

/** Every option group with its values, both in their order. */
export const listOptionGroups = (db: Db | Tx) =>
  listRows<OptionGroup>(db)`
    select g.id, g.name, g.code, g.display,
      coalesce(
        json_agg(json_build_object('id', v.id, 'label', v.label, 'code', v.code, 'swatch', v.swatch)
          order by v.position, v.id) filter (where v.id is not null),
        '[]'
      ) as values,
      g.version
    from option_groups g
    left join option_values v on v.option_group_id = g.id
    group by g.id
    order by g.position, g.id`;

export const insertOptionGroup = async (
  tx: Tx,
  { id, name, code, display }: Pick<OptionGroup, "name" | "code" | "display"> & { id?: number },
) =>
  (await findValue<number>(tx)`
    insert into option_groups (id, name, code, display, position) overriding system value
    values (${idOrNext("option_groups", id)}, ${name}, ${code}, ${display}, (select coalesce(max(position) + 1, 0) from option_groups))
    returning id`) ?? 0;

type GroupRow = Pick<OptionGroup, "name" | "display" | "version">;

/** False when the group has another version by now. */
export const updateOptionGroupRow = (tx: Tx, id: number, { name, display, version }: GroupRow) =>
  isAffected(tx)`
    update option_groups
    set name = ${name}, display = ${display}, version = version + 1
    where id = ${id} and version = ${version}`;

/** Numbers the groups in this order; the others follow in theirs. */
export const updateOptionGroupPositions = (tx: Tx, ids: number[]) =>
  sql`
    update option_groups g
    set position = n.place - 1
    from (
      select g.id, row_number() over (order by w.place nulls last, g.position, g.id)::int as place
      from option_groups g
      left join unnest(${ids}::bigint[]) with ordinality as w (id, place) on w.id = g.id
    ) n
    where n.id = g.id`.execute(tx);

/** Inserts values again, with the ids that they had, in this order. */
export const insertOptionValues = (tx: Tx, groupId: number, values: OptionGroup["values"]) =>
  sql`
    insert into option_values (id, option_group_id, label, code, swatch, position) overriding system value
    select n.id, ${groupId}, n.label, n.code, n.swatch, n.place - 1
    from unnest(
      ${values.map(({ id }) => id)}::bigint[], ${values.map(({ label }) => label)}::text[],
      ${values.map(({ code }) => code)}::text[], ${values.map(({ swatch }) => swatch)}::text[]
    ) with ordinality as n (id, label, code, swatch, place)`.execute(tx);

export interface OptionValueRow {
  id?: number | undefined;
  label: string;
  code: string;
  swatch: string | null;
}

/** Writes the values of a group in this order; those with an id are updated, the others are inserted. */
export async function writeOptionValues(tx: Tx, groupId: number, values: OptionValueRow[]) {
  const rows = sql`
    unnest(
      ${values.map(({ id }) => id ?? null)}::bigint[], ${values.map(({ label }) => label)}::text[],
      ${values.map(({ code }) => code)}::text[], ${values.map(({ swatch }) => swatch)}::text[]
    ) with ordinality as n (id, label, code, swatch, place)`;
  await sql`
    update option_values v
    set label = n.label, swatch = n.swatch, position = n.place - 1
    from ${rows}
    where v.id = n.id and v.option_group_id = ${groupId}`.execute(tx);
  await sql`
    insert into option_values (option_group_id, label, code, swatch, position)
    select ${groupId}, n.label, n.code, n.swatch, n.place - 1
    from ${rows}
    where n.id is null
    order by n.place`.execute(tx);
}

/** Locks a group against other changes of it. */
export const lockGroup = (tx: Tx, id: number) =>
  sql`select from option_groups where id = ${id} for no key update`.execute(tx);

/** Locks values that are to be deleted, so that no product gets one of them meanwhile. */
export const lockOptionValues = (tx: Tx, ids: readonly number[]) =>
  sql`select from option_values where id = any(${ids}::bigint[]) order by id for update`.execute(tx);

/** Whether a variation that is not deleted has one of these values. */
export const isAnyValueInUse = (tx: Tx, valueIds: number[]) =>
  hasRows(tx)`
    select
    from variation_options vo
    join variations v on v.id = vo.variation_id and v.deleted_at is null
    join products p on p.id = v.product_id and p.deleted_at is null
    where vo.option_value_id = any(${valueIds}::bigint[])
    limit 1`;

/** Deletes values, also from deleted variations. */
export async function deleteOptionValues(tx: Tx, valueIds: number[]) {
  await sql`delete from variation_options where option_value_id = any(${valueIds}::bigint[])`.execute(tx);
  await sql`delete from option_values where id = any(${valueIds}::bigint[])`.execute(tx);
}

/** Deletes a group without values in use, also from deleted products. */
export async function deleteOptionGroupRow(tx: Tx, id: number) {
  await sql`delete from product_option_groups where option_group_id = ${id}`.execute(tx);
  await sql`delete from option_groups where id = ${id}`.execute(tx);
}

/** Whether a product that is not deleted has this group. */
export const isGroupInUse = (tx: Tx, id: number) =>
  hasRows(tx)`
    select
    from product_option_groups g
    join products p on p.id = g.product_id and p.deleted_at is null
    where g.option_group_id = ${id}
    limit 1`;

/** Products whose cards may show a value of this group. */
export const listProductsWithGroup = (tx: Tx, id: number) =>
  listValues<number>(tx)`
    select product_id as id
    from product_option_groups g
    join products p on p.id = g.product_id and p.deleted_at is null
    where g.option_group_id = ${id}`;

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

/**
 * Computes the option keys of variations with this group anew, also of deleted ones, which are compared by them before they
 * are restored. One that lost an option keeps its key, which shows that.
 */
export const updateOptionKeys = (tx: Tx, groupId: number) =>
  sql`
    update variations v
    set option_key = k.key, version = v.version + 1
    from (
      select o.variation_id, string_agg(o.option_value_id::text, '-' order by o.option_value_id) as key, count(*) as options
      from variation_options o
      where o.variation_id in (select variation_id from variation_options where option_group_id = ${groupId})
      group by o.variation_id
    ) k
    where v.id = k.variation_id and v.option_key <> k.key
      and cardinality(string_to_array(v.option_key, '-')) = k.options`.execute(tx);
