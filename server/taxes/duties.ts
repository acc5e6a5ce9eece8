import type { App } from "#server/platform/app.ts";
import { addDuty, lawOf, localDay } from "#server/shop/shop.ts";
import { listTaxRates } from "./taxes.sql.ts";
import { isTaxed } from "./taxes.ts";

/** Adds the duty to charge VAT in each country of the EU that is sold to. */
export function registerTaxDuties({ events, now }: Pick<App, "events" | "now">): void {
  events.on("shop.duties_requested", async (tx, request) => {
    const place = { postalCode: undefined, today: () => localDay(now(), request.settings.timezone) };
    const untaxed: string[] = [];
    for (const country of request.countries)
      if (lawOf.eu.includes(country) && !isTaxed(await listTaxRates(tx, country), null, place)) untaxed.push(country);
    addDuty(request, {
      key: "tax_rates",
      title: "A tax rate for each country",
      law: "Directive 2006/112/EC, articles 33, 59c and 96",
      where: untaxed.length > 0 ? untaxed : lawOf.eu,
      isMet: untaxed.length === 0,
      met: "Each EU country that you sell to has a rate.",
      missing:
        "Orders to these countries are charged no VAT. Enter their rates, or your own country's below the OSS threshold.",
      link: "/dashboard/settings/taxes",
    });
  });
}
