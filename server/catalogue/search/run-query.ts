import { countIntersection, findWords, intersectInto, subtractFrom } from "./bitmap.ts";
import { countFacets, type FacetCounts } from "./count-facets.ts";
import { listFilters, type ProductFilter, type Selection, selectBase } from "./filters.ts";
import type { Page } from "./list-page.ts";
import type { ProductIndex } from "./product-index.ts";
import { pageByRelevance } from "./relevance.ts";
import { checkVariations } from "./variation-filters.ts";

interface QueryResult {
  total: number;
  /** The products of the page, in order; none without a page. */
  ids: number[];
  /** Undefined unless requested. */
  counts: FacetCounts | undefined;
}

/** Filters, counts and sorts the products on sale. */
export function runQuery(
  index: ProductIndex,
  filter: ProductFilter,
  { page, facets = false }: { page?: Page | undefined; facets?: boolean },
): QueryResult {
  const { pool } = index;
  pool.reset(index.positionCount);
  const base = selectBase(index, filter);
  const filters = listFilters(index, filter, base);
  const checked = checkVariations(index, filter, { base, filters, isCounting: facets });
  const selectWithout = (key: string): Selection => {
    const [first, ...others] = filters.filter((other) => other.key !== key);
    if (!first) return base;
    const bitmap = pool.intersection(base.bitmap, first.passing);
    for (const { passing } of others) intersectInto(bitmap, passing, base.words);
    if (checked) subtractFrom(bitmap, checked.failing(key));
    return { bitmap, words: findWords(bitmap, base.words) };
  };
  const found = selectWithout("");
  const total = countOf(found);
  const withoutOne = new Map(facets ? filters.map(({ key }) => [key, selectWithout(key)]) : []);
  return {
    total,
    counts: facets
      ? countFacets(index, filter, { total, checked, selectionFor: (key) => withoutOne.get(key) ?? found })
      : undefined,
    ids:
      page && page.offset < total
        ? index.idsAt(pagePositions(index, found, total, { ...page, ids: filter.ids, terms: filter.terms }))
        : [],
  };
}

const countOf = ({ bitmap, words }: Selection) => countIntersection(bitmap, bitmap, words);

const sortOrders = {
  popular: { by: "popular", descending: true },
  newest: { by: "newest", descending: true },
  price: { by: "price", descending: false },
  "-price": { by: "price", descending: true },
  rating: { by: "rating", descending: true },
  name: { by: "name", descending: false },
} as const;

function pagePositions(
  index: ProductIndex,
  found: Selection,
  total: number,
  { sort, offset, limit, ids, terms }: Page & Pick<ProductFilter, "ids" | "terms">,
): number[] {
  if (sort === "relevance" && terms) return pageByRelevance(index, found, { ids, terms, offset, limit });
  const { by, descending } = sortOrders[sort === "relevance" ? "popular" : sort];
  return index.sorted[by].page(found.bitmap, total, { offset, limit, descending }, found.words);
}
