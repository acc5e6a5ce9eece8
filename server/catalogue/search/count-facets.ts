import { type ProductFlag, productFlags } from "#contract/catalogue/products.ts";
import { countIntersection } from "./bitmap.ts";
import type { ProductFilter, Selection } from "./filters.ts";
import type { PositionSet } from "./position-set.ts";
import type { AttributeLabel, FacetLabels } from "./product-index.sql.ts";
import type { ProductIndex } from "./product-index.ts";

const maxFacetValues = 40;

export interface FacetCount {
  id: number;
  label: string;
  count: number;
}
export interface OptionCount extends FacetCount {
  swatch: string | null;
  group_id: number;
  group_name: string;
  display: string;
}
export interface AttributeCount extends AttributeLabel {
  /** Values that products have, and those selected, in no order. */
  values: { value: string; count: number }[];
}
/** How many products every filter would leave. */
export interface FacetCounts {
  total: number;
  min_price: number | null;
  max_price: number | null;
  flags: Record<ProductFlag, number>;
  /** Products with at least 4, 3, 2 and 1 stars. */
  rating: number[];
  options: OptionCount[];
  tags: FacetCount[];
  types: FacetCount[];
  attributes: AttributeCount[];
}

/** `selectionFor` gives the products that pass every filter but the one of a facet. */
export function countFacets(
  index: ProductIndex,
  filter: ProductFilter,
  total: number,
  selectionFor: (facet: string) => Selection,
): FacetCounts {
  const { labels } = index;
  const selectedOptions = new Set(filter.options.flatMap(({ values }) => values));
  const count = (set: PositionSet | undefined, facet: string) => {
    const { bitmap, words } = selectionFor(facet);
    return set?.countIn(bitmap, words) ?? 0;
  };
  const options = labels.options
    .map((value): OptionCount => {
      return { ...value, count: count(index.options.get(value.id), `option.${value.group_id}`) };
    })
    .filter((value) => value.count > 0 || selectedOptions.has(value.id));
  const countEach = (values: FacetLabels["tags"], sets: ReadonlyMap<number, PositionSet>, facet: string) =>
    values.map(({ id, label }): FacetCount => ({ id, label, count: count(sets.get(id), facet) }));
  return {
    total,
    ...findPriceRange(index, selectionFor("price")),
    flags: Object.fromEntries(
      productFlags.map((flag) => [flag, count(index.flags[flag], flag)]),
    ) as FacetCounts["flags"],
    rating: index.minStars.map((set) => count(set, "rating")),
    options,
    tags: mostFrequent(countEach(labels.tags, index.tags, "tag"), filter.tags),
    types: mostFrequent(countEach(labels.types, index.types, "type"), filter.types),
    attributes: labels.attributes.map((label) => {
      const selected = filter.attributes.find(({ key }) => key === label.key)?.values ?? [];
      const sets = index.attributes.get(label.key) ?? new Map<string, PositionSet>();
      const values = [...new Set([...sets.keys(), ...selected])]
        .map((value) => ({ value, count: count(sets.get(value), `attr.${label.key}`) }))
        .filter(({ value, count: found }) => found > 0 || selected.includes(value));
      return { ...label, values };
    }),
  };
}

function findPriceRange(index: ProductIndex, { bitmap, words }: Selection) {
  const count = countIntersection(bitmap, bitmap, words);
  if (count === 0) return { min_price: null, max_price: null };
  const { price, maxPrice } = index.sorted;
  const [cheapest = 0] = price.page(bitmap, count, { offset: 0, limit: 1, descending: false }, words);
  const [dearest = 0] = maxPrice.page(bitmap, count, { offset: 0, limit: 1, descending: true }, words);
  return { min_price: index.column("min")[cheapest] ?? null, max_price: index.column("max")[dearest] ?? null };
}

/** The most frequent values and those selected, most frequent first. */
function mostFrequent(values: FacetCount[], selected: number[]) {
  const rank = (value: FacetCount) => (selected.includes(value.id) ? 1e12 : 0) + value.count;
  return values
    .filter((value) => rank(value) > 0)
    .sort((one, other) => rank(other) - rank(one))
    .slice(0, maxFacetValues)
    .sort((one, other) => other.count - one.count || (one.label < other.label ? -1 : 1));
}
