import { sql } from "kysely";
import type { z } from "zod";
import type { ProductType, ProductTypeForm, Tag } from "#contract/catalogue/vocabulary.ts";
import type { Db, Tx } from "#server/platform/database/database.ts";

type Ids = Promise<number[]>;
const idsOf = ({ rows }: { rows: { id: number }[] }) => rows.map(({ id }) => id);

export async function allTags(db: Db | Tx): Promise<Tag[]> {
  const { rows } = await sql<Tag>`select id, name, slug from tags order by lower(name), id`.execute(db);
  return rows;
}

export async function insertTag(tx: Tx, name: string, slug: string): Promise<Tag | undefined> {
  const { rows } = await sql<Tag>`
    insert into tags (name, slug) values (${name}, ${slug}) returning id, name, slug`.execute(tx);
  return rows[0];
}

export async function renameTag(tx: Tx, id: number, name: string, slug: string): Promise<Tag | undefined> {
  const { rows } = await sql<Tag>`
    update tags set name = ${name}, slug = ${slug} where id = ${id} returning id, name, slug`.execute(tx);
  return rows[0];
}

export async function removeTag(tx: Tx, id: number): Promise<boolean> {
  const { numAffectedRows } = await sql`delete from tags where id = ${id}`.execute(tx);
  return numAffectedRows === 1n;
}

export const productsTagged = async (tx: Tx, tagId: number): Ids =>
  idsOf(await sql<{ id: number }>`select product_id as id from product_tags where tag_id = ${tagId}`.execute(tx));

/** Tags a product that exists with a tag that exists. */
export async function linkTag(tx: Tx, productId: number, tagId: number): Promise<void> {
  await sql`
    insert into product_tags (product_id, tag_id) values (${productId}, ${tagId}) on conflict do nothing`.execute(tx);
}

export async function unlinkTag(tx: Tx, productId: number, tagId: number): Promise<void> {
  await sql`delete from product_tags where product_id = ${productId} and tag_id = ${tagId}`.execute(tx);
}

/** Whether there are such a product and such a tag. */
export async function canBeTagged(tx: Tx, productId: number, tagId: number): Promise<boolean> {
  const { rows } = await sql`
    select
    from products p, tags t
    where p.id = ${productId} and p.deleted_at is null and t.id = ${tagId}`.execute(tx);
  return rows.length === 1;
}

export async function tagsOfProduct(tx: Tx, productId: number): Promise<Tag[]> {
  const { rows } = await sql<Tag>`
    select t.id, t.name, t.slug
    from product_tags pt
    join tags t on t.id = pt.tag_id
    where pt.product_id = ${productId}
    order by lower(t.name), t.id`.execute(tx);
  return rows;
}

export async function allProductTypes(db: Db | Tx): Promise<ProductType[]> {
  const { rows } = await sql<ProductType>`
    select id, name, slug, is_shippable, tax_class_id, return_days, attribute_schema
    from product_types
    order by lower(name), id`.execute(db);
  return rows;
}

type TypeRow = z.output<typeof ProductTypeForm> & { slug: string };

export async function insertProductType(tx: Tx, row: TypeRow): Promise<ProductType | undefined> {
  const { rows } = await sql<ProductType>`
    insert into product_types (name, slug, is_shippable, tax_class_id, return_days, attribute_schema)
    values (${row.name}, ${row.slug}, ${row.is_shippable}, ${row.tax_class_id}, ${row.return_days}, ${JSON.stringify(row.attribute_schema)}::jsonb)
    returning id, name, slug, is_shippable, tax_class_id, return_days, attribute_schema`.execute(tx);
  return rows[0];
}

export async function writeProductType(tx: Tx, id: number, row: TypeRow): Promise<ProductType | undefined> {
  const { rows } = await sql<ProductType>`
    update product_types
    set name = ${row.name}, slug = ${row.slug}, is_shippable = ${row.is_shippable}, tax_class_id = ${row.tax_class_id},
      return_days = ${row.return_days}, attribute_schema = ${JSON.stringify(row.attribute_schema)}::jsonb
    where id = ${id}
    returning id, name, slug, is_shippable, tax_class_id, return_days, attribute_schema`.execute(tx);
  return rows[0];
}

/** Deletes a type that no product has: `gone`, `used` or `unknown`. */
export async function removeProductType(tx: Tx, id: number): Promise<"gone" | "used" | "unknown"> {
  const { rows } = await sql<{ used: boolean }>`
    select exists (select from products where product_type_id = y.id) as used
    from product_types y
    where id = ${id}
    for update`.execute(tx);
  if (!rows[0]) return "unknown";
  if (rows[0].used) return "used";
  await sql`delete from product_types where id = ${id}`.execute(tx);
  return "gone";
}

export const productsOfType = async (tx: Tx, typeId: number): Ids =>
  idsOf(
    await sql<{ id: number }>`
      select id from products where product_type_id = ${typeId} and deleted_at is null`.execute(tx),
  );
