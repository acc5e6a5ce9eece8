import { isInEu } from "#contract/formats/european-union.ts";
import type { App } from "#server/platform/app.ts";
import type { Tx } from "#server/platform/database/database.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { addDuty, formatMoney, getSettings, lawOf, localDay, type Settings } from "#server/shop/shop.ts";
import { sumSalesTo } from "./oss.sql.ts";

declare module "#server/platform/events.ts" {
  interface DomainEvents {
    /** Sales to consumers in other member states have reached a part of the OSS threshold, in percent, this year. */
    "order.oss_threshold_reached": { year: number; percent: 80 | 100; amount: string };
  }
}

/** EUR 10,000 (Directive 2006/112/EC, article 59c), in cents. */
const threshold = 1_000_000;

interface OssFigure {
  year: number;
  /** Net sales to consumers in other member states, in cents. */
  thisYear: number;
  lastYear: number;
}

/** The figure of the OSS threshold; null for shops outside the EU, and with other currencies, which have another one. */
async function getOssFigure(tx: Tx, { country, currency, timezone }: Settings, now: Date): Promise<OssFigure | null> {
  if (!country || !isInEu(country) || currency !== "EUR") return null;
  const year = Number(localDay(now, timezone).slice(0, 4));
  const countries = lawOf.eu.filter((one) => one !== country);
  const sums = await sumSalesTo(tx, { countries, currency, year, timezone });
  return { year, thisYear: sums.this_year, lastYear: sums.last_year };
}

/** Watches the OSS threshold: alerts at 80% and at 100% of it, and the duty to register above it. */
export function registerOss({ db, events, jobs, now }: App): void {
  jobs.schedule("orders.oss", "7 5 * * *", () =>
    inTransaction(db, async (tx) => {
      const settings = await getSettings(tx);
      const figure = settings.oss_registered ? null : await getOssFigure(tx, settings, now());
      if (!figure) return;
      const { year, thisYear } = figure;
      for (const percent of [80, 100] as const)
        if (thisYear * 100 >= threshold * percent)
          await events.emit(tx, "order.oss_threshold_reached", { year, percent, amount: formatMoney(thisYear, "EUR") });
    }),
  );
  events.on("shop.duties_requested", async (tx, request) => {
    const { settings, countries } = request;
    const abroad = countries.filter((one) => isInEu(one) && one !== settings.country);
    const figure = await getOssFigure(tx, settings, now());
    if (!figure) return;
    const sold = describeSales(figure);
    addDuty(request, {
      key: "oss",
      title: "One Stop Shop (OSS)",
      law: "Directive 2006/112/EC, articles 59c and 369a to 369k",
      where: abroad,
      isMet: settings.oss_registered || Math.max(figure.thisYear, figure.lastYear) <= threshold,
      met: `${sold} ${settings.oss_registered ? "You are registered." : "Below it, your own country's VAT may be charged."}`,
      missing:
        `${sold} Above it the VAT of the destination is due: register for OSS, enter the rates of these countries, ` +
        "then say so in Currency and language.",
      link: "/dashboard/settings/localization",
    });
  });
}

function describeSales({ thisYear, lastYear }: OssFigure): string {
  const percent = Math.floor((thisYear * 100) / threshold);
  return (
    "Sales to consumers in other EU countries, without tax: " +
    `${formatMoney(thisYear, "EUR")} this year (${percent}% of €10,000), ${formatMoney(lastYear, "EUR")} last year.`
  );
}
