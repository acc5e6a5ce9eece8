import type { RawBuilder } from "kysely";
import type { ProductCard } from "#contract/catalogue/products.ts";
import { toProductCard } from "#server/catalogue/products/stored-card.ts";
import type { Db, Tx } from "#server/platform/database/database.ts";
import { type SaleVariation, selectProductCards, selectSaleVariations } from "./variations-for-sale.sql.ts";

/**
 * Variations by id with what carts and orders need; deleted and unpublished ones have `for_sale` false. The ids can be a
 * subquery, which saves a round trip. Units held for `cartIds` are available.
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

/** Cards of products in the order of the ids, without those that are not on sale. */
export async function listProductCards(db: Db | Tx, productIds: readonly number[]): Promise<ProductCard[]> {
  if (productIds.length === 0) return [];
  const { rows } = await selectProductCards(db, productIds);
  const byId = new Map(rows.map(({ id, card }) => [id, toProductCard(card)]));
  return productIds.flatMap((id) => byId.get(id) ?? []);
}
