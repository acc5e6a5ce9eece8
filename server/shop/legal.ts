import { isInEu } from "#contract/formats/european-union.ts";
import type { SellerDuty, SellerDutyName } from "#contract/shop/settings.ts";
import type { App } from "#server/platform/app.ts";
import type { Tx } from "#server/platform/database/database.ts";
import { Problem } from "#server/platform/http/problem.ts";
import { getCachedSettings, getSettings, type Settings } from "./settings.ts";

declare module "#server/platform/events.ts" {
  interface DomainEvents {
    /** Somebody asks where the shop sells: modules add to `countries`. */
    "shop.countries_requested": { countries: string[] };
  }
}

/**
 * What the law of the EU asks every seller to say before an order, and what of it is missing. The imprint: directive
 * 2000/31/EC, article 5, with the telephone number of directive 2011/83/EU, article 6. Register, VAT ID and supervisory
 * authority are not required, as not every seller has them.
 */
export function listSellerDuties(settings: Settings): SellerDuty[] {
  const { legal_name, address, contact, terms, returns, privacy } = settings;
  const texts: Record<SellerDutyName, Record<string, string | null>> = {
    imprint: { legal_name, address, email: contact.email, phone: contact.phone },
    terms: { terms },
    withdrawal_policy: { returns },
    privacy_policy: { privacy },
  };
  return (Object.keys(texts) as SellerDutyName[]).map((duty) => {
    const missing = Object.entries(texts[duty]).flatMap(([field, text]) => (text === null ? [field] : []));
    return { duty, is_met: missing.length === 0, missing };
  });
}

/** Whether customers in a country can order: in the EU once the duties are met, in shops that it applies to. */
export function canSellTo(settings: Settings, { demo }: Pick<App["config"], "demo">, country: string): boolean {
  if (!isInEu(country) || settings.demo || demo === true || !settings.requires_legal_details) return true;
  return listSellerDuties(settings).every(({ is_met }) => is_met);
}

const detailFields: Record<string, string> = { email: "contact.email", phone: "contact.phone" };

/**
 * Refuses a save of settings after which customers in the EU couldn't order any more, if the shop sells there: `before` are
 * the settings before it. Throws `bad_input` with the fields that would be empty.
 */
export async function assertKeepsSelling({ config, events }: App, tx: Tx, before: Settings): Promise<void> {
  const after = await getSettings(tx);
  const canSell = (settings: Settings) => canSellTo(settings, config, "DE");
  if (!canSell(before) || canSell(after)) return;
  const sold = { countries: isInEu(after.country ?? "") ? [after.country ?? ""] : [] };
  await events.emit(tx, "shop.countries_requested", sold);
  if (!sold.countries.some(isInEu)) return;
  const errors = listSellerDuties(after).flatMap(({ missing }) =>
    missing.map((field) => ({ field: detailFields[field] ?? field, code: "required", message: neededToSell })),
  );
  throw new Problem("bad_input", { errors });
}

const neededToSell =
  "Customers in the EU can't order without it. Enter another one, or stop delivering to the EU under Settings, Shipping.";

/** Throws `legal_details_missing` if customers in a country can't order yet. */
export async function assertCanSellTo(app: App, country: string): Promise<void> {
  if (!canSellTo(await getCachedSettings(app), app.config, country)) throw new Problem("legal_details_missing");
}
