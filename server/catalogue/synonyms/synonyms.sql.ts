import { sql } from "kysely";
import type { SearchSynonyms } from "#contract/catalogue/search-synonyms.ts";
import type { Db, Tx } from "#server/platform/database/database.ts";

export async function listSynonyms(db: Db): Promise<SearchSynonyms[]> {
  const { rows } = await sql<SearchSynonyms>`
    select words, includes
    from search_synonyms
    order by id`.execute(db);
  return rows;
}

export async function replaceSynonyms(tx: Tx, synonyms: readonly SearchSynonyms[]) {
  // Two replacements at once must not both insert.
  await sql`lock table search_synonyms in share row exclusive mode`.execute(tx);
  await sql`delete from search_synonyms`.execute(tx);
  await sql`
    insert into search_synonyms (words, includes)
    select array(select jsonb_array_elements_text(words)), array(select jsonb_array_elements_text(includes))
    from jsonb_to_recordset(${JSON.stringify(synonyms)}::jsonb) as s (words jsonb, includes jsonb)`.execute(tx);
}
