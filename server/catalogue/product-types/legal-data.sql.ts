import { isOnSale } from "#server/catalogue/products/on-sale.sql.ts";
import { type Db, getRow } from "#server/platform/database/database.ts";

export interface LegalDataCounts {
  /** Products on sale. */
  products: number;
  /** Those of types that need a unit price, of which a variation on sale has none. */
  unit_price: number;
}

/** How many products on sale lack what the law asks to be shown of them (docs/product-data.md). */
export const countProductsLackingLegalData = (db: Db) =>
  getRow<LegalDataCounts>(db)`
    select count(*)::int as products,
      count(*) filter (where y.requires_unit_price and exists (
        select from variations v
        where v.product_id = p.id and v.deleted_at is null and v.is_active and v.measure is null
      ))::int as unit_price
    from products p
    join product_types y on y.id = p.product_type_id
    where ${isOnSale}`;
