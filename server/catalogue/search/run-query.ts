import type { productSorts } from "#contract/catalogue/products.ts";
import { countIntersection, findWords, intersectInto, subtractFrom } from "./bitmap.ts";
import { countFacets, type FacetCounts } from "./count-facets.ts";
import { listFilters, type ProductFilter, type Selection, selectBase } from "./filters.ts";
import type { ProductIndex } from "./product-index.ts";

export type ProductSort = (typeof productSorts)[number];

export interface Page {
  sort: ProductSort;
  offset: number;
  limit: number;
  /** Sorted by relevance, products whose name begins with this prefix come first. */
  prefix: string;
}
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
  const selectWithout = (key: string): Selection => {
    const [first, ...others] = filters.filter((other) => other.key !== key);
    if (!first) return base;
    const bitmap = pool.intersection(base.bitmap, first.passing);
    for (const { passing } of others) intersectInto(bitmap, passing, base.words);
    return { bitmap, words: findWords(bitmap, base.words) };
  };
  const found = selectWithout("");
  const total = countOf(found);
  const withoutOne = new Map(facets ? filters.map(({ key }) => [key, selectWithout(key)]) : []);
  return {
    total,
    counts: facets ? countFacets(index, filter, total, (key) => withoutOne.get(key) ?? found) : undefined,
    // Last, as sorting by relevance changes the selection.
    ids: page && page.offset < total ? index.idsAt(pagePositions(index, found, total, page)) : [],
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

function pagePositions(index: ProductIndex, found: Selection, total: number, page: Page): number[] {
  const { bitmap, words } = found;
  const { sort, offset, limit } = page;
  if (sort === "relevance") return pageByRelevance(index, found, total, page);
  const { by, descending } = sortOrders[sort];
  return index.sorted[by].page(bitmap, total, { offset, limit, descending }, words);
}

/** Products whose name begins with the prefix first, then the others, both by popularity. */
function pageByRelevance(
  index: ProductIndex,
  { bitmap, words }: Selection,
  total: number,
  { offset, limit, prefix }: Page,
): number[] {
  const first = index.pool.empty();
  index.dictionary.addByFirstWord(first, prefix);
  intersectInto(first, bitmap);
  const firstCount = countOf({ bitmap: first, words });
  const { popular } = index.sorted;
  const found = popular.page(first, firstCount, { offset, limit, descending: true }, words);
  if (found.length === limit) return found;
  subtractFrom(bitmap, first);
  const rest = { offset: Math.max(0, offset - firstCount), limit: limit - found.length, descending: true };
  return [...found, ...popular.page(bitmap, total - firstCount, rest, words)];
}
