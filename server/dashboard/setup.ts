import type { SetupStep } from "#contract/dashboard/dashboard.ts";
import { isInEu } from "#contract/formats/european-union.ts";
import { hasProductsOnSale, hasReturnPeriods } from "#server/catalogue/catalogue.ts";
import { hasOrders } from "#server/orders/orders.ts";
import { listPaymentMethods } from "#server/payments/payments.ts";
import type { App } from "#server/platform/app.ts";
import { listDeliveryCountries } from "#server/shipping/shipping.ts";
import { findMailServer, getCachedSettings, listSavedGroups, listSellerDuties } from "#server/shop/shop.ts";
import { listTaxRates } from "#server/taxes/taxes.ts";

/** The steps from an empty shop to its first order; none for a demo shop. */
export async function listSetupSteps(app: App): Promise<{ step: SetupStep; is_done: boolean }[]> {
  const { db, config } = app;
  const settings = await getCachedSettings(app);
  if (settings.demo) return [];
  const { country, address, privacy, terms, returns } = settings;
  const [saved, countries, methods, mailServer, hasProduct, hasOrder, haveReturnPeriods, taxRates] = await Promise.all([
    listSavedGroups(db),
    listDeliveryCountries(db),
    listPaymentMethods(app),
    findMailServer(app),
    hasProductsOnSale(db),
    hasOrders(db),
    hasReturnPeriods(db),
    country === null ? [] : listTaxRates(db, country),
  ]);
  const done: Record<SetupStep, boolean> = {
    name: config.shopName !== undefined || saved.has("general"),
    // Prices decide the currency too: it can't be changed any more.
    currency: saved.has("localization") || hasProduct,
    country: country !== null,
    taxes: taxRates.length > 0,
    product: hasProduct,
    returns: haveReturnPeriods,
    return_address: settings.return_address !== null,
    shipping: country !== null && countries.includes(country),
    // Cash on delivery is on by default in older shops, so the merchant has to look at the methods once.
    payment: methods.length > 0 && (config.stripe !== undefined || saved.has("payments")),
    domain: config.publicUrl !== undefined,
    email: mailServer !== undefined,
    imprint: listSellerDuties(settings).every(({ duty, is_met }) => duty !== "imprint" || is_met),
    policies: [address, privacy, terms, returns].every((text) => text !== null),
    order: hasOrder,
  };
  // Only the law of the EU asks for it.
  if (!countries.some(isInEu)) delete (done as Partial<typeof done>).imprint;
  return (Object.entries(done) as [SetupStep, boolean][]).map(([step, is_done]) => ({ step, is_done }));
}
