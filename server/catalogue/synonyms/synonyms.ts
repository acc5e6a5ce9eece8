import type { SearchSynonyms } from "#contract/catalogue/search-synonyms.ts";
import { invalidateFacetLabels } from "#server/catalogue/cache-tags.ts";
import type { Tx } from "#server/platform/database/database.ts";
import { listSynonyms, replaceSynonyms } from "./synonyms.sql.ts";

/** Replaces the shop's own search synonyms; the next search uses them. */
export async function setSearchSynonyms(tx: Tx, synonyms: readonly SearchSynonyms[]): Promise<SearchSynonyms[]> {
  await replaceSynonyms(tx, synonyms);
  await invalidateFacetLabels(tx);
  return listSynonyms(tx);
}
