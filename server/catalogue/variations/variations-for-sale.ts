import type { RawBuilder } from "kysely";
import type { ProductCard } from "#contract/catalogue/products.ts";
import type { Db, Tx } from "#server/platform/database/database.ts";
import { type SaleVariation, selectProductCards, selectSaleVariations } from "./variations-for-sale.sql.ts";

/**
 * Variations by id as a cart or an order needs them; deleted and unpublished ones have `for_sale` false. The ids may
 * also be a subquery, which saves a round trip. Units held for `cartIds` count as available.
 */
export async function getVariationsForSale(
  db: Db | Tx,
  variationIds: readonly number[] | RawBuilder<number[]>,
  cartIds: readonly string[] = [],
): Promise<Map<number, SaleVariation>> {
  if (Array.isArray(variationIds) && variationIds.length === 0) return new Map();
  const { rows } = await selectSaleVariations(db, variationIds, cartIds);
  return new Map(rows.map((row) => [row.variation_id, row]));
}

/** Cards of the products that are on sale, in the order asked; the others are left out. */
export async function listProductCards(db: Db | Tx, productIds: readonly number[]): Promise<ProductCard[]> {
  if (productIds.length === 0) return [];
  const { rows } = await selectProductCards(db, productIds);
  const byId = new Map(rows.map(({ id, card }) => [id, card]));
  return productIds.flatMap((id) => byId.get(id) ?? []);
}
