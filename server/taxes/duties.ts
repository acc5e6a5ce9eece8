import type { App } from "#server/platform/app.ts";
import { addDuty, lawOf, localDay } from "#server/shop/shop.ts";
import { isTaxed, listTaxRates } from "./taxes.ts";
import { outsideVat } from "./vat/territory.ts";

/** Adds the duties to charge VAT in each country of the EU that is sold to, and not outside of its territory. */
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
    addDuty(request, {
      key: "vat_territories",
      title: "No VAT in territories outside of it",
      law: "Directive 2006/112/EC, article 6",
      where: Object.keys(outsideVat),
      isMet: request.settings.exempt_territories,
      met: "Rates of a whole country don't apply there, such as on the Canary Islands.",
      missing: "VAT is charged there, such as on the Canary Islands, as it was before. Turn its exemption on.",
      link: "/dashboard/settings/localization",
    });
  });
}
