import { type RawBuilder, sql } from "kysely";
import type { ProductSafety } from "#contract/catalogue/product-safety.ts";
import { type Db, listRows, type Tx } from "#server/platform/database/database.ts";

const part = (name: keyof ProductSafety) => sql`coalesce(
  nullif(p.safety -> ${sql.lit(name)}, 'null'), nullif(b.safety -> ${sql.lit(name)}, 'null'),
  nullif(y.safety -> ${sql.lit(name)}, 'null'))`;

/** The safety data of product `p` of brand `b` and type `y`: each part its own, else that of the brand, else of the type. */
export const productSafety: RawBuilder<ProductSafety> = sql`jsonb_build_object(
  'manufacturer', ${part("manufacturer")}, 'responsible_person', ${part("responsible_person")},
  'warnings', ${part("warnings")})`;

/** The country that product `p` comes from: its own, else that of its brand `b`, else of its type `y`. */
export const countryOfOrigin: RawBuilder<string | null> =
  sql`coalesce(p.country_of_origin, b.country_of_origin, y.country_of_origin)`;

/** What a brand or a product type says of the safety of its products. */
export type InheritedSafety = { safety: ProductSafety } & (
  | { brand: string; type: null }
  | { brand: null; type: string }
);

/** What these brands and these product types say, of those that say something; types by their names in lower case. */
export const listInheritedSafety = (db: Db | Tx, { brands, types }: { brands: string[]; types: string[] }) =>
  listRows<InheritedSafety>(db)`
    select name as brand, null as type, safety from brands where name = any(${brands}::text[]) and safety is not null
    union all
    select null, lower(name), safety from product_types where lower(name) = any(${types}::text[]) and safety is not null`;
