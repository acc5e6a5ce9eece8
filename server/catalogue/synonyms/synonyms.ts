import type { SearchSynonyms, SynonymsForm } from "#contract/catalogue/search-synonyms.ts";
import { invalidateFacetLabels } from "#server/catalogue/cache-tags.ts";
import type { Tx } from "#server/platform/database/database.ts";
import { assertFound, Problem } from "#server/platform/http/problem.ts";
import { deleteSynonymsRow, findSynonyms, insertSynonyms, updateSynonymsRow } from "./synonyms.sql.ts";

/** Creates synonyms of the shop, again with their id if they have one; the next search uses them. */
export async function createSynonyms(tx: Tx, form: SynonymsForm, id?: number): Promise<SearchSynonyms> {
  const created = assertFound(await insertSynonyms(tx, form, id));
  await invalidateFacetLabels(tx);
  return created;
}

/** Updates synonyms. Throws `stale` with the current ones in `details`. */
export async function updateSynonyms(tx: Tx, id: number, form: SynonymsForm & { version: number }) {
  const current = assertFound(await findSynonyms(tx, id));
  const written = await updateSynonymsRow(tx, id, form);
  if (!written) throw new Problem("stale", { details: { current } });
  await invalidateFacetLabels(tx);
  return written;
}

/** Deletes synonyms. Throws `not_found`. */
export async function deleteSynonyms(tx: Tx, id: number) {
  if (!(await deleteSynonymsRow(tx, id))) throw new Problem("not_found");
  await invalidateFacetLabels(tx);
}
