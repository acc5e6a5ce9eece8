import type { App } from "#server/platform/app.ts";
import { getShippingTerms, listDeliveryCountries, type ShippingTerms } from "#server/shipping/shipping.ts";
import { getSettings, type Settings } from "#server/shop/shop.ts";
import { listTaxRates, type TaxRates } from "#server/taxes/taxes.ts";

/** Settings, tax rates and shipping methods for one country. */
export interface PricingTerms {
  settings: Settings;
  taxes: TaxRates;
  delivery: ShippingTerms;
}

/** The pricing terms of a country. Cached until settings, shipping or taxes change. */
export async function getPricingTerms({ responseCache, db }: App, country: string): Promise<PricingTerms> {
  const { value } = await responseCache.get(`terms ${country}`, async (addCacheTags) => {
    addCacheTags("settings", "shipping", "taxes");
    const [settings, taxes, delivery] = await Promise.all([
      getSettings(db),
      listTaxRates(db, country),
      getShippingTerms(db, country),
    ]);
    return { value: { settings, taxes, delivery }, bytes: 5000 };
  });
  return value;
}

/** The first country the shop ships to, used for estimates; undefined if there is none. */
export async function findDefaultCountry({ responseCache, db }: App): Promise<string | undefined> {
  const { value } = await responseCache.get("first country", async (addCacheTags) => {
    addCacheTags("shipping");
    return { value: await listDeliveryCountries(db), bytes: 1000 };
  });
  return value[0];
}
