import { sql } from "kysely";
import type { Tx } from "#server/platform/database/database.ts";

/** Empties and expires the active cart of a deleted customer and returns its id. Ordered carts are not changed. */
export async function expireCustomerCart(tx: Tx, userId: number): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    with ended as (
      update carts
      set status = 'expired', coupon_code = null, gift_card_ids = '{}', version = version + 1
      where user_id = ${userId} and status = 'active'
      returning id
    ), forgotten as (
      delete from cart_merges m using ended where m.cart_id = ended.id
    ), emptied as (
      delete from cart_items i using ended where i.cart_id = ended.id
    )
    select id from ended`.execute(tx);
  return rows[0]?.id;
}
