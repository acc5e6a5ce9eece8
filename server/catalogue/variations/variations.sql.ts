import { sql } from "kysely";
import type { AdminVariation } from "#contract/catalogue/product-form.ts";
import { productLimits } from "#contract/catalogue/product-limits.ts";
import {
  type Db,
  findRow,
  findValue,
  hasRows,
  isAffected,
  listRows,
  listValues,
  type Tx,
} from "#server/platform/database/database.ts";

/** The columns written when a variation is saved. */
export type VariationRow = Omit<
  AdminVariation,
  "id" | "option_value_ids" | "on_hand" | "on_hand_was" | "reserved" | "low_stock_level" | "version"
> & { id: number | null; option_key: string };
export type ExistingVariation = VariationRow & Pick<AdminVariation, "id" | "version" | "option_value_ids">;
export interface OptionChoice {
  id: number;
  option_group_id: number;
  label: string;
}

/** The variations of a product in order, without deleted ones. */
export const listVariations = (db: Db | Tx, productId: number) =>
  listRows<ExistingVariation>(db)`
    select v.id, v.sku, v.barcode, v.option_key, v.title, v.price_amount, v.compare_at_amount, v.cost_amount,
      v.weight_g, v.measure, v.track_stock, v.allow_backorder, v.max_per_order, v.is_active, v.position, v.version,
      array(
        select o.option_value_id
        from variation_options o
        left join product_option_groups g on g.product_id = v.product_id and g.option_group_id = o.option_group_id
        where o.variation_id = v.id
        order by g.position, o.option_group_id
      ) as option_value_ids
    from variations v
    where v.product_id = ${productId} and v.deleted_at is null
    order by v.position, v.id`;

/** Option values by id, locked so that they are not deleted meanwhile. */
export async function getOptionChoices(
  tx: Tx,
  valueIds: readonly (number | null)[],
): Promise<Map<number, OptionChoice>> {
  const rows = await listRows<OptionChoice>(tx)`
    select id, option_group_id, label
    from option_values
    where id = any(${valueIds}::bigint[])
    order by id
    for key share`;
  return new Map(rows.map((row) => [row.id, row]));
}

/** SKUs and barcodes among these that variations other than `ours` have. */
export const listTakenCodes = (
  tx: Tx,
  { skus, barcodes, ours }: { skus: string[]; barcodes: string[]; ours: number[] },
) =>
  listRows<{ sku: string | null; barcode: string | null }>(tx)`
    select sku, barcode from variations
    where sku = any(${skus}::text[]) and deleted_at is null and not id = any(${ours}::bigint[])
    union all
    select sku, barcode from variations
    where barcode = any(${barcodes}::text[]) and deleted_at is null and not id = any(${ours}::bigint[])`;

export const deleteVariationRows = (tx: Tx, ids: readonly number[]) =>
  sql`
    update variations
    set deleted_at = now(), version = version + 1
    where id = any(${ids}::bigint[])
      and deleted_at is null`.execute(tx);

/** Clears unique columns, so that variations can swap options or SKUs. */
export const clearUniqueColumns = (tx: Tx, ids: readonly number[]) =>
  sql`
    update variations
    set option_key = 'moving-' || id, sku = null, barcode = null
    where id = any(${ids}::bigint[])`.execute(tx);

/** Restores a deleted variation; false if it isn't deleted. */
export const restoreVariationRow = (tx: Tx, id: number) =>
  isAffected(tx)`
    update variations set deleted_at = null, version = version + 1 where id = ${id} and deleted_at is not null`;

/**
 * Whether a deleted variation can be restored: its product is there, has the same option groups and room for it, and no
 * other variation has its options, SKU or barcode by now.
 */
export const isRestorable = (tx: Tx, id: number) =>
  hasRows(tx)`
    select
    from variations v
    join products p on p.id = v.product_id and p.deleted_at is null
    where v.id = ${id} and v.deleted_at is not null
      and array(select option_group_id from variation_options where variation_id = v.id order by 1)
        = array(select option_group_id from product_option_groups where product_id = v.product_id order by 1)
      and not exists (
        select from variations other
        where other.deleted_at is null
          and ((other.product_id = v.product_id and other.option_key = v.option_key)
            or other.sku = v.sku or other.barcode = v.barcode))
      and (select count(*) from variations other where other.product_id = v.product_id and other.deleted_at is null)
        < ${productLimits.variations}`;

/** Whether a variation of those deleted with a product has lost an option value since: it could not be chosen. */
export const hasLostOptions = (tx: Tx, productId: number) =>
  hasRows(tx)`
    select
    from variations v
    join products p on p.id = v.product_id
    where p.id = ${productId} and v.deleted_at is not distinct from p.deleted_at
      and cardinality(string_to_array(v.option_key, '-'))
        <> (select count(*) from variation_options o where o.variation_id = v.id)
    limit 1`;

/** Restores deleted variations of a product, without their options and codes. */
export const restoreVariationRows = (tx: Tx, productId: number, ids: readonly number[]) =>
  sql`
    update variations
    set deleted_at = null, option_key = 'moving-' || id, sku = null, barcode = null, version = version + 1
    where product_id = ${productId} and id = any(${ids}::bigint[]) and deleted_at is not null`.execute(tx);

/** Writes the order of a product's variations; those not in it stay behind them. */
export const writeOrder = (tx: Tx, productId: number, ids: readonly number[]) =>
  sql`
    update variations v
    set position = o.place, version = v.version + 1
    from (
      select id, row_number() over (order by w.place nulls last, position, id) - 1 as place
      from variations
      left join unnest(${ids}::bigint[]) with ordinality as w (id, place) using (id)
      where product_id = ${productId} and deleted_at is null
    ) o
    where v.id = o.id and v.position <> o.place`.execute(tx);

const recordset = (rows: readonly VariationRow[]) => sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (
    id bigint, sku text, barcode text, option_key text, title text, price_amount bigint, compare_at_amount bigint,
    cost_amount bigint, weight_g int, measure jsonb, track_stock boolean, allow_backorder boolean, max_per_order int,
    is_active boolean, position int)`;

export const updateVariationRows = (tx: Tx, rows: readonly VariationRow[]) =>
  sql`
    update variations v
    set sku = r.sku, barcode = r.barcode, option_key = r.option_key, title = r.title, price_amount = r.price_amount,
      compare_at_amount = r.compare_at_amount, cost_amount = r.cost_amount, weight_g = r.weight_g,
      measure = nullif(r.measure, 'null'),
      track_stock = r.track_stock, allow_backorder = r.allow_backorder, max_per_order = r.max_per_order,
      is_active = r.is_active, position = r.position, version = v.version + 1
    from ${recordset(rows)}
    where v.id = r.id`.execute(tx);

/** Inserts variations; returns their ids by option key. */
export async function insertVariationRows(tx: Tx, productId: number, rows: readonly VariationRow[]) {
  const inserted = await sql<{ id: number; option_key: string }>`
    insert into variations (product_id, sku, barcode, option_key, title, price_amount, compare_at_amount, cost_amount,
      weight_g, measure, track_stock, allow_backorder, max_per_order, is_active, position)
    select ${productId}, sku, barcode, option_key, title, price_amount, compare_at_amount, cost_amount,
      weight_g, nullif(measure, 'null'), track_stock, allow_backorder, max_per_order, is_active, position
    from ${recordset(rows)}
    order by position
    returning id, option_key`.execute(tx);
  return new Map(inserted.rows.map((row) => [row.option_key, row.id]));
}

/** Writes the option values of all variations and the option groups of the product, in this order. */
export async function writeVariationOptions(
  tx: Tx,
  productId: number,
  { pairs, groupIds }: { pairs: { variation_id: number; choice: OptionChoice }[]; groupIds: number[] },
) {
  const flat = pairs.map(({ variation_id, choice }) => ({
    variation_id,
    option_value_id: choice.id,
    option_group_id: choice.option_group_id,
  }));
  await sql`
    with wanted as (
      select variation_id, option_group_id, option_value_id
      from jsonb_to_recordset(${JSON.stringify(flat)}::jsonb)
        as r (variation_id bigint, option_group_id bigint, option_value_id bigint)
    ), dropped as (
      delete from variation_options o
      where variation_id in (select id from variations where product_id = ${productId} and deleted_at is null)
        and not exists (select from wanted w where (w.variation_id, w.option_group_id) = (o.variation_id, o.option_group_id))
    )
    insert into variation_options as o (variation_id, option_group_id, option_value_id)
    select variation_id, option_group_id, option_value_id from wanted
    on conflict (variation_id, option_group_id) do update set option_value_id = excluded.option_value_id
    where o.option_value_id <> excluded.option_value_id`.execute(tx);
  await sql`
    with dropped as (
      delete from product_option_groups
      where product_id = ${productId} and not option_group_id = any(${groupIds}::bigint[])
    )
    insert into product_option_groups as o (product_id, option_group_id, position)
    select ${productId}, id, place - 1 from unnest(${groupIds}::bigint[]) with ordinality as g (id, place)
    on conflict (product_id, option_group_id) do update set position = excluded.position
    where o.position <> excluded.position`.execute(tx);
}

/** The product of a variation, unless either is deleted. */
export const findProductOfVariation = (db: Db | Tx, id: number) =>
  findValue<number>(db)`
    select v.product_id
    from variations v
    join products p on p.id = v.product_id and p.deleted_at is null
    where v.id = ${id} and v.deleted_at is null`;

/** Gives a variation and its product another version, as forms of both have what was changed of its stock. */
export const incrementVersionsOf = (tx: Tx, id: number) =>
  sql`
    with changed as (
      update variations set version = version + 1 where id = ${id} returning product_id
    )
    update products p
    set version = p.version + 1, updated_at = now()
    from changed c
    where p.id = c.product_id`.execute(tx);

/** What a variation and its product are now. */
export interface StoredVariationState extends Record<string, unknown> {
  /** Its SKU, or the name of its product. */
  name: string;
  product_id: number;
}

/** The state of a variation, unless it or its product is deleted. */
export const findVariationState = (tx: Tx, id: number) =>
  findRow<StoredVariationState>(tx)`
    select coalesce(v.sku, p.name) as name, v.product_id
    from variations v
    join products p on p.id = v.product_id and p.deleted_at is null
    where v.id = ${id} and v.deleted_at is null`;

/** A query for the variations of products. */
export const variationsOfProducts = (productIds: readonly number[]) =>
  sql`select id from variations where product_id = any(${productIds}::bigint[]) and deleted_at is null`;

export const listVariationIds = (tx: Tx, productIds: readonly number[]) =>
  listValues<number>(tx)`
    select id from variations where product_id = any(${productIds}::bigint[]) and deleted_at is null`;
