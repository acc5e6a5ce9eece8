import { type RawBuilder, sql } from "kysely";
import type { Db, Tx } from "#server/platform/database/database.ts";

export interface CardRow {
  id: number;
  last4: string;
  currency: string;
  initial_amount: number;
  balance_amount: number;
  expires_at: string | null;
  is_active: boolean;
  note: string | null;
  version: number;
  created_at: string;
}
const columns = sql`id, last4, currency, initial_amount, balance_amount, expires_at, is_active, note, version,
  created_at`;

export interface CardFilters {
  name: string | undefined;
  page: number;
  per_page: number;
}

/** One page of gift cards, newest first, with the total count. */
export async function listCards(db: Db, { name, page, per_page }: CardFilters) {
  const pattern = name ? `%${name.trim().replaceAll(/[\\%_]/g, String.raw`\$&`)}%` : null;
  const where = sql`(${pattern}::text is null or last4 ilike ${pattern} or note ilike ${pattern})`;
  const { rows } = await sql<CardRow>`
    select ${columns}
    from gift_cards
    where ${where}
    order by created_at desc, id desc
    limit ${per_page} offset ${(page - 1) * per_page}`.execute(db);
  const count = await sql<{ total: number }>`select count(*) as total from gift_cards where ${where}`.execute(db);
  return { rows, total: count.rows[0]?.total ?? 0 };
}

export async function findCard(db: Db | Tx, id: number): Promise<CardRow | undefined> {
  const { rows } = await sql<CardRow>`select ${columns} from gift_cards where id = ${id}`.execute(db);
  return rows[0];
}

export async function findCardByHash(db: Db | Tx, hash: Buffer): Promise<CardRow | undefined> {
  const { rows } = await sql<CardRow>`select ${columns} from gift_cards where code_hash = ${hash}`.execute(db);
  return rows[0];
}

export interface NewCard {
  hash: Buffer;
  last4: string;
  currency: string;
  amount: number;
  expires_at: string | null;
  note: string | null;
  issuedBy: number | null;
}

/** Inserts a card with its first entry. */
export async function insertCard(tx: Tx, card: NewCard): Promise<CardRow | undefined> {
  const { rows } = await sql<CardRow>`
    with issued as (
      insert into gift_cards (code_hash, last4, currency, initial_amount, balance_amount, expires_at, note, created_by)
      values (${card.hash}, ${card.last4}, ${card.currency}, ${card.amount}, ${card.amount}, ${card.expires_at},
        ${card.note}, ${card.issuedBy})
      returning ${columns}
    ), entry as (
      insert into gift_card_entries (gift_card_id, step, kind, delta_amount, balance_after)
      select id, 1, 'issue', initial_amount, balance_amount
      from issued
    )
    select * from issued`.execute(tx);
  return rows[0];
}

export interface CardChange {
  is_active?: boolean | undefined;
  expires_at?: string | null | undefined;
  version: number;
}

/** Updates a card with this `version`; undefined if the version is outdated. */
export async function updateCard(tx: Tx, id: number, { is_active, expires_at, version }: CardChange) {
  const { rows } = await sql<CardRow>`
    update gift_cards
    set is_active = coalesce(${is_active ?? null}::boolean, is_active), version = version + 1,
      expires_at = case when ${expires_at !== undefined}::boolean then ${expires_at ?? null}::timestamptz
        else expires_at end
    where id = ${id} and version = ${version}
    returning ${columns}`.execute(tx);
  return rows[0];
}

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
