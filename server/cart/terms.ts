import type { App } from "#server/platform/app.ts";
import { type DeliveryTerms, deliveryCountries, deliveryTerms } from "#server/shipping/shipping.ts";
import { type Settings, shopSettings } from "#server/shop/shop.ts";
import { type TaxRates, taxRates } from "#server/taxes/taxes.ts";

/** What every basket sent to one country is reckoned with. */
export interface Terms {
  settings: Settings;
  taxes: TaxRates;
  delivery: DeliveryTerms;
}

/** The terms of a country, the same for all shoppers: kept in memory until the settings, delivery or taxes change. */
export async function termsFor({ reads, db }: App, country: string): Promise<Terms> {
  const { value } = await reads.read(`terms ${country}`, async (shows) => {
    shows("settings", "shipping", "taxes");
    const [settings, taxes, delivery] = await Promise.all([
      shopSettings(db),
      taxRates(db, country),
      deliveryTerms(db, country),
    ]);
    return { value: { settings, taxes, delivery }, bytes: 5000 };
  });
  return value;
}

/** Estimates are made for the first country the shop delivers to; undefined when there is none. */
export async function firstCountry({ reads, db }: App): Promise<string | undefined> {
  const { value } = await reads.read("first country", async (shows) => {
    shows("shipping");
    return { value: await deliveryCountries(db), bytes: 1000 };
  });
  return value[0];
}
