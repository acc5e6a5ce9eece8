import { sql } from "kysely";
import type { AdminProduct, ProductStatus } from "#contract/catalogue/product-form.ts";
import {
  type Db,
  findRow,
  hasRows,
  isAffected,
  listRows,
  listValues,
  type Tx,
} from "#server/platform/database/database.ts";
import { assertFound } from "#server/platform/http/problem.ts";
import { isOnSale } from "./on-sale.sql.ts";

export type ProductRow = Omit<AdminProduct, keyof ProductRelations | "variations" | "images">;
/** Whether there is any product, published or not. */
export const hasProducts = (db: Db) => hasRows(db)`select from products where deleted_at is null limit 1`;

/** Whether any product is on sale. */
export const hasProductsOnSale = (db: Db) => hasRows(db)`select from products p where ${isOnSale} limit 1`;

/** Whether shoppers can buy any product at a reduced price. */
export const hasReducedProducts = (db: Db) => hasRows(db)`select from products where is_reduced limit 1`;

/** Whether there are prices, those of deleted products included, unless the undo of an import deleted them. */
export const hasPrices = (tx: Tx) =>
  hasRows(tx)`
    select from variations v join products p on p.id = v.product_id where not p.is_reverted limit 1`;

/** Marks a product that an undo deleted, which nothing brings back. */
export const markReverted = (tx: Tx, id: number) =>
  sql`update products set is_reverted = true where id = ${id} and deleted_at is not null`.execute(tx);

/** The columns written when a product is saved. */
export type ProductFields = Omit<
  ProductRow,
  "id" | "published_at" | "currency" | "version" | "created_at" | "updated_at"
>;

type ProductRelations = Pick<AdminProduct, "category_ids" | "rule_category_ids" | "tag_ids" | "related_ids">;

const columns = sql`id, slug, name, subtitle, description_html, product_type_id, tax_class_id, brand, status,
  published_at, publish_at, unpublish_at, attributes, safety, country_of_origin, energy_label, seo, currency,
  version, created_at, updated_at`;

/** Columns: the categories of a product `p`, the main one first, and its tags. */
export const assignedColumns = sql`
  array(select category_id from product_categories where product_id = p.id order by position, category_id)
    as category_ids,
  array(select tag_id from product_tags where product_id = p.id order by tag_id) as tag_ids`;

export const findProductRow = (db: Db | Tx, id: number) =>
  findRow<ProductRow & ProductRelations>(db)`
    select ${columns}, rule_category_ids,
      ${assignedColumns},
      array(
        select r.related_id
        from product_relations r
        join products other on other.id = r.related_id
        where r.product_id = p.id and other.deleted_at is null
        order by r.position
      ) as related_ids
    from products p
    where id = ${id} and deleted_at is null`;

export const lockProduct = (tx: Tx, id: number) =>
  findRow<ProductRow>(tx)`
    select ${columns}
    from products
    where id = ${id} and deleted_at is null
    for no key update`;

export async function insertProductRow(tx: Tx, fields: ProductFields & { currency: string }): Promise<number> {
  const rows = await listRows<{ id: number }>(tx)`
    insert into products (slug, name, subtitle, description_html, product_type_id, tax_class_id, brand, status,
      published_at, publish_at, unpublish_at, attributes, safety, country_of_origin, energy_label,
      seo, currency)
    values (${fields.slug}, ${fields.name}, ${fields.subtitle}, ${fields.description_html}, ${fields.product_type_id},
      ${fields.tax_class_id}, ${fields.brand}, ${fields.status}, case when ${fields.status} = 'active' then now() end,
      ${fields.publish_at}, ${fields.unpublish_at}, ${JSON.stringify(fields.attributes)}::jsonb,
      ${fields.safety && JSON.stringify(fields.safety)}::jsonb, ${fields.country_of_origin},
      ${fields.energy_label && JSON.stringify(fields.energy_label)}::jsonb, ${JSON.stringify(fields.seo)}::jsonb, ${fields.currency})
    returning id`;
  return assertFound(rows[0]).id;
}

/** Updates a product and returns its new version. It is published when it becomes active for the first time. */
export async function updateProductRow(tx: Tx, id: number, fields: ProductFields): Promise<number> {
  const rows = await listRows<{ version: number }>(tx)`
    update products
    set slug = ${fields.slug}, name = ${fields.name}, subtitle = ${fields.subtitle},
      description_html = ${fields.description_html}, product_type_id = ${fields.product_type_id},
      tax_class_id = ${fields.tax_class_id}, brand = ${fields.brand}, status = ${fields.status},
      published_at = case when ${fields.status} = 'active' then coalesce(published_at, now()) else published_at end,
      publish_at = ${fields.publish_at}, unpublish_at = ${fields.unpublish_at},
      attributes = ${JSON.stringify(fields.attributes)}::jsonb, seo = ${JSON.stringify(fields.seo)}::jsonb,
      safety = ${fields.safety && JSON.stringify(fields.safety)}::jsonb,
      country_of_origin = ${fields.country_of_origin},
      energy_label = ${fields.energy_label && JSON.stringify(fields.energy_label)}::jsonb,
      version = version + 1, updated_at = now()
    where id = ${id}
    returning version`;
  return assertFound(rows[0]).version;
}

/** Locks those of these products that exist; returns their names and statuses, by id. */
export async function lockNamesAndStatuses(tx: Tx, ids: readonly number[]) {
  const rows = await listRows<{ id: number; name: string; was: ProductStatus }>(tx)`
    select id, name, status as was
    from products
    where id = any(${ids}::bigint[]) and deleted_at is null
    order by id
    for no key update`;
  return new Map(rows.map((row) => [row.id, row]));
}

export type ProductColumns = Pick<ProductRow, "id" | "status" | "publish_at" | "unpublish_at" | "product_type_id">;

/** Writes columns of products and counts their versions up. A product is published when it first becomes active. */
export const updateProductColumns = (tx: Tx, products: readonly ProductColumns[]) =>
  sql`
    update products p
    set status = r.status, publish_at = r.publish_at, unpublish_at = r.unpublish_at,
      product_type_id = r.product_type_id, version = version + 1, updated_at = now(),
      published_at = case when r.status = 'active' then coalesce(published_at, now()) else published_at end
    from jsonb_to_recordset(${JSON.stringify(products)}::jsonb)
      as r (id bigint, status text, publish_at timestamptz, unpublish_at timestamptz, product_type_id bigint)
    where p.id = r.id`.execute(tx);

/** Locks drafts to be published by `now` and active products to be unpublished, in the order of their ids. */
export const lockDueProducts = (tx: Tx, now: Date, limit: number) =>
  listRows<ProductColumns>(tx)`
    select id, status, publish_at, unpublish_at, product_type_id
    from products
    where deleted_at is null
      and ((status = 'draft' and publish_at <= ${now}) or (status = 'active' and unpublish_at <= ${now}))
    order by id
    limit ${limit}
    for no key update`;

/** The fields that reference an unknown product type, category or tag. */
export const findMissingReferences = (
  tx: Db | Tx,
  { typeId = null, categoryIds, tagIds }: { typeId?: number | null; categoryIds: number[]; tagIds: number[] },
) =>
  listValues<string>(tx)`
    select 'product_type_id' as field
    where ${typeId}::bigint is not null and not exists (select from product_types where id = ${typeId})
    union all
    select 'category_ids' where exists (
      select from unnest(${categoryIds}::bigint[]) as wanted (id)
      where not exists (select from categories c where c.id = wanted.id and c.deleted_at is null))
    union all
    select 'tag_ids' where exists (
      select from unnest(${tagIds}::bigint[]) as wanted (id)
      where not exists (select from tags t where t.id = wanted.id))`;

/** Those of categories that are not deleted. */
export const listPresentCategories = (tx: Tx, ids: readonly number[]) =>
  listValues<number>(tx)`select id from categories where id = any(${ids}::bigint[]) and deleted_at is null`;

/** Those of tags that are not deleted. */
export const listPresentTags = (tx: Tx, ids: readonly number[]) =>
  listValues<number>(tx)`select id from tags where id = any(${ids}::bigint[])`;

/** Sets the categories of a product; the first is its main one. Deleted ones are left out, as in an undo. */
export async function writeCategories(tx: Tx, id: number, categoryIds: readonly number[]) {
  await sql`
    delete from product_categories
    where product_id = ${id}
      and (not category_id = any(${categoryIds}::bigint[])
        or exists (select from categories c where c.id = category_id and c.deleted_at is not null))`.execute(tx);
  await sql`
    insert into product_categories (product_id, category_id, position)
    select ${id}, c.id, min(w.place) - 1
    from unnest(${categoryIds}::bigint[]) with ordinality as w (id, place)
    join categories c on c.id = w.id and c.deleted_at is null
    group by c.id
    on conflict (product_id, category_id) do update set position = excluded.position`.execute(tx);
  await sql`
    update products
    set main_category_id = (
      select category_id from product_categories where product_id = ${id} order by position, category_id limit 1)
    where id = ${id}`.execute(tx);
}

/** Sets the tags of a product. Deleted ones are left out, as in an undo. */
export async function writeTags(tx: Tx, id: number, tagIds: readonly number[]) {
  await sql`delete from product_tags where product_id = ${id} and not tag_id = any(${tagIds}::bigint[])`.execute(tx);
  await sql`
    insert into product_tags (product_id, tag_id)
    select ${id}::bigint, id from tags where id = any(${tagIds}::bigint[])
    on conflict do nothing`.execute(tx);
}

/** Sets the products shown first as related; itself and deleted ones are left out. */
export async function writeRelated(tx: Tx, id: number, relatedIds: readonly number[]) {
  await sql`delete from product_relations where product_id = ${id}`.execute(tx);
  await sql`
    insert into product_relations (product_id, related_id, position)
    select ${id}, p.id, min(place)
    from unnest(${relatedIds}::bigint[]) with ordinality as r (id, place)
    join products p on p.id = r.id
    where p.deleted_at is null and p.id <> ${id}
    group by p.id`.execute(tx);
}

/** Marks a product and its variations as deleted. */
export async function deleteProductRow(tx: Tx, id: number) {
  await sql`
    update products set deleted_at = now(), version = version + 1, updated_at = now() where id = ${id}`.execute(tx);
  await sql`
    update variations
    set deleted_at = now(), version = version + 1
    where product_id = ${id}
      and deleted_at is null`.execute(tx);
}

/** Restores a deleted product with the variations that were deleted with it; false if there is none. */
export const restoreProductRow = (tx: Tx, id: number) =>
  isAffected(tx)`
    with deleted as (select id, deleted_at from products where id = ${id} and deleted_at is not null for update),
    restored as (
      update variations v
      set deleted_at = null, version = version + 1
      from deleted d
      where v.product_id = d.id and v.deleted_at = d.deleted_at
    )
    update products p
    set deleted_at = null, version = version + 1, updated_at = now()
    from deleted d
    where p.id = d.id`;

export const incrementVersions = (tx: Tx, ids: readonly number[]) =>
  sql`update products set version = version + 1, updated_at = now() where id = any(${ids}::bigint[])`.execute(tx);
