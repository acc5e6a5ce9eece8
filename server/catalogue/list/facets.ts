import type { Facet, FacetValue } from "#contract/catalogue/products.ts";
import type { FacetCount, FacetCounts, OptionCount } from "#server/catalogue/search/count-facets.ts";
import type { ProductFilter } from "#server/catalogue/search/filters.ts";
import { say, sayCount } from "#words/say.ts";

/**
 * The filters a list offers, with how many products each would show. Those that could not narrow anything are left
 * out.
 */
export function toFacets(counts: FacetCounts, filter: ProductFilter): Facet[] {
  const chips = (key: string, label: string, values: FacetValue[]): Facet => ({ key, label, kind: "chips", values });
  return [
    ...optionFacets(counts.options, filter),
    chips("type", say("Product type"), counts.types.map(asValue(filter.types))),
    chips("tag", say("Tag"), counts.tags.map(asValue(filter.tags))),
    ...priceFacet(counts),
    chips("rating", say("Rating"), ratingValues(counts.rating, filter.rating)),
    ...flag("in_stock", say("In stock"), counts.in_stock, filter.inStock),
    ...flag("on_sale", say("On sale"), counts.on_sale, filter.onSale),
  ].filter(({ values }) => values === undefined || values.length > 0);
}

const asValue =
  (selected: number[]) =>
  ({ id, label, count }: FacetCount): FacetValue => ({ id, label, count, selected: selected.includes(id) });

function optionFacets(options: OptionCount[], filter: ProductFilter): Facet[] {
  const selected = asValue(filter.options.flatMap(({ values }) => values));
  const groups = Map.groupBy(options, ({ group_id }) => group_id);
  return [...groups].map(([id, values]) => ({
    key: `option.${id}`,
    label: values[0]?.group_name ?? "",
    kind: values[0]?.display === "swatch" ? "swatch" : "chips",
    values: values.map((value) => ({ ...selected(value), swatch: value.swatch })),
  }));
}

const priceFacet = ({ min_price, max_price }: FacetCounts): Facet[] =>
  min_price === null || max_price === null
    ? []
    : [{ key: "price", label: say("Price"), kind: "range", min: min_price, max: max_price }];

const ratingValues = (counts: number[], chosen: number | undefined): FacetValue[] =>
  [4, 3, 2, 1].flatMap((stars, at) => {
    const count = counts[at] ?? 0;
    const selected = chosen !== undefined && Math.floor(chosen) === stars;
    return count > 0 || selected
      ? [{ id: stars, label: sayCount("1 star and up", "{n} stars and up", stars), count, selected }]
      : [];
  });

const flag = (key: string, label: string, count: number, selected = false): Facet[] =>
  count > 0 || selected ? [{ key, label, kind: "flag", values: [{ id: "true", label, count, selected }] }] : [];
