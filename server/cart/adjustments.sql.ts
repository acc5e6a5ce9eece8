import { type RawBuilder, sql } from "kysely";
import type { Destination } from "#contract/shipping.ts";
import { defaultDestinationColumn } from "#server/accounts/accounts.ts";
import { type Db, findValue, getRow, type Tx } from "#server/platform/database/database.ts";

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

/**
 * Copies the destination of one locked cart to another, unless that customer has chosen one or has a default address.
 * Returns what was copied.
 */
export const copyDestination = async (tx: Tx, from: string, to: string) =>
  (await findValue<Destination>(tx)`
    update carts c
    set destination = g.destination
    from carts g
    where c.id = ${to} and g.id = ${from} and c.destination is null
      and ${defaultDestinationColumn(sql`c.user_id`)} is null
    returning c.destination`) ?? null;

/** The coupon and gift cards of a locked cart. */
export const getAdjustments = (tx: Tx, cartId: string) =>
  getRow<{ coupon_code: string | null; gift_card_ids: number[] }>(tx)`
    select coupon_code, gift_card_ids from carts where id = ${cartId}`;

/** Takes back what a merge copied to a locked cart, where it is unchanged. */
export const removeCopied = (tx: Tx, cartId: string, { coupon_code, gift_card_ids, destination }: CopiedExtras) =>
  sql`
    update carts
    set coupon_code = nullif(coupon_code, ${coupon_code}),
      gift_card_ids = array(
        select id from unnest(gift_card_ids) with ordinality c (id, at)
        where id <> all(${gift_card_ids}::bigint[])
        order by at),
      destination = nullif(destination, ${destination === null ? null : JSON.stringify(destination)}::jsonb),
      version = version + 1
    where id = ${cartId}`.execute(tx);

/** What a merge copied from a guest's cart besides items. */
export interface CopiedExtras {
  coupon_code: string | null;
  gift_card_ids: number[];
  destination: Destination | null;
}

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
