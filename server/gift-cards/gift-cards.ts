import { hashSecret } from "#server/platform/auth/tokens.ts";
import type { Db, Tx } from "#server/platform/database/database.ts";
import { Problem } from "#server/platform/http/problem.ts";
import { text } from "#words/say.ts";
import * as rows from "./entries.sql.ts";
import { findCardByHash } from "./gift-cards.sql.ts";
import { normalizeGiftCardCode } from "./issuing.ts";

export {
  type BlockedGiftCard,
  countGiftCardsChecked,
  giftCardSpendColumn,
  listBlockedGiftCards,
  listGiftCardInconsistencies,
  returnAllToGiftCards,
  returnToGiftCards,
  type Spend,
} from "./entries.sql.ts";

export { type CartGiftCardRow, cartGiftCardsColumn } from "./gift-cards.sql.ts";
export { issueGiftCard } from "./issuing.ts";

/** The id of the card with a code. Throws `gift_card_unknown`, also for a deactivated card, and `gift_card_empty`. */
export async function getGiftCardId(db: Db | Tx, input: unknown, now: Date): Promise<number> {
  const card =
    typeof input === "string" ? await findCardByHash(db, hashSecret(normalizeGiftCardCode(input)), now) : undefined;
  if (!card?.is_active) throw new Problem("gift_card_unknown");
  if (card.expires_at && new Date(card.expires_at) <= now)
    throw new Problem("gift_card_empty", { message: text("This gift card has expired.") });
  if (card.balance_amount === 0) throw new Problem("gift_card_empty");
  return card.id;
}

/** Pays an order with gift cards; false if one is short, deactivated or expired: the caller must roll back. */
export const spendGiftCards = async (tx: Tx, orderId: string, spends: rows.Spend[], now: Date): Promise<boolean> =>
  (await rows.deductAmounts(tx, orderId, spends, now)).cards === spends.length;

/** Deducts part of what was refunded to cards again; undefined if one was spent or deactivated: then roll back. */
export async function takeFromGiftCardsAgain(tx: Tx, orderId: string, amount: number) {
  let missing = amount;
  const spends = (await rows.listRefundedAmounts(tx, orderId)).flatMap(({ id, amount: back }) => {
    const part = Math.min(back, missing);
    missing -= part;
    return part > 0 ? [{ id, amount: part }] : [];
  });
  if (missing > 0) return undefined;
  return deductAll(tx, orderId, spends);
}

/**
 * Deducts the same amounts again for a reopened order and returns their sum; undefined if a card has not enough balance
 * or was deactivated, or the sum is above `most`: the caller must then roll back.
 */
export async function spendGiftCardsAgain(tx: Tx, orderId: string, most: number) {
  const spends = await rows.listFullyRefundedAmounts(tx, orderId);
  const amount = spends.reduce((sum, spend) => sum + spend.amount, 0);
  if (amount > most) return undefined;
  return deductAll(tx, orderId, spends);
}

/** A reopened order was paid before it expired, its gift cards may have expired since. */
async function deductAll(tx: Tx, orderId: string, spends: rows.Spend[]): Promise<rows.CardTransfer | undefined> {
  const { cards, ...transfer } = await rows.deductAmounts(tx, orderId, spends, null);
  return cards === spends.length ? transfer : undefined;
}
