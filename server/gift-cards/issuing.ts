import { randomInt } from "node:crypto";
import type { GiftCard, GiftCardForm, IssuedGiftCard } from "#contract/gift-cards.ts";
import type { Tx } from "#server/platform/db.ts";
import { found } from "#server/platform/refusal.ts";
import { secretHash } from "#server/platform/tokens.ts";
import { type CardRow, insertCard } from "./gift-cards.sql.ts";

// Neither 0 and O nor 1, I and L: people read these off paper. 16 of them are 79 bits.
const letters = "ABCDEFGHJKMNPQRSTUVWXYZ23456789";

interface Issue extends GiftCardForm {
  currency: string;
  /** The administrator who issues it. */
  issuedBy: number | null;
  /** For the demo shop, whose card is known to everybody. */
  code?: string;
}

/** Issues a gift card. Its code is in the answer and nowhere else: only a hash is kept. */
export async function issueGiftCard(tx: Tx, { code = newCode(), ...issue }: Issue): Promise<IssuedGiftCard> {
  const plain = plainCode(code);
  const row = found(await insertCard(tx, { ...issue, hash: secretHash(plain), last4: plain.slice(-4) }));
  return { ...shownCard(row), code };
}

/** Codes are read without regard to capitals, spaces and hyphens. */
export const plainCode = (typed: string) => typed.toUpperCase().replaceAll(/[^A-Z0-9]/g, "");

/** A card as administrators see it. */
export function shownCard({ initial_amount, balance_amount, currency, ...card }: CardRow): GiftCard {
  return {
    ...card,
    initial: { amount: initial_amount, currency },
    balance: { amount: balance_amount, currency },
  };
}

const newCode = () =>
  Array.from({ length: 4 }, () => Array.from({ length: 4 }, () => letters[randomInt(letters.length)]).join("")).join(
    "-",
  );
