import { euCountries } from "#contract/formats/european-union.ts";
import type { LegalDuty } from "#contract/shop/legal.ts";
import type { SellerDutyName } from "#contract/shop/settings.ts";
import type { App } from "#server/platform/app.ts";
import { listSellerDuties } from "./legal.ts";
import type { Settings } from "./settings.ts";
import { parseVatId } from "./vat-ids.ts";

declare module "#server/platform/events.ts" {
  interface DomainEvents {
    /** Somebody looks at the duties of the shop: each module adds its own to `duties`, with `addDuty`. */
    "shop.duties_requested": DutiesRequest;
  }
}

interface DutiesRequest {
  /** The countries sold to. */
  countries: readonly string[];
  settings: Settings;
  duties: LegalDuty[];
}
type NewDuty = Omit<LegalDuty, "state" | "text" | "countries"> & {
  /** The countries in which it applies. */
  where: readonly string[];
  /** `regular`: it is done again and again, which Kiosk can't see. */
  isMet: boolean | "regular";
  /** Why it is met, or what to do regularly. */
  met: string;
  /** What to do if it isn't. */
  missing: string;
};

const market = [...euCountries, "NO", "IS", "LI"];
/** Countries with the same duties: the EU, its internal market, where consumers can withdraw, and Europe. */
export const lawOf = {
  eu: euCountries,
  market,
  withdrawal: [...market, "GB"],
  europe: [...market, "GB", "CH"],
};

/** Adds a duty in those of its countries that are sold to; without any it doesn't apply. */
export function addDuty({ countries, duties }: DutiesRequest, { where, isMet, met, missing, ...duty }: NewDuty): void {
  const applies = countries.filter((country) => where.includes(country));
  if (applies.length === 0) return;
  duties.push({ ...duty, state: stateOf(isMet), text: isMet ? met : missing, countries: applies });
}

function stateOf(isMet: NewDuty["isMet"]): LegalDuty["state"] {
  if (isMet === "regular") return isMet;
  return isMet ? "met" : "missing";
}

const generalPage = "/dashboard/settings/general";
const policiesPage = "/dashboard/settings/policies";
const localizationPage = "/dashboard/settings/localization";
const ownText = {
  link: policiesPage,
  met: "The page has a text of yours. Have it reviewed when the law or your shop changes.",
  missing: "The page shows a template that says what is missing. Write your text and have it reviewed.",
};

/** What sellers have to say before an order, by `listSellerDuties`. */
const sellerDuties: Record<SellerDutyName, Omit<NewDuty, "key" | "isMet">> = {
  imprint: {
    title: "Who you are and how to reach you",
    law: "Directive 2000/31/EC, article 5; Directive 2011/83/EU, article 6(1)",
    where: lawOf.europe,
    link: generalPage,
    met: "The imprint has your legal name, address, email and phone.",
    missing: "Enter the legal name and address of your business, an email address and a phone number.",
  },
  terms: {
    title: "Terms",
    law: "Directive 2011/83/EU, articles 6 and 8; Directive 2000/31/EC, article 10",
    where: lawOf.europe,
    ...ownText,
  },
  withdrawal_policy: {
    title: "Withdrawal policy",
    law: "Directive 2011/83/EU, article 6(1)(h) and annex I",
    where: lawOf.withdrawal,
    ...ownText,
  },
  privacy_policy: {
    title: "Privacy policy",
    law: "Regulation (EU) 2016/679, articles 13 and 14; in Switzerland FADP, article 19",
    where: lawOf.europe,
    ...ownText,
  },
};

/** Adds the duties that settings of the shop meet. */
export function registerShopDuties({ events }: Pick<App, "events">): void {
  events.on("shop.duties_requested", async (_tx, request) => {
    const { settings } = request;
    for (const { duty, is_met: isMet } of listSellerDuties(settings))
      addDuty(request, { key: duty, isMet, ...sellerDuties[duty] });
    for (const duty of priceDuties(settings)) addDuty(request, duty);
  });
}

const priceDuties = (settings: Settings): NewDuty[] => [
  {
    key: "vat_id",
    title: "Your VAT ID",
    law: "Directive 2000/31/EC, article 5(1)(g); Directive 2006/112/EC, article 226",
    where: lawOf.eu,
    isMet: parseVatId(settings.vat_id) !== undefined,
    met: "It is in the imprint and on invoices.",
    missing: "Enter your VAT ID. If you have none, ask your tax office whether you need one.",
    link: generalPage,
  },
  {
    key: "prices_with_tax",
    title: "Prices with tax",
    law: "Directive 98/6/EC, articles 2 and 3; in Switzerland PBV, article 4",
    where: lawOf.europe,
    isMet: settings.prices_include_tax,
    met: "Consumers see the price that they pay.",
    missing: "Prices are shown without tax. Consumers have to see them with all taxes: let prices include tax.",
    link: localizationPage,
  },
  {
    key: "price_reductions",
    title: "Reductions from the lowest price of 30 days",
    law: "Directive 98/6/EC, article 6a",
    where: lawOf.market,
    isMet: settings.price_check,
    met: "Compare-at prices above it are refused.",
    missing: "The price check is off. Turn it on, or take care of each compare-at price yourself.",
    link: localizationPage,
  },
  {
    key: "withdrawal_function",
    title: "Withdrawal function",
    law: "Directive 2011/83/EU, article 11a, since June 19, 2026",
    where: lawOf.market,
    isMet: true,
    met: "“Withdraw from contract here” is on every page and in order emails. Say which product types are excluded.",
    missing: "",
    link: "/dashboard/product-types",
  },
];
