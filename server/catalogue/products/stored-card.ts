import { type Measure, pricePerMeasure } from "#contract/catalogue/measures.ts";
import type { ProductCard } from "#contract/catalogue/products.ts";

/** A card as `products.card` stores it; one stored before there were measures has none. */
export type StoredCard = Omit<ProductCard, "price_per_measure"> & { measure?: Measure | null };

/** A card as the contract shows it, with the unit price of its price. */
export const toProductCard = ({ measure, ...card }: StoredCard): ProductCard => ({
  ...card,
  price_per_measure: pricePerMeasure(card.price, measure),
});
