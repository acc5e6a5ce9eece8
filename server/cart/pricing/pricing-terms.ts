import type { Cart } from "#contract/cart.ts";
import type { Destination } from "#contract/shipping.ts";
import type { App } from "#server/platform/app.ts";
import { getShippingTerms, hasDuties, listDeliveryCountries, type ShippingTerms } from "#server/shipping/shipping.ts";
import { getSettings, type Settings } from "#server/shop/shop.ts";
import { listTaxRates, type TaxRates } from "#server/taxes/taxes.ts";

/** Settings, tax rates and shipping methods for one country. */
export interface PricingTerms {
  settings: Settings;
  taxes: TaxRates;
  /** The tax rates of the shop's own country, which prices that include tax contain. */
  domesticTaxes: TaxRates;
  /** The shop's own country, from which it exports; undefined if it names none and ships nowhere. */
  home: string | undefined;
  delivery: ShippingTerms;
  /** Whether the buyer is a business in another member state, which is charged no VAT. */
  isReverseCharge?: boolean;
}

/** The terms of a business that is charged no VAT: prices are without the tax of the shop's own country in them. */
export const withoutVat = (terms: PricingTerms): PricingTerms => ({ ...terms, taxes: [], isReverseCharge: true });

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
    return { value: { settings, taxes, domesticTaxes, home, delivery }, bytes: 6000 };
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
  const { home = first } = await getPricingTerms(app, known?.country ?? first);
  const own = { country: countries.includes(home) ? home : first, region_code: null, postal_code: null };
  const { country, region_code, postal_code } = known ?? own;
  return { country, region_code, postal_code, has_duties: hasDuties(home, country) };
}
