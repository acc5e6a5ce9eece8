import type { Facet } from "#contract/catalogue/products.ts";
import { say, sayCount } from "#words/say.ts";
import {
  activeFlags,
  type Filters,
  facetParam,
  flagLabels,
  toggleAttribute,
  toggleValue,
  withFilters,
} from "./filters.ts";

export interface AppliedFilter {
  key: string;
  label: string;
  swatch?: string | null | undefined;
  without: Filters;
}

/** Labels of the active filters, each with the filters that remain without it. */
export function appliedFilters(filters: Filters, facets: Facet[], money: (amount: number) => string): AppliedFilter[] {
  const values = facets.flatMap((facet) =>
    (facet.values ?? []).map((value) => ({ ...value, param: facetParam(facet.key) })),
  );
  const several = (["option", "type", "tag"] as const).flatMap((name) =>
    filters[name].map((id) => {
      const value = values.find((other) => other.param === name && other.id === id);
      return {
        key: `${name}-${id}`,
        label: value?.label ?? say("Other"),
        swatch: value?.swatch,
        without: toggleValue(filters, name, id),
      };
    }),
  );
  const attributes = Object.entries(filters.attr).flatMap(([key, chosen]) =>
    chosen.map((value) => {
      const facet = facets.find((one) => one.key === `attr.${key}`);
      const label = facet?.values?.find(({ id }) => id === value)?.label ?? value;
      return {
        key: `attr-${key}-${value}`,
        label: facet ? `${facet.label}: ${label}` : label,
        without: toggleAttribute(filters, key, value),
      };
    }),
  );
  const { category, name, price_min, price_max, rating_min } = filters;
  const single: (AppliedFilter | false | undefined | "")[] = [
    // Without a category the search is the heading of the list; within one it is a filter.
    category &&
      name !== undefined && { key: "name", label: `“${name}”`, without: withFilters(filters, { name: undefined }) },
    (price_min !== undefined || price_max !== undefined) && {
      key: "price",
      label: priceRangeLabel(price_min, price_max, money),
      without: withFilters(filters, { price_min: undefined, price_max: undefined }),
    },
    rating_min !== undefined && {
      key: "rating",
      label: sayCount("1 star and up", "{n} stars and up", rating_min),
      without: withFilters(filters, { rating_min: undefined }),
    },
  ];
  const flags = activeFlags(filters).map((key) => ({
    key,
    label: say(flagLabels[key]),
    without: withFilters(filters, { [key]: undefined }),
  }));
  return [...several, ...attributes, ...single.filter((one) => typeof one === "object"), ...flags];
}

/** "€10.00 to €25.00", "Up to €25.00", "€10.00 and up". */
export function priceRangeLabel(min: number | undefined, max: number | undefined, money: (amount: number) => string) {
  if (min === undefined) return max === undefined ? say("Any price") : say("Up to {price}", { price: money(max) });
  return max === undefined
    ? say("{price} and up", { price: money(min) })
    : say("{from} to {to}", { from: money(min), to: money(max) });
}
