import type { ReverseCharge, VatIdCheck } from "#contract/taxes.ts";
import type { App } from "#server/platform/app.ts";
import {
  getCachedSettings,
  isPossibleVatId,
  parseVatId,
  type Settings,
  type VatId,
  writeVatId,
} from "#server/shop/shop.ts";
import { say } from "#words/say.ts";
import { isMemberPrefix, memberStateOf, type VatPlace } from "./territory.ts";
import { checkVatId, wasConfirmed } from "./vat-checks.ts";

/** What a buyer's VAT ID means for an order to a place. */
export interface VatDecision {
  /** Null if there is nothing to say: no VAT ID, one of the shop's own country or of outside the EU, or no checks. */
  check: VatIdCheck | null;
  /** The proof that no VAT is charged; null if it is. */
  proof: Omit<ReverseCharge, "supplies"> | null;
}
/** The buyer's VAT ID, which is that of the address of the invoice, and where the order goes. */
export interface VatRequest extends VatPlace {
  vatId: string | null | undefined;
}

export const noVatDecision: VatDecision = { check: null, proof: null };

/**
 * Decides whether a business of another member state is charged no VAT. Asks VIES, so it must not run in a transaction. It
 * fails closed: without a confirmation VAT is charged, and `check` says why. `askers` are the account and the address whose
 * new questions are limited; none for staff.
 */
export async function decideVat(app: App, request: VatRequest, askers: readonly string[]): Promise<VatDecision> {
  const asked = questionOf(await getCachedSettings(app), request);
  if (!asked) return noVatDecision;
  const { id, requester } = asked;
  const vat_id = writeVatId(id);
  if (!isCrossBorder(requester, request)) return { check: said(vat_id, "not_cross_border"), proof: null };
  if (!isPossibleVatId(id)) return { check: said(vat_id, "invalid"), proof: null };
  const { state, name, consultation_number, checked_at } = await checkVatId(app, id, requester, askers);
  if (state !== "valid") return { check: said(vat_id, state), proof: null };
  return {
    check: said(vat_id, "confirmed"),
    proof: { vat_id, seller_vat_id: writeVatId(requester), name, consultation_number, checked_at },
  };
}

/** Whether a cart may be shown without VAT: its buyer's VAT ID was confirmed lately. Asks nobody. */
export async function expectsReverseCharge(app: App, request: VatRequest): Promise<boolean> {
  const asked = questionOf(await getCachedSettings(app), request);
  return asked !== null && isCrossBorder(asked.requester, request) && wasConfirmed(app, asked.id, asked.requester);
}

function requesterOf({ check_vat_ids, vat_id }: Settings): VatId | null {
  const own = parseVatId(vat_id);
  return check_vat_ids && own && isMemberPrefix(own.prefix) ? own : null;
}

/** The VAT ID to ask about and the shop's own; null if the answer would change nothing. */
function questionOf(settings: Settings, { vatId }: VatRequest): { id: VatId; requester: VatId } | null {
  const requester = requesterOf(settings);
  const id = parseVatId(vatId);
  if (!requester || !id || !isMemberPrefix(id.prefix) || id.prefix === requester.prefix) return null;
  return { id, requester };
}

/** Whether goods delivered to a place arrive in another member state than that of the seller's VAT ID. */
export const isCrossBorder = (requester: Pick<VatId, "prefix">, place: VatPlace): boolean => {
  const state = memberStateOf(place);
  return state !== null && state !== requester.prefix;
};

const said = (vat_id: string, state: VatIdCheck["state"]): VatIdCheck => ({
  vat_id,
  state,
  message: describe(state, vat_id),
});

function describe(state: VatIdCheck["state"], id: string): string {
  switch (state) {
    case "confirmed":
      return say("VAT ID {id} is confirmed. No VAT is charged: you account for it in your country.", { id });
    case "invalid":
      return say(
        "VAT is charged, as the EU's register (VIES) doesn't list VAT ID {id}. Check it, or ask your tax office.",
        { id },
      );
    case "unavailable":
      return say(
        "VAT is charged, as VAT ID {id} can't be confirmed right now. Check again in a minute, or order with VAT.",
        { id },
      );
    case "not_cross_border":
      return say("VAT is charged, as the order isn't delivered to another country of the EU.");
  }
}
