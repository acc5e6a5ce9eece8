import type { Facet } from "#contract/catalogue/products.ts";
import { say, sayCount } from "#words/say.ts";
import { type Filters, narrowed, paramOf, toggled } from "./filters.ts";

export interface AppliedFilter {
  key: string;
  label: string;
  swatch?: string | null | undefined;
  without: Filters;
}

/** Each filter that is on, in words, with the list as it would be without it. */
export function appliedFilters(filters: Filters, facets: Facet[], money: (amount: number) => string): AppliedFilter[] {
  const values = facets.flatMap((facet) =>
    (facet.values ?? []).map((value) => ({ ...value, param: paramOf(facet.key) })),
  );
  const several = (["option", "type", "tag"] as const).flatMap((name) =>
    filters[name].map((id) => {
      const value = values.find((other) => other.param === name && other.id === id);
      return {
        key: `${name}-${id}`,
        label: value?.label ?? say("Other"),
        swatch: value?.swatch,
        without: toggled(filters, name, id),
      };
    }),
  );
  const { category, name, price_min, price_max, rating_min, in_stock, on_sale } = filters;
  const single: (AppliedFilter | false | undefined | "")[] = [
    // By itself a search is what the list is of; within a category it narrows it.
    category &&
      name !== undefined && { key: "name", label: `“${name}”`, without: narrowed(filters, { name: undefined }) },
    (price_min !== undefined || price_max !== undefined) && {
      key: "price",
      label: priceWords(price_min, price_max, money),
      without: narrowed(filters, { price_min: undefined, price_max: undefined }),
    },
    rating_min !== undefined && {
      key: "rating",
      label: sayCount("1 star and up", "{n} stars and up", rating_min),
      without: narrowed(filters, { rating_min: undefined }),
    },
    in_stock && { key: "in_stock", label: say("In stock"), without: narrowed(filters, { in_stock: undefined }) },
    on_sale && { key: "on_sale", label: say("On sale"), without: narrowed(filters, { on_sale: undefined }) },
  ];
  return [...several, ...single.filter((one) => typeof one === "object")];
}

/** "€10.00 to €25.00", "Up to €25.00", "€10.00 and up". */
export function priceWords(min: number | undefined, max: number | undefined, money: (amount: number) => string) {
  if (min === undefined) return max === undefined ? say("Any price") : say("Up to {price}", { price: money(max) });
  return max === undefined
    ? say("{price} and up", { price: money(min) })
    : say("{from} to {to}", { from: money(min), to: money(max) });
}
