import { sql } from "kysely";
import { maxCartLines } from "#contract/cart.ts";
import type { Destination } from "#contract/shipping.ts";
import { fixedRetention } from "#contract/shop/retention-periods.ts";
import { defaultDestinationColumn } from "#server/accounts/accounts.ts";
import { type CustomerCoupon, customerCouponColumn } from "#server/coupons/coupons.ts";
import { type CartGiftCardRow, cartGiftCardsColumn } from "#server/gift-cards/gift-cards.ts";
import { type Db, findRow, findValue, listRows, listValues, type Tx } from "#server/platform/database/database.ts";
import { deleteOldRows } from "#server/platform/database/retention.sql.ts";

/** The owner of a cart: a customer, or a guest by the hash of the guest id. */
export type Owner = ({ userId: number } | { guestHash: Buffer }) & {
  /** The country of the browser's language. */
  browserCountry?: string | undefined;
};

export interface StoredLine {
  id: number;
  variation_id: number;
  quantity: number;
  seen_price_amount: number;
  saved_for_later: boolean;
}
/** A destination; `vat_id` is that of the default address. */
export type StoredDestination = Destination & { vat_id?: string | null };
export interface StoredCart {
  id: string;
  version: number;
  /** Not used for a day. */
  idle: boolean;
  coupon_code: string | null;
  /** The coupon with this code; null if there is none. */
  coupon: CustomerCoupon | null;
  cards: CartGiftCardRow[];
  /** In order of preference: chosen, the default address, the country of the browser. */
  destinations: StoredDestination[];
  lines: StoredLine[];
}

/** The lines of a customer's active cart, for the copy of their data. */
export const listCartOf = (tx: Tx, userId: number) =>
  listRows<Pick<StoredLine, "variation_id" | "quantity" | "saved_for_later"> & { added_at: string }>(tx)`
    select i.variation_id, i.quantity, i.saved_for_later, i.added_at
    from carts c
    join cart_items i on i.cart_id = c.id
    where c.user_id = ${userId} and c.status = 'active'
    order by i.added_at, i.id`;

/** Columns of the coupon and gift cards of a cart `c`. */
export const adjustmentColumns = sql`
  c.coupon_code,
  ${customerCouponColumn(sql`c.coupon_code`, sql`c.user_id`)} as coupon,
  ${cartGiftCardsColumn(sql`c.gift_card_ids`)} as cards`;
/** The coupon and gift cards of a cart as the database returns them: `cards` is null if there are none. */
export interface AdjustmentsRow {
  coupon_code: string | null;
  coupon: CustomerCoupon | null;
  cards: CartGiftCardRow[] | null;
}

/** Condition: the cart `c` belongs to this owner. */
export const isOwnedBy = (owner: Owner) =>
  "userId" in owner ? sql`c.user_id = ${owner.userId}` : sql`c.guest_hash = ${owner.guestHash}`;

/** The columns of a line; those of a cart without lines are null. */
type LineColumns =
  | ({ line: number } & Omit<StoredLine, "id">)
  | { [Column in "line" | keyof Omit<StoredLine, "id">]: null };

/** The owner's active cart with its lines, oldest first. */
export async function findCart(db: Db | Tx, owner: Owner): Promise<StoredCart | undefined> {
  const rows = await listRows<
    Omit<StoredCart, "lines" | "destinations" | keyof AdjustmentsRow> & AdjustmentsRow & DestinationsRow & LineColumns
  >(db)`
    select c.id, c.version, c.last_activity_at < now() - interval '1 day' as idle, ${adjustmentColumns},
      c.destination as chosen, ${defaultDestinationColumn(sql`c.user_id`)} as usual,
      i.id as line, i.variation_id, i.quantity, i.seen_price_amount, i.saved_for_later
    from carts c
    left join cart_items i on i.cart_id = c.id
    where ${isOwnedBy(owner)} and c.status = 'active'
    order by i.added_at, i.id`;
  const [first] = rows;
  if (!first) return undefined;
  const lines = rows.flatMap(({ line, variation_id, quantity, seen_price_amount, saved_for_later }) =>
    line === null ? [] : [{ id: line, variation_id, quantity, seen_price_amount, saved_for_later }],
  );
  const { id, version, idle, coupon_code, coupon, cards } = first;
  return {
    id,
    version,
    idle,
    coupon_code,
    coupon,
    cards: cards ?? [],
    destinations: listDestinations(first, owner),
    lines,
  };
}

interface DestinationsRow {
  chosen: Destination | null;
  /** The default address. */
  usual: StoredDestination | null;
}

const listDestinations = (
  { chosen, usual }: DestinationsRow,
  { browserCountry }: Pick<Owner, "browserCountry">,
): StoredDestination[] => [
  ...(chosen ? [chosen] : []),
  ...(usual ? [usual] : []),
  ...(browserCountry ? [{ country: browserCountry, region_code: null, postal_code: null }] : []),
];

/** The destinations of an owner without a cart, or of a visitor who owns none, in order of preference. */
export async function findDestinations(
  db: Db | Tx,
  owner: Owner | Pick<Owner, "browserCountry">,
): Promise<StoredDestination[]> {
  if (!("userId" in owner)) return listDestinations({ chosen: null, usual: null }, owner);
  const rows = await listRows<Pick<DestinationsRow, "usual">>(db)`
    select ${defaultDestinationColumn(sql`${owner.userId}::bigint`)} as usual`;
  return listDestinations({ chosen: null, usual: rows[0]?.usual ?? null }, owner);
}

/** Creates the owner's active cart. Returns undefined if there is one already. */
export async function insertCart(db: Db | Tx, id: string, owner: Owner): Promise<StoredCart | undefined> {
  const rows = await listRows<{ version: number }>(db)`
    insert into carts (id, user_id, guest_hash)
    values (${id}, ${"userId" in owner ? owner.userId : null}, ${"guestHash" in owner ? owner.guestHash : null}::bytea)
    on conflict do nothing
    returning version`;
  if (!rows[0]) return undefined;
  const destinations = await findDestinations(db, owner);
  const { version } = rows[0];
  return { id, version, idle: false, coupon_code: null, coupon: null, cards: [], destinations, lines: [] };
}

export const touchCart = (db: Db, id: string) =>
  sql`update carts set last_activity_at = now() where id = ${id}`.execute(db);

/** A changed line, and the cart version after the change. */
export type ChangedLine = StoredLine & { version: number };

// Each change is one statement that locks the cart first, so concurrent changes add up and none reaches a cart that is
// being ordered. It returns nothing if the cart is not active, the line does not exist or the limit would be exceeded.
// The timestamp changes once an hour only: it is indexed, and updates without an indexed column are much cheaper.
const nextVersion = (cartId: string) => sql`
  cart as (
    update carts
    set version = version + 1,
      last_activity_at = case when last_activity_at < now() - interval '1 hour' then now() else last_activity_at end
    where id = ${cartId} and status = 'active'
    returning id, version
  )`;
const selectChangedLine = sql`
  select line.id, line.variation_id, line.quantity, line.seen_price_amount, line.saved_for_later, cart.version
  from cart
  join line on line.cart_id = cart.id`;
const lineColumns = sql.raw("i.id, i.cart_id, i.variation_id, i.quantity, i.seen_price_amount, i.saved_for_later");

export interface UnitsToAdd {
  variationId: number;
  quantity: number;
  price: number;
  /** Maximum quantity of the line after the change. */
  limit: number;
  saved: boolean;
  /** Id of the line to insert before. */
  before?: number;
}

/** Adds units of a variation, creating the line if needed and if the cart has less than `maxCartLines` others. */
export async function addUnits(db: Db, cartId: string, units: UnitsToAdd): Promise<ChangedLine | undefined> {
  const { variationId, quantity, price, limit, saved, before } = units;
  const place = before
    ? sql`coalesce((select added_at - interval '1 microsecond' from cart_items where id = ${before}), now())`
    : sql`now()`;
  return findRow<ChangedLine>(db)`
    with ${nextVersion(cartId)}, line as (
      insert into cart_items as i (cart_id, variation_id, quantity, seen_price_amount, saved_for_later, added_at)
      select id, ${variationId}::bigint, ${quantity}::int, ${price}::bigint, ${saved}::boolean, ${place}
      from cart
      where count_other_lines(id, ${variationId}::bigint, ${saved}::boolean) < ${maxCartLines}
      on conflict (cart_id, variation_id, saved_for_later) do update
      set quantity = i.quantity + excluded.quantity
      where i.quantity + excluded.quantity <= ${limit}
      returning ${lineColumns}
    )
    ${selectChangedLine}`;
}

export interface LineChange {
  id: number;
  quantity: number;
  price: number;
}

/** Updates the quantity of a line and the price the shopper has seen. */
export const updateLine = (db: Db, cartId: string, change: LineChange) =>
  findRow<ChangedLine>(db)`
    with ${nextVersion(cartId)}, line as (
      update cart_items i
      set quantity = ${change.quantity}, seen_price_amount = ${change.price}
      from cart
      where i.cart_id = cart.id and i.id = ${change.id}
      returning ${lineColumns}
    )
    ${selectChangedLine}`;

/** Moves a line between the cart and the saved items, merging it with a line of the same variation. */
export const moveLine = (db: Db, cartId: string, { id, quantity, price, limit }: LineChange & { limit: number }) =>
  findRow<ChangedLine>(db)`
    with ${nextVersion(cartId)}, gone as (
      delete from cart_items i using cart where i.cart_id = cart.id and i.id = ${id} returning i.*
    ), line as (
      insert into cart_items as i (id, cart_id, variation_id, quantity, seen_price_amount, saved_for_later, added_at)
      overriding system value
      select id, cart_id, variation_id, ${quantity}::int, ${price}::bigint, not saved_for_later, added_at from gone
      on conflict (cart_id, variation_id, saved_for_later) do update
      set quantity = least(i.quantity + excluded.quantity, ${limit}), seen_price_amount = excluded.seen_price_amount
      returning ${lineColumns}
    )
    ${selectChangedLine}`;

/** Deletes a line and returns it with quantity 0. */
export const deleteLine = (db: Db, cartId: string, id: number) =>
  findRow<ChangedLine>(db)`
    with ${nextVersion(cartId)}, line as (
      delete from cart_items i using cart
      where i.cart_id = cart.id and i.id = ${id}
      returning i.id, i.cart_id, i.variation_id, 0 as quantity, i.seen_price_amount, i.saved_for_later
    )
    ${selectChangedLine}`;

/** Ids of carts that are not active but still hold stock. */
export const listEndedCartsWithHold = (db: Db) =>
  listValues<string>(db)`
    select id from carts where status <> 'active' and id in (select cart_id from cart_stock_holds)`;

/** Expires guest carts, and deletes expired, merged and ordered ones, some time after their last use. */
export async function expireCarts(db: Db) {
  await sql`delete from cart_merges where merged_at < now() - interval '1 day'`.execute(db);
  await sql`delete from cart_merge_extras where merged_at < now() - interval '1 day'`.execute(db);
  await sql`
    update carts set status = 'expired', version = version + 1
    where status = 'active' and user_id is null and last_activity_at < now() - make_interval(days => ${fixedRetention.guest_cart})`.execute(
    db,
  );
  await deleteOldRows(
    db,
    "carts",
    sql`status <> 'active' and last_activity_at < now() - make_interval(days => ${fixedRetention.ended_cart})
      and id not in (select cart_id from cart_stock_holds)
      and id not in (select merged_into from carts where merged_into is not null)`,
  );
}

/** Empties and expires the active cart of a deleted customer and returns its id. Ordered carts are not changed. */
export const expireCustomerCart = (tx: Tx, userId: number) =>
  findValue<string>(tx)`
    with ended as (
      update carts
      set status = 'expired', coupon_code = null, gift_card_ids = '{}', version = version + 1
      where user_id = ${userId} and status = 'active'
      returning id
    ), forgotten as (
      delete from cart_merges m using ended where m.cart_id = ended.id
    ), forgotten_extras as (
      delete from cart_merge_extras m using ended where m.cart_id = ended.id
    ), emptied as (
      delete from cart_items i using ended where i.cart_id = ended.id
    )
    select id from ended`;
