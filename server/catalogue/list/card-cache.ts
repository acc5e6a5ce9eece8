import { LRUCache } from "lru-cache";
import type { ProductCard } from "#contract/catalogue/products.ts";
import { allProducts, productIdsOf } from "#server/catalogue/cache-tags.ts";
import { listProductCards } from "#server/catalogue/variations/variations-for-sale.ts";
import type { App } from "#server/platform/app.ts";

const maxCards = 3000;

type Services = Pick<App, "db" | "bus" | "log">;
type ListCards = (ids: readonly number[]) => Promise<ProductCard[]>;

const opened = new WeakMap<App["bus"], ListCards>();

/** Lists the cards of products on sale in the order of `ids`; the most recently used are kept in memory. */
export function listCachedCards(app: Services, ids: readonly number[]): Promise<ProductCard[]> {
  const listCards = opened.get(app.bus) ?? openCardCache(app);
  opened.set(app.bus, listCards);
  return listCards(ids);
}

function openCardCache({ db, bus, log }: Services): ListCards {
  let wasFull = false;
  const cache = new LRUCache<number, ProductCard>({
    max: maxCards,
    dispose: (_, __, reason) => {
      if (reason !== "evict" || wasFull) return;
      wasFull = true;
      log.info({ maxCards }, "the card cache is full: cards of less popular products are read again");
    },
  });
  let changes = 0;
  bus.subscribe((tags, missed) => {
    changes++;
    if (missed || tags.includes(allProducts)) cache.clear();
    for (const id of productIdsOf(tags)) cache.delete(id);
  });
  return async (ids) => {
    const begun = changes;
    const cards = new Map(ids.map((id) => [id, cache.get(id)]));
    const missing = ids.filter((id) => !cards.get(id));
    for (const card of await listProductCards(db, missing)) {
      cards.set(card.id, card);
      // A card read before a change may be outdated, and one read while changes can't be received may become so.
      if (begun === changes && bus.isConnected()) cache.set(card.id, card);
    }
    return ids.flatMap((id) => cards.get(id) ?? []);
  };
}
