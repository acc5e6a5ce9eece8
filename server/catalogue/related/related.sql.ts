import { sql } from "kysely";
import { isOnSale } from "#server/catalogue/products/on-sale.sql.ts";
import type { Db } from "#server/platform/database/database.ts";

/** The categories a product on sale was put in, without those above, and its tags. */
export async function findCategoriesAndTags(
  db: Db,
  id: number,
): Promise<{ category_ids: number[]; tag_ids: number[] } | undefined> {
  const { rows } = await sql<{ category_ids: number[]; tag_ids: number[] }>`
    select p.tag_ids, array(select category_id from product_categories where product_id = p.id) as category_ids
    from products p
    where p.id = ${id} and ${isOnSale}`.execute(db);
  return rows[0];
}
