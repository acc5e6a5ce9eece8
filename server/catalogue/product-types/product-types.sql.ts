import { sql } from "kysely";
import type { z } from "zod";
import type { ProductType, ProductTypeForm } from "#contract/catalogue/product-types.ts";
import type { Db, Tx } from "#server/platform/database/database.ts";

const columns = sql`id, name, slug, is_shippable, tax_class_id, return_days, attribute_schema,
  size_guide_html, version`;

export async function listProductTypes(db: Db | Tx): Promise<ProductType[]> {
  const { rows } = await sql<ProductType>`
    select ${columns}
    from product_types
    order by lower(name), id`.execute(db);
  return rows;
}

type ProductTypeRow = z.output<typeof ProductTypeForm> & { slug: string };

export async function insertProductTypeRow(tx: Tx, row: ProductTypeRow): Promise<ProductType | undefined> {
  const { rows } = await sql<ProductType>`
    insert into product_types (name, slug, is_shippable, tax_class_id, return_days, attribute_schema,
      size_guide_html)
    values (${row.name}, ${row.slug}, ${row.is_shippable}, ${row.tax_class_id}, ${row.return_days},
      ${JSON.stringify(row.attribute_schema)}::jsonb, ${row.size_guide_html})
    returning ${columns}`.execute(tx);
  return rows[0];
}

/** Updates a type if it still has this version. */
export async function updateProductTypeRow(
  tx: Tx,
  { id, version, ...row }: ProductTypeRow & { id: number; version: number },
): Promise<ProductType | undefined> {
  const { rows } = await sql<ProductType>`
    update product_types
    set name = ${row.name}, slug = ${row.slug}, is_shippable = ${row.is_shippable}, tax_class_id = ${row.tax_class_id},
      return_days = ${row.return_days}, attribute_schema = ${JSON.stringify(row.attribute_schema)}::jsonb,
      size_guide_html = ${row.size_guide_html}, version = version + 1
    where id = ${id} and version = ${version}
    returning ${columns}`.execute(tx);
  return rows[0];
}

export async function findProductType(tx: Db | Tx, id: number): Promise<ProductType | undefined> {
  const { rows } = await sql<ProductType>`select ${columns} from product_types where id = ${id}`.execute(tx);
  return rows[0];
}

/** Deletes a type that no product has: `deleted`, `in_use` or `not_found`. */
export async function deleteProductTypeRow(tx: Tx, id: number): Promise<"deleted" | "in_use" | "not_found"> {
  const { rows } = await sql<{ used: boolean }>`
    select exists (select from products where product_type_id = y.id) as used
    from product_types y
    where id = ${id}
    for update`.execute(tx);
  if (!rows[0]) return "not_found";
  if (rows[0].used) return "in_use";
  await sql`delete from product_types where id = ${id}`.execute(tx);
  return "deleted";
}

export async function listProductsOfType(tx: Tx, typeId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id
    from products
    where product_type_id = ${typeId} and deleted_at is null`.execute(tx);
  return rows.map(({ id }) => id);
}
