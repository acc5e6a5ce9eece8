import { sql } from "kysely";
import type { Brand, BrandForm } from "#contract/catalogue/brands.ts";
import { type Db, findRow, isAffected, listRows, type Tx } from "#server/platform/database/database.ts";
import { idOrNext } from "#server/platform/database/ids.sql.ts";

const columns = sql`id, name, safety, country_of_origin, version`;
const json = (value: unknown) => (value === null ? null : JSON.stringify(value));

export const listBrands = (db: Db) => listRows<Brand>(db)`select ${columns} from brands order by lower(name), id`;

export const findBrand = (tx: Tx, id: number) => findRow<Brand>(tx)`select ${columns} from brands where id = ${id}`;

export const insertBrand = (tx: Tx, { name, safety, country_of_origin = null }: BrandForm, id?: number) =>
  findRow<Brand>(tx)`
    insert into brands (id, name, safety, country_of_origin) overriding system value
    values (${idOrNext("brands", id)}, ${name}, ${json(safety)}::jsonb, ${country_of_origin})
    returning ${columns}`;

/** Updates a brand with this `version`; undefined if the version is outdated. */
export const updateBrandRow = (tx: Tx, id: number, brand: BrandForm & { version: number }) =>
  findRow<Brand>(tx)`
    update brands
    set name = ${brand.name}, safety = ${json(brand.safety)}::jsonb, country_of_origin = ${brand.country_of_origin},
      version = version + 1
    where id = ${id} and version = ${brand.version}
    returning ${columns}`;

export const deleteBrandRow = (tx: Tx, id: number) => isAffected(tx)`delete from brands where id = ${id}`;
