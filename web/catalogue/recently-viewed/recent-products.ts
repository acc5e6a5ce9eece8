import { useMemo, useSyncExternalStore } from "react";
import type { ProductCard } from "#contract/catalogue/products.ts";
import { viewedKey } from "./has-viewed.ts";

const most = 9;
const nothing = "[]";
const watchers = new Set<() => void>();

/** Remembers in this browser that a product was looked at. */
export function rememberViewed(card: ProductCard) {
  const others = read(stored()).filter((other) => other.id !== card.id);
  keep([tileOf(card), ...others].slice(0, most));
}

/** What a tile shows, and no more of all that a product's page knows. */
const tileOf = (card: ProductCard): ProductCard => ({
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

export const forgetViewed = () => keep([]);

/** For what there is no more. */
export const forgetOne = (id: number) => keep(read(stored()).filter((other) => other.id !== id));

/** What was looked at in this browser, latest first; nothing on the server and until the page has come alive. */
export function useRecentlyViewed(): ProductCard[] {
  const text = useSyncExternalStore(watch, stored, () => nothing);
  return useMemo(() => read(text), [text]);
}

function stored() {
  try {
    return localStorage.getItem(viewedKey) ?? nothing;
  } catch {
    return nothing;
  }
}

/** What an older version of the shop kept, or somebody else wrote, is not trusted to be what a tile needs. */
function read(text: string): ProductCard[] {
  try {
    const kept: unknown = JSON.parse(text);
    return Array.isArray(kept) ? kept.filter(isTile) : [];
  } catch {
    return [];
  }
}

const isTile = (kept: Partial<ProductCard> | null): kept is ProductCard =>
  typeof kept?.slug === "string" &&
  typeof kept.price?.amount === "number" &&
  typeof kept.max_price?.amount === "number" &&
  typeof kept.rating?.count === "number" &&
  [kept.images, kept.badges, kept.swatches].every(Array.isArray);

function keep(kept: ProductCard[]) {
  try {
    localStorage.setItem(viewedKey, JSON.stringify(kept));
  } catch {
    // A browser that keeps nothing shows no such row.
  }
  for (const watcher of watchers) watcher();
}

function watch(watcher: () => void) {
  watchers.add(watcher);
  addEventListener("storage", watcher);
  return () => {
    watchers.delete(watcher);
    removeEventListener("storage", watcher);
  };
}
