import type { EnergyRating } from "#contract/catalogue/energy-labels.ts";
import { type Measure, pricePerMeasure } from "#contract/catalogue/measures.ts";
import type { ProductCard } from "#contract/catalogue/products.ts";

/** A card as `products.card` stores it; one stored before there were measures or energy labels has none. */
export type StoredCard = Omit<ProductCard, "price_per_measure" | "energy_label"> & {
  measure?: Measure | null;
  energy_label?: EnergyRating | null;
};

/** A card as the contract shows it, with the unit price of its price. */
export const toProductCard = ({ measure, energy_label = null, ...card }: StoredCard): ProductCard => ({
  ...card,
  price_per_measure: pricePerMeasure(card.price, measure),
  energy_label,
});
