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
  delivery: ShippingTerms;
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
    const domesticTaxes = await listTaxRates(db, settings.country ?? first ?? "");
    return { value: { settings, taxes, domesticTaxes, delivery }, bytes: 6000 };
  });
  return value;
}

/** The countries the shop ships to, its own first. Cached until shipping changes. */
export async function listCachedCountries({ responseCache, db }: App): Promise<string[]> {
  const { value } = await responseCache.get("delivery countries", async (addCacheTags) => {
    addCacheTags("shipping");
    return { value: await listDeliveryCountries(db), bytes: 2000 };
  });
  return value;
}

/** The first destination the shop ships to, else its own country; null if it ships nowhere. */
export async function resolveDestination(app: App, destinations: Destination[]): Promise<Cart["destination"]> {
  const countries = await listCachedCountries(app);
  const [home] = countries;
  if (home === undefined) return null;
  const known = destinations.find(({ country }) => countries.includes(country));
  const { country, region_code, postal_code } = known ?? { country: home, region_code: null, postal_code: null };
  return { country, region_code, postal_code, has_duties: hasDuties(home, country) };
}
