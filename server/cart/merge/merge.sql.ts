import { sql } from "kysely";
import type { CartMerge } from "#contract/cart.ts";
import type { Db, Tx } from "#server/platform/database/database.ts";
import { type NewLine, bumpVersion } from "#server/cart/locked-cart.sql.ts";

type MergedUnits = Pick<NewLine, "variation_id" | "saved_for_later" | "quantity">;

/** Remembers what a guest's cart brought into a customer's. */
export const insertMerge = (tx: Tx, guestCartId: string, cartId: string, gains: MergedUnits[]) =>
  sql`
    insert into cart_merges (guest_cart_id, cart_id, variation_id, saved_for_later, quantity)
    select ${guestCartId}::uuid, ${cartId}::uuid, g.variation_id, g.saved_for_later, g.quantity
    from jsonb_to_recordset(${JSON.stringify(gains)}::jsonb)
      as g (variation_id bigint, saved_for_later boolean, quantity int)`.execute(tx);

const isRecent = sql`m.merged_at > now() - interval '1 hour'`;

/** Units brought into the active cart of a customer. */
export async function sumMerges(db: Db, userId: number): Promise<CartMerge> {
  const { rows } = await sql<CartMerge>`
    select coalesce(sum(m.quantity) filter (where not m.saved_for_later), 0)::int as added,
      coalesce(sum(m.quantity) filter (where m.saved_for_later), 0)::int as saved_for_later
    from cart_merges m
    join carts c on c.id = m.cart_id
    where c.user_id = ${userId} and c.status = 'active' and ${isRecent}`.execute(db);
  return rows[0] ?? { added: 0, saved_for_later: 0 };
}

/** Takes the record of what was brought into a locked cart: only one caller ever gets it. */
export async function deleteMerges(tx: Tx, cartId: string): Promise<MergedUnits[]> {
  const { rows } = await sql<MergedUnits>`
    with taken as (
      delete from cart_merges m where m.cart_id = ${cartId} and ${isRecent} returning *
    )
    select variation_id, saved_for_later, sum(quantity)::int as quantity
    from taken
    group by variation_id, saved_for_later`.execute(tx);
  return rows;
}

/** Takes units out of the lines of a locked cart; returns how many units it then holds. */
export async function subtractUnits(tx: Tx, cartId: string, gains: MergedUnits[]): Promise<number> {
  const asked = sql`
    jsonb_to_recordset(${JSON.stringify(gains)}::jsonb)
      as g (variation_id bigint, saved_for_later boolean, quantity int)`;
  const same = sql`
    i.cart_id = ${cartId} and i.variation_id = g.variation_id and i.saved_for_later = g.saved_for_later`;
  await sql`delete from cart_items i using ${asked} where ${same} and i.quantity <= g.quantity`.execute(tx);
  await sql`
    update cart_items i set quantity = i.quantity - g.quantity
    from ${asked}
    where ${same} and i.quantity > g.quantity`.execute(tx);
  return bumpVersion(tx, cartId);
}
