import { sql } from "kysely";
import type { z } from "zod";
import type { ProductType, ProductTypeForm } from "#contract/catalogue/product-types.ts";
import {
  type Db,
  findRow,
  hasRows,
  isAffected,
  listRows,
  listValues,
  type Tx,
} from "#server/platform/database/database.ts";
import { idOrNext } from "#server/platform/database/ids.sql.ts";

const columns = sql`id, name, slug, is_shippable, tax_class_id, return_days, withdrawal_exclusion,
  requires_unit_price, safety, country_of_origin, attribute_schema, size_guide_html, version`;

export const listProductTypes = (db: Db | Tx) =>
  listRows<ProductType>(db)`
    select ${columns}
    from product_types
    order by lower(name), id`;

const json = (value: unknown) => (value == null ? null : JSON.stringify(value));

type ProductTypeRow = z.output<typeof ProductTypeForm> & { slug: string };

// The undo of an older deletion has not all of them.
export const insertProductTypeRow = (tx: Tx, row: ProductTypeRow, id?: number) =>
  findRow<ProductType>(tx)`
    insert into product_types (id, name, slug, is_shippable, tax_class_id, return_days, withdrawal_exclusion,
      requires_unit_price, safety, country_of_origin, attribute_schema, size_guide_html) overriding system value
    values (${idOrNext("product_types", id)}, ${row.name}, ${row.slug}, ${row.is_shippable}, ${row.tax_class_id}, ${row.return_days},
      coalesce(${row.withdrawal_exclusion}::text, 'none'), coalesce(${row.requires_unit_price}::boolean, false),
      ${json(row.safety)}::jsonb, ${row.country_of_origin ?? null}, ${JSON.stringify(row.attribute_schema)}::jsonb, ${row.size_guide_html})
    returning ${columns}`;

/** Updates a type if it still has this version. */
export const updateProductTypeRow = (
  tx: Tx,
  { id, version, ...row }: ProductTypeRow & { id: number; version: number },
) =>
  findRow<ProductType>(tx)`
    update product_types
    set name = ${row.name}, slug = ${row.slug}, is_shippable = ${row.is_shippable}, tax_class_id = ${row.tax_class_id},
      return_days = ${row.return_days}, withdrawal_exclusion = ${row.withdrawal_exclusion},
      requires_unit_price = ${row.requires_unit_price}, safety = ${json(row.safety)}::jsonb,
      country_of_origin = ${row.country_of_origin},
      attribute_schema = ${JSON.stringify(row.attribute_schema)}::jsonb,
      size_guide_html = ${row.size_guide_html}, version = version + 1
    where id = ${id} and version = ${version}
    returning ${columns}`;

export const findProductType = (tx: Db | Tx, id: number) =>
  findRow<ProductType>(tx)`select ${columns} from product_types where id = ${id}`;

/** Deletes a type, unless a product has it: its foreign key fails. */
export const deleteProductTypeRow = (tx: Tx, id: number) => isAffected(tx)`delete from product_types where id = ${id}`;

/** Whether each product type that has products says how long they can be returned, and at least one type does. */
export const hasReturnPeriods = (db: Db) =>
  hasRows(db)`
    select from product_types
    where return_days is not null and not exists (
      select
      from product_types y
      where y.return_days is null
        and exists (select from products p where p.product_type_id = y.id and p.deleted_at is null)
    )
    limit 1`;

export const listProductsOfType = (tx: Tx, typeId: number) =>
  listValues<number>(tx)`
    select id
    from products
    where product_type_id = ${typeId} and deleted_at is null`;
