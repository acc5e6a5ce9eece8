import type { App } from "#server/platform/app.ts";
import { addDuty, lawOf } from "#server/shop/shop.ts";
import { countProductsLackingLegalData } from "./legal-data.sql.ts";

/** Adds the duties that each product on sale has to meet, as far as the shop sells any. */
export function registerProductDuties({ events }: Pick<App, "events">): void {
  events.on("shop.duties_requested", async (tx, request) => {
    const lacking = await countProductsLackingLegalData(tx);
    if (lacking.products === 0) return;
    addDuty(request, {
      key: "unit_prices",
      title: "Unit prices",
      law: "Directive 98/6/EC, article 3",
      where: lawOf.europe,
      isMet: lacking.unit_price === 0,
      met: "Products of types that need a unit price have one. Say which types do.",
      missing: `${productsOn(lacking.unit_price)} of a type that needs a unit price without one. Enter the measure of each variation.`,
      link: lacking.unit_price === 0 ? "/dashboard/product-types" : "/dashboard/products?lacking=unit_price",
    });
    for (const part of ["manufacturer", "responsible_person"] as const)
      addDuty(request, {
        key: part,
        law: "Regulation (EU) 2023/988, article 19",
        where: lawOf.eu,
        isMet: lacking[part] === 0,
        link: lacking[part] === 0 ? "/dashboard/brands" : `/dashboard/products?lacking=${part}`,
        ...safetyDuties[part](productsOn(lacking[part])),
      });
  });
}

const productsOn = (count: number) => (count === 1 ? "1 product is on sale" : `${count} products are on sale`);

const whereToEnter = "Enter it on the brand, the product type or the product.";

const safetyDuties = {
  manufacturer: (products: string) => ({
    title: "Manufacturers of products",
    met: "Each product on sale names its manufacturer, with postal address and email address or URL.",
    missing: `${products} without a manufacturer with postal address and email address or URL. ${whereToEnter}`,
  }),
  responsible_person: (products: string) => ({
    title: "Responsible persons in the EU",
    met: "Each product on sale whose manufacturer isn't in the EU names a responsible person who is.",
    missing: `${products} without a responsible person in the EU, and a manufacturer outside it or in an unknown country. ${whereToEnter}`,
  }),
};
