import { sql } from "kysely";
import type { TaxClass, TaxRate, TaxRateForm } from "#contract/taxes.ts";
import { type Db, findRow, hasRows, isAffected, listRows, type Tx } from "#server/platform/database/database.ts";
import { idOrNext } from "#server/platform/database/ids.sql.ts";

export interface ClassForm {
  name: string;
  is_default: boolean;
}
const classColumns = sql`id, name, is_default, version`;

export const listClasses = (db: Db | Tx) =>
  listRows<TaxClass>(db)`
    select ${classColumns} from tax_classes order by is_default desc, lower(name)`;

export const insertClass = (tx: Tx, form: ClassForm, id?: number) =>
  findRow<TaxClass>(tx)`
    insert into tax_classes (id, name, is_default) overriding system value
    values (${idOrNext("tax_classes", id)}, ${form.name}, ${form.is_default})
    returning ${classColumns}`;

/** Updates a class with this `version`; undefined if the version is outdated. */
export const updateClassRow = (tx: Tx, id: number, form: ClassForm & { version: number }) =>
  findRow<TaxClass>(tx)`
    update tax_classes set name = ${form.name}, is_default = ${form.is_default}, version = version + 1
    where id = ${id} and version = ${form.version}
    returning ${classColumns}`;

export const clearDefault = (tx: Tx) =>
  sql`update tax_classes set is_default = false, version = version + 1 where is_default`.execute(tx);

export const deleteClassRow = (tx: Tx, id: number) => isAffected(tx)`delete from tax_classes where id = ${id}`;

const rateColumns = sql`id, tax_class_id, country, region, postal_prefix, name, rate_ppm, includes_shipping, compound, additional,
  valid_from::text, valid_to::text, version`;

export const listRates = (db: Db, country: string | null) =>
  listRows<TaxRate>(db)`
    select ${rateColumns}
    from tax_rates
    where ${country}::text is null or country = ${country}
    order by country, region nulls first, postal_prefix nulls first, tax_class_id, compound, additional,
      valid_from nulls first, id`;

export const findRate = (tx: Tx, id: number) =>
  findRow<TaxRate>(tx)`select ${rateColumns} from tax_rates where id = ${id}`;

export const insertRate = (tx: Tx, form: TaxRateForm, id?: number) =>
  findRow<TaxRate>(tx)`
    insert into tax_rates (id, tax_class_id, country, region, postal_prefix, name, rate_ppm, includes_shipping,
      compound, additional, valid_from, valid_to) overriding system value
    select ${idOrNext("tax_rates", id)}, id, ${form.country}, ${form.region}, ${form.postal_prefix}, ${form.name}, ${form.rate_ppm},
      ${form.includes_shipping}, ${form.compound}, ${form.additional}, ${form.valid_from}::date, ${form.valid_to}::date
    from tax_classes where id = ${form.tax_class_id}
    returning ${rateColumns}`;

/** Updates a rate with this `version`; undefined if the version is outdated or the class does not exist. */
export const updateRateRow = (tx: Tx, id: number, form: TaxRateForm & { version: number }) =>
  findRow<TaxRate>(tx)`
    update tax_rates r
    set tax_class_id = ${form.tax_class_id},
      country = ${form.country},
      region = ${form.region},
      postal_prefix = ${form.postal_prefix},
      name = ${form.name},
      rate_ppm = ${form.rate_ppm},
      includes_shipping = ${form.includes_shipping},
      compound = ${form.compound},
      additional = ${form.additional},
      valid_from = ${form.valid_from}::date,
      valid_to = ${form.valid_to}::date,
      version = version + 1
    where id = ${id}
      and version = ${form.version}
      and exists (select from tax_classes c where c.id = ${form.tax_class_id})
    returning ${rateColumns}`;

export const deleteRateRow = (tx: Tx, id: number) => isAffected(tx)`delete from tax_rates where id = ${id}`;

/** Whether a rate begins on `day`, or ended with the day before. */
export const hasRateFrom = (tx: Tx, day: string) =>
  hasRows(tx)`
    select 1 from tax_rates where valid_from = ${day}::date or valid_to = ${day}::date - 1`;

/** A rate as needed for calculation. */
export interface RateRow extends Omit<TaxRate, "id" | "version"> {
  class_name: string;
  is_default: boolean;
}

/** The rates of a country, in force or not, most specific first: by length of postal prefix, then region, then start date. */
export const listRateRows = (db: Db | Tx, country: string) =>
  listRows<RateRow>(db)`
    select r.tax_class_id, c.name as class_name, c.is_default, r.country, r.region, r.postal_prefix, r.name, r.rate_ppm,
      r.includes_shipping, r.compound, r.additional, r.valid_from::text, r.valid_to::text
    from tax_rates r
    join tax_classes c on c.id = r.tax_class_id
    where r.country = ${country}
    order by length(r.postal_prefix) desc nulls last, r.region nulls last, r.valid_from desc nulls last, r.id`;
