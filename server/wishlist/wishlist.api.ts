import type { WishlistItem } from "#contract/wishlist.ts";
import { listProductCards } from "#server/catalogue/catalogue.ts";
import type { App } from "#server/platform/app.ts";
import { userId } from "#server/platform/auth/caller.ts";
import { type Db, valuesOf } from "#server/platform/database/database.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { assertFound, Problem } from "#server/platform/http/problem.ts";
import { announcePriceDrops } from "./price-drops.ts";
import * as rows from "./wishlist.sql.ts";

/** Wishlist endpoints; each returns the whole list. */
export function wishlistRoutes(app: App) {
  const { db, answer, events } = app;
  announcePriceDrops(app);
  for (const event of ["account.deleted", "account.claimed"] as const)
    events.on(event, async (tx, { userId: gone }) => void (await rows.deleteWishlist(tx, gone)));
  events.on("account.merged", async (tx, { fromId, intoId, moved }) => {
    moved.wishlist_items = await rows.copyWishlist(tx, fromId, intoId);
  });
  events.on("account.data_requested", async (_tx, { userId, data }) => {
    data.wishlist = await getWishlist(db, userId);
  });
  answer("GET /wishlist", (_input, { caller }) => getWishlist(db, userId(caller)));
  answer("POST /wishlist", async ({ body }, { caller }) => {
    const [card] = await listProductCards(db, [body.product_id]);
    const { amount } = assertFound(card).price;
    const isListed = await inTransaction(db, (tx) =>
      rows.insertWishlistItem(tx, userId(caller), body.product_id, amount),
    );
    if (!isListed) throw new Problem("wishlist_full");
    return getWishlist(db, userId(caller));
  });
  answer("DELETE /wishlist/:product_id", async ({ params }, { caller }) => {
    await rows.deleteWishlistItem(db, userId(caller), params.product_id);
    return getWishlist(db, userId(caller));
  });
}

async function getWishlist(db: Db, customerId: number): Promise<WishlistItem[]> {
  const items = await rows.listWishlistRows(db, customerId);
  const cards = await listProductCards(db, valuesOf(items, "product_id"));
  const byId = new Map(cards.map((card) => [card.id, card]));
  return items.map((item) => ({ ...item, product: byId.get(item.product_id) ?? null }));
}
