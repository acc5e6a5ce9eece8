import { type RawBuilder, sql } from "kysely";
import { type Db, getRow, listRows, type Tx } from "#server/platform/database/database.ts";

/** An amount of one card, in minor units. */
export interface Spend {
  id: number;
  amount: number;
}

/** An amount moved between an order and its cards, in minor units, and its last entry. */
export interface CardTransfer {
  amount: number;
  /** Null if nothing was moved. */
  entry: number | null;
}

// Number of the next entry of an order on a card; a concurrent one with the same number violates a constraint.
const nextStep = (orderId: string) => sql`
  1 + (select count(*) from gift_card_entries e where e.gift_card_id = m.id and e.order_id = ${orderId}::uuid)`;

/** Deducts amounts from their cards; `cards` is how many had enough balance and, with `now`, had not expired. */
export async function deductAmounts(tx: Tx, orderId: string, spends: Spend[], now: Date | null) {
  return getRow<CardTransfer & { cards: number }>(tx)`
    with m as (
      update gift_cards g
      set balance_amount = g.balance_amount - w.amount
      from jsonb_to_recordset(${JSON.stringify(spends)}::jsonb) as w (id bigint, amount bigint)
      where g.id = w.id and g.is_active and g.balance_amount >= w.amount
        and (g.expires_at > ${now}::timestamptz) is not false
      returning g.id, w.amount, g.balance_amount
    ), entries as (
      insert into gift_card_entries (gift_card_id, order_id, step, kind, delta_amount, balance_after)
      select m.id, ${orderId}::uuid, ${nextStep(orderId)}, 'spend', -m.amount, m.balance_amount
      from m
      returning id, delta_amount
    )
    select count(*)::int as cards, coalesce(-sum(delta_amount), 0)::int8 as amount, max(id) as entry
    from entries`;
}

/** Refunds up to `amount` of what an order paid with gift cards to them, oldest card first. The order must be locked. */
export async function returnToGiftCards(tx: Tx, orderId: string, amount: number): Promise<CardTransfer> {
  return getRow<CardTransfer>(tx)`
    with spent as (
      select gift_card_id, -sum(delta_amount) as amount
      from gift_card_entries
      where order_id = ${orderId}::uuid
      group by gift_card_id
      having sum(delta_amount) < 0
    ), refunded as (
      select gift_card_id,
        least(amount, ${amount}::bigint - (sum(amount) over (order by gift_card_id) - amount)) as amount
      from spent
    ), m as (
      update gift_cards g set balance_amount = g.balance_amount + o.amount
      from refunded o
      where g.id = o.gift_card_id and o.amount > 0
      returning g.id, o.amount, g.balance_amount
    ), entries as (
      insert into gift_card_entries (gift_card_id, order_id, step, kind, delta_amount, balance_after)
      select m.id, ${orderId}::uuid, ${nextStep(orderId)}, 'return', m.amount, m.balance_amount
      from m
      returning id, delta_amount
    )
    select coalesce(sum(delta_amount), 0)::int8 as amount, max(id) as entry
    from entries`;
}

/** Refunds everything an order paid with gift cards to them. The order must be locked; idempotent. */
export const returnAllToGiftCards = (tx: Tx, orderId: string): Promise<CardTransfer> =>
  returnToGiftCards(tx, orderId, Number.MAX_SAFE_INTEGER);

/** Column for other modules: what an order has paid with gift cards, without refunds. */
export const giftCardSpendColumn = (orderId: RawBuilder<unknown>) => sql`
  (select coalesce(-sum(e.delta_amount), 0)::int8
    from gift_card_entries e
    where e.order_id = ${orderId})`;

/** What an order has refunded to each of its cards and not deducted again, newest card first. */
export const listRefundedAmounts = (tx: Tx, orderId: string) =>
  listRows<Spend>(tx)`
    select gift_card_id as id, (sum(delta_amount) - min(delta_amount) filter (where step = 1))::int8 as amount
    from gift_card_entries
    where order_id = ${orderId}::uuid
    group by gift_card_id
    having sum(delta_amount) > min(delta_amount) filter (where step = 1)
    order by gift_card_id desc`;

export interface BlockedGiftCard {
  id: number;
  last4: string;
  is_active: boolean;
  is_expired: boolean;
}

/** Deactivated or expired cards with a refund of this order. */
export const listBlockedGiftCards = (tx: Tx, orderId: string, now: Date) =>
  listRows<BlockedGiftCard>(tx)`
    select g.id, g.last4, g.is_active, coalesce(g.expires_at <= ${now}, false) as is_expired
    from gift_cards g
    where g.id in (
        select gift_card_id
        from gift_card_entries
        where order_id = ${orderId}::uuid and kind = 'return'
      )
      and g.balance_amount > 0 and (not g.is_active or g.expires_at <= ${now})
    order by g.id`;

/** What each card of an order had paid before it was refunded in full. */
export const listFullyRefundedAmounts = (tx: Tx, orderId: string) =>
  listRows<Spend>(tx)`
    select gift_card_id as id, sum(delta_amount) filter (where step > last_spend)::int8 as amount
    from (
      select gift_card_id, step, delta_amount,
        max(step) filter (where kind = 'spend') over (partition by gift_card_id) as last_spend
      from gift_card_entries
      where order_id = ${orderId}::uuid
    ) e
    group by gift_card_id
    having sum(delta_amount) = 0`;

/** Cards whose balance is not the sum of their entries. */
export const listGiftCardInconsistencies = (db: Db | Tx) =>
  listRows<{
    check: "balance";
    id: string;
    name: string;
    expected: number;
    found: number;
    of: string;
    problem: string;
  }>(db)`
    select 'balance' as check, g.id::text as id, '•••• ' || g.last4 as name,
      coalesce(sum(e.delta_amount), 0)::int8 as expected, g.balance_amount as found, 'gift card ' || g.id as of,
      'holds ' || g.balance_amount || ' but its entries sum to ' || coalesce(sum(e.delta_amount), 0) as problem
    from gift_cards g
    left join gift_card_entries e on e.gift_card_id = g.id
    group by g.id
    having g.balance_amount <> coalesce(sum(e.delta_amount), 0)`;

/** Number of cards and entries. */
export const countGiftCardsChecked = (db: Db | Tx) =>
  getRow<{ cards: number; entries: number }>(db)`
    select (select count(*) from gift_cards)::int as cards,
      (select count(*) from gift_card_entries)::int as entries`;
