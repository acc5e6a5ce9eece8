import type { VatId } from "#server/shop/shop.ts";

/** What a register of VAT IDs says of one. */
export type RegistryAnswer =
  | { state: "valid"; name: string | null; consultationNumber: string | null }
  | { state: "invalid" }
  /** It could not be asked, or gave no answer that can be trusted; `why` is for the log, `wasAsked` is false beyond limits of our own. */
  | { state: "unavailable"; why: string; wasAsked: boolean };

/** Whom a shop asks about VAT IDs: VIES. */
export interface VatRegistry {
  /** Asks for `requester`, the shop's own VAT ID. Never throws. */
  check(id: VatId, requester: VatId): Promise<RegistryAnswer>;
}
