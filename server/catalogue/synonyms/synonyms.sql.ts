import { sql } from "kysely";
import type { SearchSynonyms, SynonymsForm } from "#contract/catalogue/search-synonyms.ts";
import { type Db, findRow, isAffected, listRows, type Tx } from "#server/platform/database/database.ts";
import { idOrNext } from "#server/platform/database/ids.sql.ts";

const columns = sql`id, words, includes, version`;

export const listSynonyms = (db: Db) =>
  listRows<SearchSynonyms>(db)`select ${columns} from search_synonyms order by id`;

export const findSynonyms = (tx: Tx, id: number) =>
  findRow<SearchSynonyms>(tx)`select ${columns} from search_synonyms where id = ${id}`;

export const insertSynonyms = (tx: Tx, { words, includes }: SynonymsForm, id?: number) =>
  findRow<SearchSynonyms>(tx)`
    insert into search_synonyms (id, words, includes) overriding system value
    values (${idOrNext("search_synonyms", id)}, ${words}::text[], ${includes}::text[])
    returning ${columns}`;

/** Updates synonyms with this `version`; undefined if the version is outdated. */
export const updateSynonymsRow = (tx: Tx, id: number, form: SynonymsForm & { version: number }) =>
  findRow<SearchSynonyms>(tx)`
    update search_synonyms
    set words = ${form.words}::text[], includes = ${form.includes}::text[], version = version + 1
    where id = ${id} and version = ${form.version}
    returning ${columns}`;

export const deleteSynonymsRow = (tx: Tx, id: number) => isAffected(tx)`delete from search_synonyms where id = ${id}`;
