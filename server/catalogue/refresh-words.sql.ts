import { sql } from "kysely";
import type { Db, Tx } from "#server/platform/db.ts";

/** Adds the words of these products that the shop has not met before; how often each occurs is counted later. */
export const meetWords = (tx: Tx, ids: readonly number[]) =>
  sql`
    insert into search_words (word, products)
    select word, count(*)
    from (${wordsOf(sql`p.id = any(array(select unnest(${ids}::bigint[])))`)}) met
    where not exists (select from search_words known where known.word = met.word)
    group by word
    order by word
    on conflict (word) do nothing`.execute(tx);

/** Counts anew in how many products each word occurs, and forgets words of none. */
export const countWords = (db: Db | Tx) =>
  sql`
    with counted as materialized (
      select word, count(*)::int as products
      from (${wordsOf(sql`p.status = 'active' and p.deleted_at is null`)}) met
      group by word
    ),
    gone as (
      delete from search_words w where not exists (select from counted c where c.word = w.word)
    )
    insert into search_words as w (word, products)
    select word, products from counted order by word
    on conflict (word) do update set products = excluded.products where w.products <> excluded.products`.execute(db);

const wordsOf = (which: ReturnType<typeof sql>) => sql`
  select distinct p.id, word
  from products p
  cross join lateral unnest(words_of(concat_ws(' ', p.name, p.brand,
    (select string_agg(c.name, ' ') from categories c where c.id = any(p.category_ids))))) as word
  where ${which} and char_length(word) between 2 and 40`;
