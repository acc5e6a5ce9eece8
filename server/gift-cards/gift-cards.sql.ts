import { type RawBuilder, sql } from "kysely";
import type { GiftCard, GiftCardEntry, GiftCardFilters } from "#contract/gift-cards.ts";
import { type Db, findRow, hasRows, type Tx } from "#server/platform/database/database.ts";
import { listPage, type Page, patternOf } from "#server/platform/database/lists.sql.ts";

export interface CardRow extends Omit<GiftCard, "initial" | "balance"> {
  currency: string;
  initial_amount: number;
  balance_amount: number;
}
const status = (now: Date) => sql`
  case when not is_active then 'disabled'
    when expires_at <= ${now} then 'expired'
    when balance_amount = 0 then 'used_up'
    else 'active' end`;
const columns = (now: Date) => sql`id, last4, currency, initial_amount, balance_amount, expires_at, is_active,
  ${status(now)} as status, recipient, note, version, created_at`;

export const hasGiftCards = (tx: Tx) => hasRows(tx)`select from gift_cards limit 1`;

/** One page of the gift cards, newest first, with the total count. */
export const listCards = (db: Db, filters: GiftCardFilters, now: Date, page: Page) =>
  listPage<CardRow>(
    db,
    { columns: columns(now), from: sql`gift_cards`, where: matching(filters, now), order: sql`id desc` },
    page,
  );

function matching({ name, status: wanted }: GiftCardFilters, now: Date) {
  const pattern = patternOf(name);
  return sql`(${pattern}::text is null or concat_ws(' ', last4, recipient, note) ilike ${pattern})
    and (${wanted ?? null}::text is null or ${status(now)} = ${wanted ?? null})`;
}

export const findCard = (db: Db | Tx, id: number, now: Date) =>
  findRow<CardRow>(db)`select ${columns(now)} from gift_cards where id = ${id}`;

export const findCardByHash = (db: Db | Tx, hash: Buffer, now: Date) =>
  findRow<CardRow>(db)`select ${columns(now)} from gift_cards where code_hash = ${hash}`;

export type EntryRow = Omit<GiftCardEntry, "change" | "balance"> & { delta_amount: number; balance_after: number };

/** One page of the entries of a card, newest first, with the total count. */
export const listEntries = (db: Db, id: number, page: Page) =>
  listPage<EntryRow>(
    db,
    {
      columns: sql`id, kind, delta_amount, balance_after, order_id, at`,
      from: sql`gift_card_entries`,
      where: sql`gift_card_id = ${id}`,
      order: sql`id desc`,
    },
    page,
  );

export interface NewCard {
  hash: Buffer;
  last4: string;
  currency: string;
  amount: number;
  expires_at: string | null;
  recipient: string | null;
  note: string | null;
  issuedBy: number | null;
}

/** Inserts a card with its first entry. */
export const insertCard = (tx: Tx, card: NewCard, now: Date) =>
  findRow<CardRow>(tx)`
    with issued as (
      insert into gift_cards (code_hash, last4, currency, initial_amount, balance_amount, expires_at, recipient, note,
        created_by)
      values (${card.hash}, ${card.last4}, ${card.currency}, ${card.amount}, ${card.amount}, ${card.expires_at},
        ${card.recipient}, ${card.note}, ${card.issuedBy})
      returning ${columns(now)}
    ), entry as (
      insert into gift_card_entries (gift_card_id, step, kind, delta_amount, balance_after)
      select id, 1, 'issue', initial_amount, balance_amount
      from issued
    )
    select * from issued`;

export interface CardChange {
  is_active?: boolean | undefined;
  expires_at?: string | null | undefined;
  version: number;
}

/** Updates a card with this `version`; undefined if the version is outdated. */
export const updateCard = (tx: Tx, id: number, { is_active, expires_at, version }: CardChange, now: Date) =>
  findRow<CardRow>(tx)`
    update gift_cards
    set is_active = coalesce(${is_active ?? null}::boolean, is_active), version = version + 1,
      expires_at = case when ${expires_at !== undefined}::boolean then ${expires_at ?? null}::timestamptz
        else expires_at end
    where id = ${id} and version = ${version}
    returning ${columns(now)}`;

/** A gift card applied to a cart. */
export interface CartGiftCardRow {
  id: number;
  last4: string;
  currency: string;
  balance_amount: number;
  expires_at: string | null;
}

/** Column for other modules: the usable cards with these ids, in this order. */
export const cartGiftCardsColumn = (ids: RawBuilder<unknown>) => sql`
  case when cardinality(${ids}) > 0 then (
    select jsonb_agg(jsonb_build_object('id', g.id, 'last4', g.last4, 'currency', g.currency,
      'balance_amount', g.balance_amount, 'expires_at', g.expires_at) order by array_position(${ids}, g.id))
    from gift_cards g
    where g.id = any(${ids}) and g.is_active and g.balance_amount > 0
  ) end`;
