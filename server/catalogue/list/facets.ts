import { type Facet, type FacetValue, type ProductFlag, productFlags } from "#contract/catalogue/products.ts";
import { attributeText } from "#server/catalogue/product-types/product-types.ts";
import type { AttributeCount, FacetCount, FacetCounts, OptionCount } from "#server/catalogue/search/count-facets.ts";
import type { ProductFilter } from "#server/catalogue/search/filters.ts";
import { say, sayCount, text } from "#words/say.ts";

/**
 * The facets of a list, with the number of products for each value. Facets without values are left out.
 */
export function toFacets(counts: FacetCounts, filter: ProductFilter): Facet[] {
  const chips = (key: string, label: string, values: FacetValue[]): Facet => ({ key, label, kind: "chips", values });
  return [
    ...optionFacets(counts.options, filter),
    ...attributeFacets(counts.attributes, filter),
    chips("type", say("Product type"), counts.types.map(asValue(filter.types))),
    chips("tag", say("Tag"), counts.tags.map(asValue(filter.tags))),
    ...priceFacet(counts),
    chips("rating", say("Rating"), ratingValues(counts.rating, filter.rating)),
    ...productFlags.flatMap((flag) => flagFacet(flag, counts.flags[flag], filter.flags.includes(flag))),
  ].filter(({ values }) => values === undefined || values.length > 0);
}

const asValue =
  (selected: number[]) =>
  ({ id, label, count }: FacetCount): FacetValue => ({ id, label, count, selected: selected.includes(id) });

/** At most this many options, and values of each: imports make thousands. */
const maxOptions = 20;
const maxValues = 40;

/** The options most products have and their most frequent values, besides the selected ones, in their own order. */
function optionFacets(options: OptionCount[], filter: ProductFilter): Facet[] {
  const selectedIds = filter.options.flatMap(({ values }) => values);
  const selected = asValue(selectedIds);
  const rank = ({ id, count }: OptionCount) => (selectedIds.includes(id) ? Number.POSITIVE_INFINITY : count);
  const groups = [...Map.groupBy(options, ({ group_id }) => group_id)].map(([id, all]) => ({
    id,
    rank: all.reduce((sum, value) => sum + rank(value), 0),
    values: highest(all, rank, maxValues),
  }));
  return highest(groups, (group) => group.rank, maxOptions).map(({ id, values }) => ({
    key: `option.${id}`,
    label: values[0]?.group_name ?? "",
    kind: values[0]?.display === "swatch" ? "swatch" : "chips",
    values: values.map((value) => ({ ...selected(value), swatch: value.swatch })),
  }));
}

/** The attributes most products have, with their most frequent values and the selected ones. */
function attributeFacets(attributes: AttributeCount[], filter: ProductFilter): Facet[] {
  const facets = attributes.map(({ key, label, unit, kind, values }) => {
    const selected = filter.attributes.find((one) => one.key === key)?.values ?? [];
    const rank = ({ value, count }: AttributeCount["values"][number]) =>
      selected.includes(value) ? Number.POSITIVE_INFINITY : count;
    const shown = highest(values.toSorted(orderOf(kind)), rank, maxValues);
    return {
      products: values.reduce((sum, { count }) => sum + count, 0),
      facet: {
        key: `attr.${key}`,
        label,
        kind: "chips" as const,
        values: shown.map(({ value, count }) => ({
          id: value,
          label: attributeText({ kind, unit }, value),
          count,
          selected: selected.includes(value),
        })),
      },
    };
  });
  return highest(facets, ({ products }) => products, maxOptions).map(({ facet }) => facet);
}

type ValueCount = AttributeCount["values"][number];

/** Numbers by size, other values by frequency. */
const orderOf = (kind: AttributeCount["kind"]) => (one: ValueCount, other: ValueCount) => {
  if (kind === "number") return Number(one.value) - Number(other.value);
  return other.count - one.count || (one.value < other.value ? -1 : 1);
};

/** The `count` items of the highest rank, in the order they are in. */
function highest<T>(items: T[], rank: (item: T) => number, count: number): T[] {
  if (items.length <= count) return items;
  const shown = new Set(
    items.toSorted((one, other) => Number(rank(other) > rank(one)) - Number(rank(one) > rank(other))).slice(0, count),
  );
  return items.filter((item) => shown.has(item));
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

const flagLabels: Record<ProductFlag, string> = { in_stock: text("In stock"), on_sale: text("On sale") };

function flagFacet(key: ProductFlag, count: number, selected: boolean): Facet[] {
  const label = say(flagLabels[key]);
  return count > 0 || selected ? [{ key, label, kind: "flag", values: [{ id: "true", label, count, selected }] }] : [];
}
