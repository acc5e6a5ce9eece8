import type { ShippingMethod } from "#contract/checkout.ts";
import type { House } from "#server/platform/house.ts";
import { deliveryMethods } from "#server/shipping/shipping.ts";
import { type Settings, shopSettings } from "#server/shop/shop.ts";
import { taxRate } from "#server/taxes/taxes.ts";

export interface Terms {
  /** Ways of delivery, cheapest first. */
  methods: ShippingMethod[];
  /** Basis points. */
  rateBp: number;
}

/** The shop's settings, kept in memory until they change. */
export async function settingsOf({ reads, db }: House): Promise<Settings> {
  const { value } = await reads.read("checkout settings", async (shows) => {
    shows("settings");
    return { value: await shopSettings(db), bytes: 2000 };
  });
  return value;
}

/** What delivering goods worth `subtotal` (minor units) to a country costs, and the tax there; kept likewise. */
export async function termsOf({ reads, db }: House, country: string, subtotal: number): Promise<Terms> {
  const { value } = await reads.read(`checkout terms ${country} ${subtotal}`, async (shows) => {
    shows("settings", "shipping", "taxes");
    const [methods, rateBp] = await Promise.all([deliveryMethods(db, { country, subtotal }), taxRate(db, country)]);
    return { value: { methods, rateBp }, bytes: 1000 };
  });
  return value;
}
