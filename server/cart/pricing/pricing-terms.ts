import type { Cart } from "#contract/cart.ts";
import { isInEu } from "#contract/formats/european-union.ts";
import type { Destination } from "#contract/shipping.ts";
import type { App } from "#server/platform/app.ts";
import { getShippingTerms, hasDuties, listDeliveryCountries, type ShippingTerms } from "#server/shipping/shipping.ts";
import { getSettings, type Settings } from "#server/shop/shop.ts";
import { isExemptTerritory, listTaxRates, memberStateOf, sellerCountryOf, type TaxRates } from "#server/taxes/taxes.ts";

/** Settings, tax rates and shipping methods for one country. */
export interface PricingTerms {
  settings: Settings;
  taxes: TaxRates;
  /** The tax rates of the shop's own country, which prices that include tax contain. */
  domesticTaxes: TaxRates;
  /** Those of the country of the shop's VAT ID, where it has one; the shop's own where none are entered. */
  sellerTaxes: TaxRates;
  /** The shop's own country, from which it exports; undefined if it names none and ships nowhere. */
  home: string | undefined;
  delivery: ShippingTerms;
  /** Whether the buyer is a business in another member state, which is charged no VAT. */
  isReverseCharge?: boolean;
}

/** The terms of a business that is charged no VAT: prices are without the tax of the seller's country in them. */
export const withoutVat = (terms: PricingTerms): PricingTerms => ({
  ...terms,
  taxes: [],
  domesticTaxes: terms.sellerTaxes,
  isReverseCharge: true,
});

/**
 * Whether import taxes, and outside the shop's customs union duties, may be charged on delivery to a place. To Northern
 * Ireland goods move from the EU as inside of it.
 */
export function hasImportTaxes(
  { settings, home }: Pick<PricingTerms, "settings" | "home">,
  place: { country: string; postalCode?: string | null | undefined },
): boolean {
  if (isExemptTerritory(settings, place)) return true;
  const isInside = home !== undefined && isInEu(home) && memberStateOf(place) === "XI";
  return !isInside && hasDuties(home, place.country);
}

/** The pricing terms of a country. Cached until settings, shipping or taxes change. */
export async function getPricingTerms({ responseCache, db }: App, country: string): Promise<PricingTerms> {
  const { value } = await responseCache.get(`terms ${country}`, async (addCacheTags) => {
    addCacheTags("settings", "shipping", "taxes");
    const [settings, taxes, delivery, [first]] = await Promise.all([
      getSettings(db),
      listTaxRates(db, country),
      getShippingTerms(db, country),
      listDeliveryCountries(db),
    ]);
    const home = settings.country ?? first;
    const domesticTaxes = await listTaxRates(db, home ?? "");
    const seller = sellerCountryOf(settings) ?? home;
    const ofSeller = seller === home ? [] : await listTaxRates(db, seller ?? "");
    const sellerTaxes = ofSeller.length > 0 ? ofSeller : domesticTaxes;
    return { value: { settings, taxes, domesticTaxes, sellerTaxes, home, delivery }, bytes: 6000 };
  });
  return value;
}

/** The countries the shop ships to, those of its oldest zone first. Cached until shipping changes. */
export async function listCachedCountries({ responseCache, db }: App): Promise<string[]> {
  const { value } = await responseCache.get("delivery countries", async (addCacheTags) => {
    addCacheTags("shipping");
    return { value: await listDeliveryCountries(db), bytes: 2000 };
  });
  return value;
}

/** The first destination the shop ships to, else its own country or the first; null if it ships nowhere. */
export async function resolveDestination(app: App, destinations: Destination[]): Promise<Cart["destination"]> {
  const countries = await listCachedCountries(app);
  const [first] = countries;
  if (first === undefined) return null;
  const known = destinations.find(({ country }) => countries.includes(country));
  const { settings, home = first } = await getPricingTerms(app, known?.country ?? first);
  const own = { country: countries.includes(home) ? home : first, region_code: null, postal_code: null };
  const { country, region_code, postal_code } = known ?? own;
  const has_duties = hasImportTaxes({ settings, home }, { country, postalCode: postal_code });
  return { country, region_code, postal_code, has_duties };
}
