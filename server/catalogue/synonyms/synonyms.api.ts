import type { App } from "#server/platform/app.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { listSynonyms } from "./synonyms.sql.ts";
import { setSearchSynonyms } from "./synonyms.ts";

/** The endpoints of search synonyms. */
export function synonymRoutes({ db, handle }: App) {
  handle("GET /product/admin/search-synonyms", async () => ({ data: await listSynonyms(db) }));
  handle("PUT /product/admin/search-synonyms", async ({ body }) => ({
    data: await inTransaction(db, (tx) => setSearchSynonyms(tx, body.synonyms)),
  }));
}
