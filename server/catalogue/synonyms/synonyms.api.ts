import type { SearchSynonyms } from "#contract/catalogue/search-synonyms.ts";
import { getSearchLanguage } from "#server/catalogue/search/text/language.ts";
import type { App } from "#server/platform/app.ts";
import { fields } from "#server/platform/csv.ts";
import { defaultLanguage } from "#words/say.ts";
import { findSynonyms, listSynonyms } from "./synonyms.sql.ts";
import { createSynonyms, deleteSynonyms, updateSynonyms } from "./synonyms.ts";

/** The endpoints of search synonyms. */
export function synonymRoutes({ db, answer, write, handleExport, object }: App) {
  object<SearchSynonyms>("search_synonym", {
    read: (tx, id) => findSynonyms(tx, Number(id)),
    name: ({ words }) => words[0] ?? null,
    together: [["words", "includes"]],
    update: (tx, id, state) => updateSynonyms(tx, Number(id), state),
    create: (tx, id, state) => createSynonyms(tx, state, Number(id)),
    remove: (tx, id) => deleteSynonyms(tx, Number(id)),
  });
  answer("GET /product/admin/search-synonyms", () => listSynonyms(db));
  handleExport("GET /product/admin/search-synonyms", fields("words", "includes"));
  answer("GET /product/admin/search-synonyms/default", () => [
    ...getSearchLanguage(defaultLanguage().language).synonyms,
  ]);
  write("POST /product/admin/search-synonyms", (tx, { body }) => createSynonyms(tx, body));
  write("PUT /product/admin/search-synonyms/:id", (tx, { params, body }) => updateSynonyms(tx, params.id, body));
  write("DELETE /product/admin/search-synonyms/:id", (tx, { params }) => deleteSynonyms(tx, params.id));
}
