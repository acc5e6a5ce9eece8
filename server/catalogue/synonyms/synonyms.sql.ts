import { sql } from "kysely";
import type { SearchSynonyms, SynonymsForm } from "#contract/catalogue/search-synonyms.ts";
import type { Db, Tx } from "#server/platform/database/database.ts";

const columns = sql`id, words, includes, version`;

export async function listSynonyms(db: Db): Promise<SearchSynonyms[]> {
  const { rows } = await sql<SearchSynonyms>`select ${columns} from search_synonyms order by id`.execute(db);
  return rows;
}

export async function findSynonyms(tx: Tx, id: number): Promise<SearchSynonyms | undefined> {
  const { rows } = await sql<SearchSynonyms>`select ${columns} from search_synonyms where id = ${id}`.execute(tx);
  return rows[0];
}

export async function insertSynonyms(tx: Tx, { words, includes }: SynonymsForm): Promise<SearchSynonyms | undefined> {
  const { rows } = await sql<SearchSynonyms>`
    insert into search_synonyms (words, includes)
    values (${words}::text[], ${includes}::text[])
    returning ${columns}`.execute(tx);
  return rows[0];
}

/** Updates synonyms with this `version`; undefined if the version is outdated. */
export async function updateSynonymsRow(tx: Tx, id: number, form: SynonymsForm & { version: number }) {
  const { rows } = await sql<SearchSynonyms>`
    update search_synonyms
    set words = ${form.words}::text[], includes = ${form.includes}::text[], version = version + 1
    where id = ${id} and version = ${form.version}
    returning ${columns}`.execute(tx);
  return rows[0];
}

export async function deleteSynonymsRow(tx: Tx, id: number): Promise<boolean> {
  const { numAffectedRows } = await sql`delete from search_synonyms where id = ${id}`.execute(tx);
  return numAffectedRows === 1n;
}
