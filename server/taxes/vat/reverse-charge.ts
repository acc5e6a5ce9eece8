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
import { countryOfPrefix, isMemberPrefix, memberStateOf, type VatPlace } from "./territory.ts";
import { checkVatId, wasConfirmed } from "./vat-checks.ts";

/** What a buyer's VAT ID means for an order to a place. */
export interface VatDecision {
  /** Null if there is nothing to say: no VAT ID, one of the shop's own country or of outside the EU, or no checks. */
  check: Omit<VatIdCheck, "message"> | null;
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
  const { id, requester, home } = asked;
  const vat_id = writeVatId(id);
  if (!isCrossBorder(requester, request, home)) return { check: { vat_id, state: "not_cross_border" }, proof: null };
  if (!isPossibleVatId(id)) return { check: { vat_id, state: "invalid" }, proof: null };
  const { state, name, consultation_number, checked_at } = await checkVatId(app, id, requester, askers);
  if (state !== "valid") return { check: { vat_id, state }, proof: null };
  return {
    check: { vat_id, state: "confirmed" },
    proof: { vat_id, seller_vat_id: writeVatId(requester), name, consultation_number, checked_at },
  };
}

/** Whether a cart may be shown without VAT: its buyer's VAT ID was confirmed lately. Asks nobody. */
export async function expectsReverseCharge(app: App, request: VatRequest): Promise<boolean> {
  const asked = questionOf(await getCachedSettings(app), request);
  return (
    asked !== null &&
    isCrossBorder(asked.requester, request, asked.home) &&
    wasConfirmed(app, asked.id, asked.requester)
  );
}

function requesterOf(settings: Settings): VatId | null {
  const own = memberVatIdOf(settings);
  return settings.check_vat_ids && own ? own : null;
}

function memberVatIdOf({ vat_id }: Pick<Settings, "vat_id">): VatId | null {
  const own = parseVatId(vat_id);
  return own && isMemberPrefix(own.prefix) ? own : null;
}

/** The country of the shop's VAT ID, whose VAT is taken off for businesses; null without one of the EU. */
export function sellerCountryOf(settings: Pick<Settings, "vat_id">): string | null {
  const own = memberVatIdOf(settings);
  return own && countryOfPrefix(own.prefix);
}

interface VatQuestion {
  id: VatId;
  requester: VatId;
  /** The prefix of the member state that goods leave; null if the shop names no country, or one outside the EU. */
  home: string | null;
}

/**
 * The VAT ID to ask about and the shop's own; null if the answer would change nothing. A business that is known in the member
 * state that the goods leave pays VAT, whatever the country of the shop's VAT ID (article 138(1)(b)).
 */
function questionOf(settings: Settings, { vatId }: VatRequest): VatQuestion | null {
  const requester = requesterOf(settings);
  const home = settings.country && memberStateOf({ country: settings.country });
  const id = parseVatId(vatId);
  if (!requester || !id || !isMemberPrefix(id.prefix) || [requester.prefix, home].includes(id.prefix)) return null;
  return { id, requester, home };
}

/**
 * Whether goods delivered to a place arrive in another member state than that of the seller's VAT ID and than the one they
 * leave, `home`.
 */
export const isCrossBorder = (
  requester: Pick<VatId, "prefix">,
  place: VatPlace,
  home: string | null = null,
): boolean => {
  const state = memberStateOf(place);
  return state !== null && state !== requester.prefix && state !== home;
};

/** A check with what to say of it. Null if there is nothing to say, as no VAT is charged at the place anyway. */
export function presentVatCheck(check: VatDecision["check"], { isTaxed }: { isTaxed: boolean }): VatIdCheck | null {
  if (!check) return null;
  const message = isTaxed ? describe(check.state, check.vat_id) : describeUntaxed(check.state, check.vat_id);
  return message === null ? null : { ...check, message };
}

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

/** Where the shop charges no tax, it doesn't depend on the VAT ID. The price may. */
function describeUntaxed(state: VatIdCheck["state"], id: string): string | null {
  switch (state) {
    case "confirmed":
      return describe(state, id);
    case "invalid":
      return say("The EU's register (VIES) doesn't list VAT ID {id}. Check it, or ask your tax office.", { id });
    case "unavailable":
      return say("VAT ID {id} can't be confirmed right now. Check again in a minute.", { id });
    case "not_cross_border":
      return null;
  }
}
