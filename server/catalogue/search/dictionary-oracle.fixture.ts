import { sql } from "kysely";
import { isOnSale } from "#server/catalogue/products/on-sale.sql.ts";
import type { Db } from "#server/platform/database/database.ts";
import type { SpellingMatch } from "./search-dictionary.ts";

// The results of the search dictionary computed by PostgreSQL, for tests to compare.

const words = sql`
  words as (
    select found.lexeme as word, count(*)::int as products, bool_or(found.weights && '{A,B}') as is_primary
    from products p
    cross join lateral unnest(p.search) as found
    where ${isOnSale}
    group by found.lexeme
  )`;

/** The same as `splitIntoWords` with `SearchDictionary.hasPrefix` of each. */
export async function selectTypedWords(db: Db, text: string): Promise<{ word: string; isKnown: boolean }[]> {
  const { rows } = await sql<{ word: string; isKnown: boolean }>`
    with ${words}
    select t.word, exists (select from words w where starts_with(w.word, t.word)) as "isKnown"
    from unnest(words_of(${text})) with ordinality as t (word, place)
    order by t.place`.execute(db);
  return rows;
}

/** The same as `SearchDictionary.complete`. */
export async function selectCompletions(db: Db, prefix: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ word: string }>`
    with ${words}
    select w.word
    from words w
    where starts_with(w.word, ${prefix}) and w.is_primary
    order by w.word = ${prefix} desc, w.products desc, w.word
    limit ${limit}`.execute(db);
  return rows.map(({ word }) => word);
}

/** The same as `SearchDictionary.findSpellings`. */
export async function selectSpellings(db: Db, spellings: string[]): Promise<SpellingMatch[]> {
  const { rows } = await sql<SpellingMatch>`
    with ${words}
    select w.word, w.word = e.spelling as "isExact", w.products, e.place::int as place
    from unnest(${spellings}::text[]) with ordinality as e (spelling, place)
    cross join lateral (
      select w.word, w.products
      from words w
      where starts_with(w.word, e.spelling)
      order by w.word = e.spelling desc, w.products desc
      limit 1
    ) w`.execute(db);
  return rows;
}

/** The same as `SearchDictionary.findSimilar` with a limit of 8. */
export async function selectSimilar(db: Db, word: string, threshold: number): Promise<string[]> {
  const { rows } = await sql<{ word: string }>`
    with ${words}
    select w.word
    from words w
    where similarity(w.word, ${word}) >= ${threshold}
    order by similarity(w.word, ${word}) desc, w.products desc
    limit 8`.execute(db);
  return rows.map((row) => row.word);
}
