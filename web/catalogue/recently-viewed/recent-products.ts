import { useMemo, useSyncExternalStore } from "react";
import type { EnergyRating } from "#contract/catalogue/energy-labels.ts";
import type { ProductCard } from "#contract/catalogue/products.ts";
import { recentStorage } from "./has-viewed.ts";

const maxProducts = 9;
const emptyList = "[]";
const listeners = new Set<() => void>();

/** Adds a product to this browser's recently viewed products. */
export function addRecentProduct(card: ProductCard) {
  const others = parseCards(readStorage()).filter((other) => other.id !== card.id);
  saveCards([toCard(card), ...others].slice(0, maxProducts));
}

/** Only the fields a tile needs. */
const toCard = (card: ProductCard): ProductCard => ({
  id: card.id,
  slug: card.slug,
  name: card.name,
  subtitle: card.subtitle,
  thumbnail: card.thumbnail,
  images: card.images.slice(0, 2),
  price: card.price,
  max_price: card.max_price,
  compare_at: card.compare_at,
  price_per_measure: card.price_per_measure,
  energy_label: card.energy_label && toRating(card.energy_label),
  rating: { average: card.rating.average, count: card.rating.count },
  in_stock: card.in_stock,
  left: card.left,
  badges: card.badges,
  swatches: card.swatches,
  variation_count: card.variation_count,
  default_variation_id: card.default_variation_id,
});

/** Without the links of the product's page. */
const toRating = ({ class: own, best, worst }: EnergyRating): EnergyRating => ({ class: own, best, worst });

export const clearRecentProducts = () => saveCards([]);

export const removeRecentProduct = (id: number) =>
  saveCards(parseCards(readStorage()).filter((other) => other.id !== id));

/** The recently viewed products, latest first; empty on the server and until hydration. */
export function useRecentProducts(): ProductCard[] {
  const text = useSyncExternalStore(subscribe, readStorage, () => emptyList);
  return useMemo(() => parseCards(text), [text]);
}

const readStorage = () => recentStorage.read() ?? emptyList;

/** Stored data may come from an older version, so it is validated. */
function parseCards(text: string): ProductCard[] {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value.filter(isCard) : [];
  } catch {
    return [];
  }
}

const isCard = (value: Partial<ProductCard> | null): value is ProductCard =>
  typeof value?.slug === "string" &&
  typeof value.price?.amount === "number" &&
  typeof value.max_price?.amount === "number" &&
  typeof value.rating?.count === "number" &&
  [value.images, value.badges, value.swatches].every(Array.isArray);

function saveCards(cards: ProductCard[]) {
  recentStorage.write(JSON.stringify(cards));
  for (const notify of listeners) notify();
}

function subscribe(notify: () => void) {
  listeners.add(notify);
  addEventListener("storage", notify);
  return () => {
    listeners.delete(notify);
    removeEventListener("storage", notify);
  };
}
