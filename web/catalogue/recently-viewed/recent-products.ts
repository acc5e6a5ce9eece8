import { useMemo, useSyncExternalStore } from "react";
import type { ProductCard } from "#contract/catalogue/products.ts";
import { storageKey } from "./has-viewed.ts";

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
  rating: { average: card.rating.average, count: card.rating.count },
  in_stock: card.in_stock,
  left: card.left,
  badges: card.badges,
  swatches: card.swatches,
  variation_count: card.variation_count,
  default_variation_id: card.default_variation_id,
});

export const clearRecentProducts = () => saveCards([]);

/** Removes a product that no longer exists. */
export const removeRecentProduct = (id: number) =>
  saveCards(parseCards(readStorage()).filter((other) => other.id !== id));

/** The recently viewed products, latest first; empty on the server and until hydration. */
export function useRecentProducts(): ProductCard[] {
  const text = useSyncExternalStore(subscribe, readStorage, () => emptyList);
  return useMemo(() => parseCards(text), [text]);
}

function readStorage() {
  try {
    return localStorage.getItem(storageKey) ?? emptyList;
  } catch {
    return emptyList;
  }
}

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

function saveCards(value: ProductCard[]) {
  try {
    localStorage.setItem(storageKey, JSON.stringify(value));
  } catch {
    // Without storage there is no such row.
  }
  for (const watcher of listeners) watcher();
}

function subscribe(watcher: () => void) {
  listeners.add(watcher);
  addEventListener("storage", watcher);
  return () => {
    listeners.delete(watcher);
    removeEventListener("storage", watcher);
  };
}
