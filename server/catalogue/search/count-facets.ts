import { type ProductFlag, productFlags } from "#contract/catalogue/products.ts";
import { countIntersection, subtractFrom } from "./bitmap.ts";
import type { ProductFilter, Selection } from "./filters.ts";
import type { PositionSet } from "./position-set.ts";
import type { AttributeLabel, FacetLabels } from "./product-index.sql.ts";
import type { ProductIndex } from "./product-index.ts";
import type { CheckedVariations } from "./variation-filters.ts";

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

interface Counted {
  total: number;
  /** The products that pass every filter but the one of a facet. */
  selectionFor: (facet: string) => Selection;
  checked: CheckedVariations | undefined;
}

export function countFacets(index: ProductIndex, filter: ProductFilter, counted: Counted): FacetCounts {
  const { total, selectionFor, checked } = counted;
  const { labels } = index;
  const selectedOptions = new Set(filter.options.flatMap(({ values }) => values));
  const unchecked = uncheckedSelections(index, counted);
  const count = (set: PositionSet | undefined, facet: string) => {
    const { bitmap, words } = selectionFor(facet);
    return set?.countIn(bitmap, words) ?? 0;
  };
  const options = labels.options
    .map((value): OptionCount => {
      const { bitmap, words } = unchecked(`option.${value.group_id}`);
      const found = index.options.get(value.id)?.countIn(bitmap, words) ?? 0;
      return { ...value, count: found + (checked?.optionCount(value.id) ?? 0) };
    })
    .filter((value) => value.count > 0 || selectedOptions.has(value.id));
  const countEach = (values: FacetLabels["tags"], sets: ReadonlyMap<number, PositionSet>, facet: string) =>
    values.map(({ id, label }): FacetCount => ({ id, label, count: count(sets.get(id), facet) }));
  return {
    total,
    ...findPriceRange(index, unchecked("price"), checked),
    flags: Object.fromEntries(
      productFlags.map((flag, at) => {
        const { bitmap, words } = unchecked(flag);
        return [flag, index.flags[flag].countIn(bitmap, words) + (checked?.flags[at] ?? 0)];
      }),
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

/** Selections without the products whose variations were counted one by one. */
function uncheckedSelections(index: ProductIndex, { selectionFor, checked }: Counted) {
  if (!checked) return selectionFor;
  const made = new Map<Selection, Selection>();
  return (facet: string): Selection => {
    const selection = selectionFor(facet);
    const known = made.get(selection);
    if (known) return known;
    const bitmap = index.pool.copy(selection.bitmap);
    subtractFrom(bitmap, checked.products);
    const unchecked = { bitmap, words: selection.words };
    made.set(selection, unchecked);
    return unchecked;
  };
}

function findPriceRange(index: ProductIndex, { bitmap, words }: Selection, checked: CheckedVariations | undefined) {
  const count = countIntersection(bitmap, bitmap, words);
  const range = { offset: 0, limit: 1 };
  const [cheapest] = index.sorted.price.page(bitmap, count, { ...range, descending: false }, words);
  const [dearest] = index.sorted.maxPrice.page(bitmap, count, { ...range, descending: true }, words);
  const priceAt = (name: "min" | "max", position = -1) => index.column(name)[position];
  const min = Math.min(
    priceAt("min", cheapest) ?? Number.POSITIVE_INFINITY,
    checked?.minPrice ?? Number.POSITIVE_INFINITY,
  );
  const max = Math.max(
    priceAt("max", dearest) ?? Number.NEGATIVE_INFINITY,
    checked?.maxPrice ?? Number.NEGATIVE_INFINITY,
  );
  return min > max ? { min_price: null, max_price: null } : { min_price: min, max_price: max };
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
