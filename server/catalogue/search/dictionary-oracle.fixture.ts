import { sql } from "kysely";
import type { Db } from "#server/platform/database/database.ts";
import { isOnSale } from "#server/catalogue/list/list.sql.ts";

export interface TypedWord {
  word: string;
  /** The shop has a word that is so or begins so. */
  begins: boolean;
}

// Above every letter, so that a range of words that begin alike has an end.
const end = sql`chr(1114111)`;
const beginsWith = (word: ReturnType<typeof sql>) => sql`w.word ~>=~ ${word} and w.word ~<~ (${word} || ${end})`;

/** The words of a text as search sees them, and whether the shop knows them. */
export async function typedWords(db: Db, text: string): Promise<TypedWord[]> {
  const { rows } = await sql<TypedWord>`
    select t.word,
      exists (select from search_words w where ${beginsWith(sql`t.word`)}) or exists (
        -- The words may not have been counted since it came.
        select from products p
        where p.search @@ ('''' || t.word || ''':*')::tsquery and ${isOnSale}
      ) as begins
    from unnest(words_of(${text})) with ordinality as t (word, place)
    order by t.place
    limit 8`.execute(db);
  return rows;
}

/** The commonest words of names that begin so, itself first. */
export async function completions(db: Db, word: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ word: string }>`
    select w.word
    from search_words w
    where ${beginsWith(sql`${word}::text`)} and w.named
    order by w.word = ${word} desc, w.products desc, w.word
    limit ${limit}`.execute(db);
  return rows.map((row) => row.word);
}

export interface Mend {
  word: string;
  exact: boolean;
  products: number;
  /** Its place among the edits asked about. */
  place: number;
}

/** For each of these spellings the commonest word that is so or begins so, as far as there is one. */
export async function wordsSpelled(db: Db, edits: string[]): Promise<Mend[]> {
  const { rows } = await sql<Mend>`
    select w.word, w.word = e.edit as exact, w.products, e.place::int as place
    from unnest(${edits}::text[]) with ordinality as e (edit, place)
    cross join lateral (
      select w.word, w.products
      from search_words w
      where ${beginsWith(sql`e.edit`)}
      order by w.word = e.edit desc, w.products desc
      limit 1
    ) w`.execute(db);
  return rows;
}

/** Words made of much the same three-letter pieces, most alike first. */
export async function wordsAlike(db: Db, word: string, threshold: number): Promise<string[]> {
  const { rows } = await sql<{ word: string }>`
    select w.word
    from search_words w
    where w.word % ${word} and similarity(w.word, ${word}) >= ${threshold}
    order by similarity(w.word, ${word}) desc, w.products desc
    limit 8`.execute(db);
  return rows.map((row) => row.word);
}
