import { toAsciiDigits } from "#contract/formats/digits.ts";
import type { GiftCard, GiftCardForm } from "#contract/gift-cards.ts";
import { hashSecret, type Tokens } from "#server/platform/auth/tokens.ts";
import type { Tx } from "#server/platform/database/database.ts";
import { assertFound } from "#server/platform/http/problem.ts";
import { type CardRow, insertCard } from "./gift-cards.sql.ts";

// Without 0, O, 1, I and L, which look alike. 16 characters have 79 bits.
const alphabet = "ABCDEFGHJKMNPQRSTUVWXYZ23456789";

interface Issue extends GiftCardForm {
  currency: string;
  /** The administrator who issues it. */
  issuedBy: number | null;
  code: string;
}

/** Issues a gift card. Only a hash of the code is stored. */
export async function issueGiftCard(tx: Tx, { code, ...issue }: Issue, now: Date): Promise<GiftCard> {
  const plain = normalizeGiftCardCode(code);
  const row = assertFound(await insertCard(tx, { ...issue, hash: hashSecret(plain), last4: plain.slice(-4) }, now));
  return presentGiftCard(row);
}

/** Normalizes a code: case, spaces, hyphens and the script of digits do not matter. */
export const normalizeGiftCardCode = (typed: string) =>
  toAsciiDigits(typed)
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, "");

export const presentGiftCard = ({ initial_amount, balance_amount, currency, ...card }: CardRow): GiftCard => ({
  ...card,
  initial: { amount: initial_amount, currency },
  balance: { amount: balance_amount, currency },
});

/** Derives a code from an id with the shop's key; the same again for a repeated request. */
export function deriveGiftCardCode(tokens: Pick<Tokens, "derive">, id: string): string {
  let rest = BigInt(`0x${Buffer.from(tokens.derive("gift card", id), "base64url").toString("hex")}`);
  const character = () => {
    const place = Number(rest % BigInt(alphabet.length));
    rest /= BigInt(alphabet.length);
    return alphabet[place];
  };
  const four = () => Array.from({ length: 4 }, character).join("");
  return Array.from({ length: 4 }, four).join("-");
}
