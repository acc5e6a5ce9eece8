import { getSearchLanguage } from "#server/catalogue/search/text/language.ts";
import type { App } from "#server/platform/app.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { fields } from "#server/platform/http/csv.ts";
import { defaultLanguage } from "#words/say.ts";
import { listSynonyms } from "./synonyms.sql.ts";
import { createSynonyms, deleteSynonyms, updateSynonyms } from "./synonyms.ts";

/** The endpoints of search synonyms. */
export function synonymRoutes({ db, handle, handleExport }: App) {
  handle("GET /product/admin/search-synonyms", async () => ({ data: await listSynonyms(db) }));
  handleExport("GET /product/admin/search-synonyms", fields("words", "includes"));
  handle("GET /product/admin/search-synonyms/default", async () => ({
    data: [...getSearchLanguage(defaultLanguage().language).synonyms],
  }));
  handle("POST /product/admin/search-synonyms", async ({ body }, { idempotency }) => ({
    data: await idempotency.transaction(db, (tx) => createSynonyms(tx, body)),
  }));
  handle("PUT /product/admin/search-synonyms/:id", async ({ params, body }) => ({
    data: await inTransaction(db, (tx) => updateSynonyms(tx, params.id, body)),
  }));
  handle("DELETE /product/admin/search-synonyms/:id", ({ params }) =>
    inTransaction(db, (tx) => deleteSynonyms(tx, params.id)),
  );
}
