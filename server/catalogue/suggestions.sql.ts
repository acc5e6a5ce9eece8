import { sql } from "kysely";
import type { Suggestion } from "#contract/catalogue/products.ts";
import type { Db } from "#server/platform/db.ts";

/** The most popular products on sale that a tsquery finds. */
export async function suggestedProducts(db: Db, query: string, limit: number): Promise<Suggestion[]> {
  const { rows } = await sql<Suggestion>`
    with hits as materialized (
      select id
      from products
      where search @@ ${query}::tsquery and status = 'active' and deleted_at is null
      order by popularity desc, id desc
      limit ${limit}
    )
    select p.id, p.slug, p.name, p.card ->> 'thumbnail' as thumbnail
    from hits
    join products p using (id)
    order by p.popularity desc, p.id desc`.execute(db);
  return rows;
}
