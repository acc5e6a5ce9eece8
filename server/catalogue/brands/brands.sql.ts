import { sql } from "kysely";
import type { Brand, BrandForm } from "#contract/catalogue/brands.ts";
import { type Db, findRow, isAffected, listRows, type Tx } from "#server/platform/database/database.ts";
import { idOrNext } from "#server/platform/database/ids.sql.ts";

const columns = sql`id, name, safety, version`;
const json = (value: unknown) => (value === null ? null : JSON.stringify(value));

export const listBrands = (db: Db) => listRows<Brand>(db)`select ${columns} from brands order by lower(name), id`;

export const findBrand = (tx: Tx, id: number) => findRow<Brand>(tx)`select ${columns} from brands where id = ${id}`;

export const insertBrand = (tx: Tx, { name, safety }: BrandForm, id?: number) =>
  findRow<Brand>(tx)`
    insert into brands (id, name, safety) overriding system value
    values (${idOrNext("brands", id)}, ${name}, ${json(safety)}::jsonb)
    returning ${columns}`;

/** Updates a brand with this `version`; undefined if the version is outdated. */
export const updateBrandRow = (tx: Tx, id: number, { name, safety, version }: BrandForm & { version: number }) =>
  findRow<Brand>(tx)`
    update brands
    set name = ${name}, safety = ${json(safety)}::jsonb, version = version + 1
    where id = ${id} and version = ${version}
    returning ${columns}`;

export const deleteBrandRow = (tx: Tx, id: number) => isAffected(tx)`delete from brands where id = ${id}`;
