import type { House } from "#server/platform/house.ts";
import { type DeliveryRate, deliveryCountries, deliveryRates } from "#server/shipping/shipping.ts";
import { type Settings, shopSettings } from "#server/shop/shop.ts";
import { taxRate } from "#server/taxes/taxes.ts";

/** What every cart is reckoned with. Estimates are made for the first country the shop delivers to. */
export interface CartTerms {
  settings: Settings;
  /** Basis points. */
  taxBp: number;
  rates: DeliveryRate[];
}

/** The same for all shoppers, so it is kept in memory until the settings, delivery or taxes change. */
export async function cartTerms({ reads, db }: House): Promise<CartTerms> {
  const { value } = await reads.read("cart terms", async (shows) => {
    shows("settings", "shipping", "taxes");
    const [settings, [country]] = await Promise.all([shopSettings(db), deliveryCountries(db)]);
    const [taxBp, rates] = country ? await Promise.all([taxRate(db, country), deliveryRates(db, country)]) : [0, []];
    return { value: { settings, taxBp, rates }, bytes: 5000 };
  });
  return value;
}
