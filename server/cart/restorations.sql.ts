import { sql } from "kysely";
import { listRows, type Tx } from "#server/platform/database/database.ts";

interface Units {
  variation_id: number;
  quantity: number;
}

/** Records which units of an order were restored to a cart, unless the ordered one was deleted long after. */
export const insertRestoration = (tx: Tx, orderedCartId: string, cartId: string, units: Units[]) =>
  sql`
    insert into cart_restorations (ordered_cart_id, cart_id, variation_id, quantity)
    select ${orderedCartId}::uuid, ${cartId}::uuid, u.variation_id, sum(u.quantity)::int
    from jsonb_to_recordset(${JSON.stringify(units)}::jsonb) as u (variation_id bigint, quantity int)
    where exists (select from carts where id = ${orderedCartId}::uuid)
    group by u.variation_id
    on conflict (ordered_cart_id, variation_id) do update
    set cart_id = excluded.cart_id, quantity = excluded.quantity`.execute(tx);

/** Moves the records of a cart to the one it was merged into. */
export const moveRestorations = (tx: Tx, from: string, into: string) =>
  sql`update cart_restorations set cart_id = ${into} where cart_id = ${from}`.execute(tx);

/** Deletes and returns the record for this locked cart, so that only one caller gets it. */
export const deleteRestoration = (tx: Tx, orderedCartId: string, cartId: string) =>
  listRows<Units>(tx)`
    delete from cart_restorations
    where ordered_cart_id = ${orderedCartId} and cart_id = ${cartId}
    returning variation_id, quantity`;
