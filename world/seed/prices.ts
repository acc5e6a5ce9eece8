import { createCoupon } from "#server/coupons/coupons.ts";
import { issueGiftCard } from "#server/gift-cards/gift-cards.ts";
import type { App } from "#server/platform/app.ts";
import type { Tx } from "#server/platform/database/database.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { listZoneMethods, listZones, updateMethod } from "#server/shipping/shipping.ts";
import { createTaxRate, listClasses } from "#server/taxes/taxes.ts";
import { coupons, giftCard, reducedRates, standardRates } from "#world/prices.ts";

const currency = "EUR";

/** Tax and shipping rates, coupons and a gift card. */
export async function seedPrices(app: App): Promise<void> {
  await inTransaction(app.db, async (tx) => {
    await seedRates(tx);
    for (const form of coupons) await createCoupon(tx, form, { currency, now: app.now() });
    await issueGiftCard(tx, { ...giftCard, currency, expires_at: null, recipient: null, issuedBy: null }, app.now());
  });
}

async function seedRates(tx: Tx) {
  const reduced = (await listClasses(tx)).find((one) => !one.is_default);
  for (const rate of reduced ? reducedRates : [])
    await createTaxRate(tx, {
      ...rate,
      tax_class_id: reduced?.id ?? 0,
      region: null,
      postal_prefix: null,
      includes_shipping: true,
      compound: false,
      valid_from: null,
      valid_to: null,
    });
  const zones = new Map((await listZones(tx)).map(({ id, name }) => [id, name]));
  for (const { id, ...method } of await listZoneMethods(tx)) {
    const rates = method.name === "Standard" ? standardRates[zones.get(method.zone_id) ?? ""] : undefined;
    if (rates) await updateMethod(tx, id, { ...method, rates });
  }
}
