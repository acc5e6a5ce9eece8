import type { NewAddress } from "#contract/accounts/accounts.ts";
import { getVariationsForSale } from "#server/catalogue/catalogue.ts";
import { listLines, type OrderHead } from "#server/orders/orders.sql.ts";
import type { App } from "#server/platform/app.ts";
import type { Tx } from "#server/platform/database/database.ts";
import { getCachedSettings, localDay } from "#server/shop/shop.ts";
import { getGoodsTax, getShippingTax, listTaxRates, type TaxRates } from "#server/taxes/taxes.ts";

/**
 * Whether an order would have carried the same taxes at another address of its country, on the day it was placed: its
 * figures are agreed and may be paid and invoiced, so a correction can't change them.
 */
export async function isTaxedAlike(app: App, tx: Tx, order: OrderHead, to: NewAddress): Promise<boolean> {
  const from = order.shipping_address;
  if (from.postal_code === to.postal_code && (from.region_code ?? null) === (to.region_code ?? null)) return true;
  const rates = await listTaxRates(tx, to.country);
  if (rates.length === 0) return true;
  const { timezone } = await getCachedSettings(app);
  const asked = { rates, classes: await classesOf(tx, order.id), delivered: order.shipping_amount > 0 };
  const day = localDay(new Date(order.placed_at), timezone);
  return JSON.stringify(taxesAt(from, day, asked)) === JSON.stringify(taxesAt(to, day, asked));
}

/** Classes of what was ordered; what is not known any more counts as of the default class. */
async function classesOf(tx: Tx, orderId: string) {
  const lines = await listLines(tx, orderId);
  const sold = await getVariationsForSale(
    tx,
    lines.flatMap(({ variation_id }) => variation_id ?? []),
  );
  return lines.map(({ variation_id }) => sold.get(variation_id ?? 0)?.tax_class_id ?? null);
}

function taxesAt(
  { postal_code: postalCode, region_code: region }: NewAddress,
  day: string,
  { rates, classes, delivered }: { rates: TaxRates; classes: (number | null)[]; delivered: boolean },
) {
  const place = { postalCode, region, today: () => day };
  return [...classes.map((id) => getGoodsTax(rates, id, place)), delivered ? getShippingTax(rates, place) : null];
}
