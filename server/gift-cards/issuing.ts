import { toAsciiDigits } from "#contract/formats/digits.ts";
import type { GiftCard, GiftCardForm } from "#contract/gift-cards.ts";
import { hashSecret, type Tokens } from "#server/platform/auth/tokens.ts";
import type { Tx } from "#server/platform/database/database.ts";
import { assertFound } from "#server/platform/http/problem.ts";
import { type CardRow, insertCard } from "./gift-cards.sql.ts";

// Neither 0 and O nor 1, I and L: people read these off paper. 16 of them are 79 bits.
const alphabet = "ABCDEFGHJKMNPQRSTUVWXYZ23456789";

interface Issue extends GiftCardForm {
  currency: string;
  /** The administrator who issues it. */
  issuedBy: number | null;
  code: string;
}

/** Issues a gift card. Of its code only a hash is kept. */
export async function issueGiftCard(tx: Tx, { code, ...issue }: Issue): Promise<GiftCard> {
  const plain = plainCode(code);
  const row = assertFound(await insertCard(tx, { ...issue, hash: hashSecret(plain), last4: plain.slice(-4) }));
  return shownCard(row);
}

/** Codes are read without regard to capitals, spaces, hyphens and the script of their digits. */
export const plainCode = (typed: string) =>
  toAsciiDigits(typed)
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, "");

/** A card as administrators see it. */
export function shownCard({ initial_amount, balance_amount, currency, ...card }: CardRow): GiftCard {
  return {
    ...card,
    initial: { amount: initial_amount, currency },
    balance: { amount: balance_amount, currency },
  };
}

/** The code that only this shop makes of a secret, and makes again for whoever's answer was lost. */
export function codeFrom(tokens: Pick<Tokens, "derive">, secret: string): string {
  let rest = BigInt(`0x${Buffer.from(tokens.derive("gift card", secret), "base64url").toString("hex")}`);
  const character = () => {
    const place = Number(rest % BigInt(alphabet.length));
    rest /= BigInt(alphabet.length);
    return alphabet[place];
  };
  const four = () => Array.from({ length: 4 }, character).join("");
  return Array.from({ length: 4 }, four).join("-");
}
