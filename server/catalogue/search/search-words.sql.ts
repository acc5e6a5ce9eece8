import { sql } from "kysely";
import type { Db, Tx } from "#server/platform/database/database.ts";
import { isOnSale } from "#server/catalogue/list/list.sql.ts";

/** Adds the words of these products that the shop has not met before; how often each occurs is counted later. */
export const meetWords = (tx: Tx, ids: readonly number[]) =>
  sql`
    insert into search_words as w (word, products, named)
    select word, count(*), bool_or(named)
    from (${wordsOf(sql`p.id = any(array(select unnest(${ids}::bigint[])))`)}) met
    where not exists (select from search_words known where known.word = met.word and (known.named or not met.named))
    group by word
    order by word
    on conflict (word) do update set named = true where excluded.named and not w.named`.execute(tx);

/** Counts anew in how many products each word occurs, and forgets words of none. */
export const countWords = (db: Db | Tx) =>
  sql`
    with counted as materialized (
      select word, count(*)::int as products, bool_or(named) as named
      from (${wordsOf(isOnSale)}) met
      group by word
    ),
    gone as (
      delete from search_words w where not exists (select from counted c where c.word = w.word)
    )
    insert into search_words as w (word, products, named)
    select word, products, named from counted order by word
    on conflict (word) do update set products = excluded.products, named = excluded.named
    where (w.products, w.named) <> (excluded.products, excluded.named)`.execute(db);

// The weights are those that products are searched by: A and B for names, brands, tags and categories.
const wordsOf = (which: ReturnType<typeof sql>) => sql`
  select found.lexeme as word, found.weights && '{A,B}' as named
  from products p
  cross join lateral unnest(p.search) as found
  where ${which} and char_length(found.lexeme) between 2 and 40`;
