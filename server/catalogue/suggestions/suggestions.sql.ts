import { sql } from "kysely";
import type { Suggestion } from "#contract/catalogue/products.ts";
import type { Db } from "#server/platform/database/database.ts";
import type { Term } from "#server/catalogue/search/search-dictionary.ts";
import { within } from "#server/catalogue/list/list.sql.ts";

/** The most popular products on sale that every term finds. */
export async function suggestedProducts(db: Db, terms: Term[], limit: number): Promise<Suggestion[]> {
  const { rows } = await sql<Suggestion>`
    with hits as materialized (
      select p.id
      from products p
      where ${within({ terms })}
      order by p.popularity desc, p.id desc
      limit ${limit}
    )
    select p.id, p.slug, p.name, p.card ->> 'thumbnail' as thumbnail, p.card -> 'price' as price, p.card -> 'max_price' as max_price
    from hits
    join products p using (id)
    order by p.popularity desc, p.id desc`.execute(db);
  return rows;
}
