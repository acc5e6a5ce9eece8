import type { Money } from "#contract/money.ts";
import { listProductCards, type PriceDrop } from "#server/catalogue/catalogue.ts";
import type { App } from "#server/platform/app.ts";
import { valuesOf } from "#server/platform/database/database.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { listWishedProducts, markWishersNotified } from "./wishlist.sql.ts";

declare module "#server/platform/events.ts" {
  interface DomainEvents {
    /** A product on the wishlists of these customers costs less than when they added it. */
    "wishlist.price_dropped": {
      product: { id: number; slug: string; name: string; price: Money };
      /** Identifies the drop. */
      cause: number;
      userIds: number[];
    };
  }
}
declare module "#server/platform/jobs/jobs.ts" {
  interface JobTable {
    "wishlist.price-drop": PriceDrop;
  }
}

const batchSize = 500;

/** Notifies customers of prices of products on their wishlist that are lower than any they know. */
export function announcePriceDrops(app: App) {
  app.events.on("prices.dropped", async (tx, { drops }) => {
    const wished = await listWishedProducts(tx, valuesOf(drops, "product_id"));
    for (const drop of drops) if (wished.includes(drop.product_id)) await app.jobs.add(tx, "wishlist.price-drop", drop);
  });
  app.jobs.define("wishlist.price-drop", (drop) => announcePriceDrop(app, drop));
}

async function announcePriceDrop(app: App, { product_id, cause }: PriceDrop) {
  const [card] = await listProductCards(app.db, [product_id]);
  if (!card) return;
  const { id, slug, name, price } = card;
  for (let after = 0; ; ) {
    const userIds = await inTransaction(app.db, async (tx) => {
      const wishers = { productId: id, price: price.amount, after, limit: batchSize };
      const userIds = await markWishersNotified(tx, wishers);
      const product = { id, slug, name, price };
      if (userIds.length > 0) await app.events.emit(tx, "wishlist.price_dropped", { product, cause, userIds });
      return userIds;
    });
    if (userIds.length < batchSize) return;
    after = userIds.at(-1) ?? 0;
  }
}
