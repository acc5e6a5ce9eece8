import { hashSecret } from "#server/platform/auth/tokens.ts";
import type { Db, Tx } from "#server/platform/database/database.ts";
import { Problem } from "#server/platform/http/problem.ts";
import { text } from "#words/say.ts";
import {
  type CardTransfer,
  countEntries,
  listPutBack,
  listReturned,
  listStuck,
  listUnbalanced,
  putBack,
  putPartBack,
  type Spend,
  type StuckCard,
  takeOff,
} from "./entries.sql.ts";
import { findCardByHash } from "./gift-cards.sql.ts";
import { plainCode } from "./issuing.ts";

export { type Spend, type StuckCard, stillOnOrder } from "./entries.sql.ts";
// The door of gift cards: what rooms above it may call.
export { type CarriedCard, carriedCards } from "./gift-cards.sql.ts";
export { issueGiftCard } from "./issuing.ts";

/** The id of the card with this code. Throws `gift_card_unknown`, also for one switched off, and `gift_card_empty`. */
export async function giftCardOf(db: Db | Tx, typed: unknown, now: Date): Promise<number> {
  const card = typeof typed === "string" ? await findCardByHash(db, hashSecret(plainCode(typed))) : undefined;
  if (!card?.is_active) throw new Problem("gift_card_unknown");
  if (card.expires_at && new Date(card.expires_at) <= now)
    throw new Problem("gift_card_empty", { message: text("This gift card has expired.") });
  if (card.balance_amount === 0) throw new Problem("gift_card_empty");
  return card.id;
}

/**
 * Pays an order with these cards; false when one has not enough any more, was switched off or has run out by `now`, and
 * then the caller must roll back. With null the day does not matter: what an order takes again was paid in time.
 */
export const spendGiftCards = async (tx: Tx, orderId: string, spends: Spend[], now: Date | null): Promise<boolean> =>
  (await takeOff(tx, orderId, spends, now)).cards === spends.length;

/** Refunds what an order took to its cards. The order must be locked; doing it again changes nothing. */
export const returnGiftCards = (tx: Tx, orderId: string): Promise<CardTransfer> => putBack(tx, orderId);

/** Refunds part of what an order took to its cards, less when it has less of them. The order must be locked. */
export const returnToGiftCards = (tx: Tx, orderId: string, amount: number): Promise<CardTransfer> =>
  putPartBack(tx, orderId, amount);

/** Cards that can't be spent as they are, though money of this order was put back on them. */
export const stuckGiftCards = (tx: Tx, orderId: string, now: Date): Promise<StuckCard[]> => listStuck(tx, orderId, now);

/**
 * Deducts part of what was refunded to cards again; undefined if it was spent meanwhile or a card was deactivated: the
 * caller must then roll back.
 */
export async function takeFromGiftCardsAgain(
  tx: Tx,
  orderId: string,
  amount: number,
): Promise<CardTransfer | undefined> {
  let missing = amount;
  const spends = (await listPutBack(tx, orderId)).flatMap(({ id, amount: back }) => {
    const part = Math.min(back, missing);
    missing -= part;
    return part > 0 ? [{ id, amount: part }] : [];
  });
  if (missing > 0) return undefined;
  const { cards, ...taken } = await takeOff(tx, orderId, spends, null);
  return cards === spends.length ? taken : undefined;
}

/**
 * Deducts the same amounts again for a reopened order and returns their sum; undefined if a card has not enough balance
 * or was deactivated, or the sum is above `most`: the caller must then roll back.
 */
export async function spendAgain(tx: Tx, orderId: string, most: number): Promise<CardTransfer | undefined> {
  const spends = await listReturned(tx, orderId);
  const amount = spends.reduce((sum, spend) => sum + spend.amount, 0);
  if (amount > most) return undefined;
  const { cards, ...taken } = await takeOff(tx, orderId, spends, null);
  return cards === spends.length ? taken : undefined;
}

/** How many cards and entries there are to check. */
export const countGiftCardsChecked = (db: Db | Tx) => countEntries(db);

/** Cards whose balance is not the sum of their entries. */
export const listGiftCardInconsistencies = (db: Db | Tx) => listUnbalanced(db);
