import type { LegalDuty } from "#contract/shop/legal.ts";
import type { App } from "#server/platform/app.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { listDeliveryCountries } from "#server/shipping/shipping.ts";
import { getSettings } from "#server/shop/shop.ts";

/** The duties that the modules know of, in the countries sold to: missing ones first, then those to be done regularly. */
export const listDuties = (app: App): Promise<LegalDuty[]> =>
  inTransaction(app.db, async (tx) => {
    const settings = await getSettings(tx);
    const delivered = await listDeliveryCountries(tx);
    // What isn't shipped is sold at least at home.
    const countries = [...new Set([...(settings.country ? [settings.country] : []), ...delivered])];
    const request = { countries, settings, duties: [] as LegalDuty[] };
    await app.events.emit(tx, "shop.duties_requested", request);
    return request.duties.toSorted((one, other) => order.indexOf(one.state) - order.indexOf(other.state));
  });

const order: LegalDuty["state"][] = ["missing", "regular", "met"];
