import { type RawBuilder, sql } from "kysely";
import type { LackingData } from "#contract/catalogue/product-form.ts";
import { euCountries } from "#contract/formats/european-union.ts";
import { productSafety } from "#server/catalogue/brands/product-safety.sql.ts";
import { isOnSale } from "#server/catalogue/products/on-sale.sql.ts";
import { type Db, getRow } from "#server/platform/database/database.ts";

export interface LegalDataCounts {
  /** Products on sale. */
  products: number;
  /** Those of types that need a unit price, of which a variation on sale has none. */
  unit_price: number;
  /** Those without a manufacturer with postal address and email address or URL. */
  manufacturer: number;
  /** Those without such a person in the EU whose manufacturer isn't in the EU, as far as is known. */
  responsible_person: number;
}

const isComplete = (part: "manufacturer" | "responsible_person") => sql`coalesce(
  s.safety -> ${sql.lit(part)} ->> 'name' <> '' and s.safety -> ${sql.lit(part)} ->> 'address' <> ''
    and s.safety -> ${sql.lit(part)} ->> 'contact' <> '', false)`;

const conditions: Record<Exclude<LackingData, "any">, RawBuilder<boolean>> = {
  unit_price: sql`y.requires_unit_price and exists (
    select from variations v
    where v.product_id = p.id and v.deleted_at is null and v.is_active and v.measure is null)`,
  manufacturer: sql`not ${isComplete("manufacturer")}`,
  responsible_person: sql`not ${isComplete("responsible_person")}
    and not coalesce(s.safety -> 'manufacturer' ->> 'country' = any(${euCountries}::text[]), false)`,
};

const onSale = sql`products p
    join product_types y on y.id = p.product_type_id
    left join brands b on b.name = p.brand
    cross join lateral (select ${productSafety} as safety) s
    where ${isOnSale}`;

/** How many products on sale lack what the law asks to be shown of them (docs/product-data.md). */
export const countProductsLackingLegalData = (db: Db) =>
  getRow<LegalDataCounts>(db)`
    select count(*)::int as products,
      ${sql.join(
        Object.entries(conditions).map(
          ([name, condition]) => sql`count(*) filter (where ${condition})::int as ${sql.ref(name)}`,
        ),
      )}
    from ${onSale}`;

/** The SQL condition that product `p` is on sale and lacks this. */
export function lacksLegalData(what: LackingData): RawBuilder<boolean> {
  const chosen = what === "any" ? Object.values(conditions) : [conditions[what]];
  const either = chosen.map((condition) => sql`(${condition})`);
  return sql`p.id in (select p.id from ${onSale} and (${sql.join(either, sql` or `)}))`;
}
