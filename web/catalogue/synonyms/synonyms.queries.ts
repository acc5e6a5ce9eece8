import type { SearchSynonyms } from "#contract/catalogue/search-synonyms.ts";
import { call, invalidate, query } from "#web/api/call.ts";
import { deleteWithUndo } from "#web/ui/feedback/undo.ts";

export const ownSynonyms = query("GET /product/admin/search-synonyms", {});
export const defaultSynonyms = query("GET /product/admin/search-synonyms/default", {});
/** The searches of the last 30 days that found nothing. */
export const zeroResultSearches = query("GET /product/admin/zero-result-searches", { query: { days: 30 } });

/** Invalidates what depends on synonyms, the shop's search included. */
export const refreshSynonyms = () => invalidate(ownSynonyms, "GET /product");

/** Deletes synonyms at once, with undo. */
export const deleteSynonyms = ({ id, words }: SearchSynonyms) =>
  deleteWithUndo({
    name: `Synonyms of ${words[0]}`,
    remove: () => call("DELETE /product/admin/search-synonyms/:id", { params: { id } }),
    refresh: refreshSynonyms,
  });
