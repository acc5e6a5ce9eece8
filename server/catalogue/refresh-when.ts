import type { Tx } from "#server/platform/database/database.ts";
import type { App } from "#server/platform/app.ts";
import { changed, inTransaction } from "#server/platform/database/transaction.ts";
import { agePopularity, noLongerNew, productsOf, wronglyHidden } from "./refresh.sql.ts";
import { refreshProducts } from "./refresh.ts";
import { countWords } from "./refresh-words.sql.ts";
import { everyProduct } from "./topics.ts";

/** Refreshes products when what their cards are made of changes elsewhere, and once a day for what time alone changes. */
export function keepProductsFresh({ events, jobs, db }: App) {
  events.on("stock.changed", async (tx, { moves }) => {
    const seen = moves.filter(({ before, after }) => shownUnits(before) !== shownUnits(after));
    if (seen.length === 0) return;
    const products = await productsOf(
      tx,
      seen.map((move) => move.variation_id),
    );
    await refreshProducts(
      tx,
      products.filter((id) => !refreshedLater.get(tx)?.has(id)),
    );
  });
  events.on("product_images.changed", (tx, { productIds }) => refreshProducts(tx, productIds));
  jobs.repeat("catalogue.day", "11 3 * * *", () =>
    inTransaction(db, async (tx) => {
      await agePopularity(tx);
      await refreshProducts(tx, [...(await noLongerNew(tx)), ...(await wronglyHidden(tx))]);
      await changed(tx, "catalogue", everyProduct);
    }),
  );
  jobs.repeat("catalogue.words", "23 * * * *", async () => void (await countWords(db)));
}

const refreshedLater = new WeakMap<Tx, Set<number>>();

/** Says that the caller refreshes this product at the end of its transaction, so that stock moved on the way need not. */
export function refreshLater(tx: Tx, productId: number) {
  refreshedLater.set(tx, (refreshedLater.get(tx) ?? new Set()).add(productId));
}

// What a shopper can see of a number of units: none, each of the last five, or plenty.
const shownUnits = (available: number) => Math.max(0, Math.min(available, 6));
