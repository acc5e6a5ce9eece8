import { type RawBuilder, sql } from "kysely";
import type { Destination } from "#contract/shipping.ts";
import { defaultDestinationColumn } from "#server/accounts/accounts.ts";
import { type Db, findValue, type Tx } from "#server/platform/database/database.ts";

/** Sets or clears the coupon code of an active cart. Returns the new cart version; undefined if it is not active. */
export const updateCoupon = (db: Db, cartId: string, code: string | null) =>
  updateAdjustments(db, cartId, sql`coupon_code = ${code}`);

/** Adds a gift card to an active cart. Cards are used in the order they were added. */
export const addGiftCardId = (db: Db, cartId: string, cardId: number) =>
  updateAdjustments(
    db,
    cartId,
    sql`gift_card_ids = array_remove(gift_card_ids, ${cardId}::bigint) || ${cardId}::bigint`,
  );

export const removeGiftCardId = (db: Db, cartId: string, cardId: number) =>
  updateAdjustments(db, cartId, sql`gift_card_ids = array_remove(gift_card_ids, ${cardId}::bigint)`);

/** Sets the destination of an active cart. */
export const updateDestination = (db: Db, cartId: string, destination: Destination) =>
  updateAdjustments(db, cartId, sql`destination = ${JSON.stringify(destination)}::jsonb`);

const updateAdjustments = (db: Db, cartId: string, change: RawBuilder<unknown>) =>
  findValue<number>(db)`
    update carts set ${change}, version = version + 1
    where id = ${cartId} and status = 'active'
    returning version`;

/** Copies the destination of one locked cart to another, unless that customer has chosen one or has a default address. */
export const copyDestination = (tx: Tx, from: string, to: string) =>
  sql`
    update carts c
    set destination = g.destination
    from carts g
    where c.id = ${to} and g.id = ${from} and c.destination is null
      and ${defaultDestinationColumn(sql`c.user_id`)} is null`.execute(tx);

/** Copies the coupon and gift cards of one locked cart to another, which keeps its own coupon. */
export const copyAdjustments = (tx: Tx, from: string, to: string) =>
  sql`
    update carts c
    set coupon_code = coalesce(c.coupon_code, g.coupon_code),
      gift_card_ids = c.gift_card_ids || array(
        select id
        from unnest(g.gift_card_ids) id
        where id <> all(c.gift_card_ids)
      )
    from carts g
    where c.id = ${to} and g.id = ${from}`.execute(tx);
