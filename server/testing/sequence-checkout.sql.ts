import { sql } from "kysely";
import type { Db } from "#server/platform/database/database.ts";

/** How many units of these variations are held for carts. */
export async function heldForCarts(db: Db, variationIds: number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ variation_id: number; units: number }>`
    select variation_id, sum(quantity)::int as units
    from cart_stock_holds
    where variation_id = any(${variationIds}::bigint[])
    group by variation_id`.execute(db);
  return new Map(rows.map(({ variation_id, units }) => [variation_id, units]));
}

/** What is held for a cart that has ended, or beyond what its lines want. */
export async function heldForNothing(db: Db): Promise<string[]> {
  const { rows } = await sql<{ problem: string }>`
    select 'cart ' || h.cart_id || ' (' || c.status || ') holds ' || h.quantity || ' of ' || h.variation_id || ' but wants '
      || coalesce(i.quantity, 0) as problem
    from cart_stock_holds h
    join carts c on c.id = h.cart_id
    left join cart_items i on i.cart_id = h.cart_id and i.variation_id = h.variation_id and not i.saved_for_later
    where c.status <> 'active' or h.quantity > coalesce(i.quantity, 0)`.execute(db);
  return rows.map(({ problem }) => problem);
}
