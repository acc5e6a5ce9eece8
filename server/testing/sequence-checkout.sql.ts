import { type Db, listValues, mapRows } from "#server/platform/database/database.ts";

/** How many units of these variations are held for carts. */
export const heldForCarts = (db: Db, variationIds: number[]) =>
  mapRows<number, number>(db)`
    select variation_id, sum(quantity)::int as units
    from cart_stock_holds
    where variation_id = any(${variationIds}::bigint[])
    group by variation_id`;

/** What is held for a cart that has ended, or beyond what its lines want. */
export const unneededHolds = (db: Db) =>
  listValues<string>(db)`
    select 'cart ' || h.cart_id || ' (' || c.status || ') holds ' || h.quantity || ' of ' || h.variation_id
      || ' but wants ' || coalesce(i.quantity, 0) as problem
    from cart_stock_holds h
    join carts c on c.id = h.cart_id
    left join cart_items i on i.cart_id = h.cart_id and i.variation_id = h.variation_id and not i.saved_for_later
    where c.status <> 'active' or h.quantity > coalesce(i.quantity, 0)`;
