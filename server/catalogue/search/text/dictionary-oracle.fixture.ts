import { sql } from "kysely";
import { isOnSale } from "#server/catalogue/products/on-sale.sql.ts";
import { type Db, listRows, listValues } from "#server/platform/database/database.ts";

// The results of the search dictionary computed by PostgreSQL, for tests to compare.

const words = sql`
  words as (
    select found.lexeme as word, count(*)::int as products,
      (count(*) filter (where found.weights && '{A,B}'))::int as named
    from products p
    cross join lateral unnest(p.search) as found
    where ${isOnSale} and found.weights && '{A,B,C}'
    group by found.lexeme
  )`;

/** What `splitIntoWords` with `SearchDictionary.hasPrefix` of each should return. */
export const selectTypedWords = (db: Db, text: string) =>
  listRows<{ word: string; isKnown: boolean }>(db)`
    with ${words}
    select t.word, exists (select from words w where starts_with(w.word, t.word)) as "isKnown"
    from unnest(words_of(${text})) with ordinality as t (word, place)
    order by t.place`;

/** What `SearchDictionary.complete` should return. */
export const selectCompletions = (db: Db, prefix: string, limit: number) =>
  listValues<string>(db)`
    with ${words}
    select w.word
    from words w
    where starts_with(w.word, ${prefix}) and w.named > 0
    order by w.word = ${prefix} desc, w.named desc, w.word
    limit ${limit}`;

/** What `SearchDictionary.findSimilar` with a limit of 8 should return. */
export const selectSimilar = (db: Db, word: string, threshold: number) =>
  listValues<string>(db)`
    with ${words}
    select w.word
    from words w
    where similarity(w.word, ${word}) >= ${threshold}
    order by similarity(w.word, ${word}) desc, w.products desc
    limit 8`;
