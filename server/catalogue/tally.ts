import type { CountedOption, CountedValue, Counts } from "./facets.sql.ts";
import type { ListFilter } from "./list.sql.ts";
import type { TallyRow, TallyWords } from "./tally.sql.ts";

/** A product with the places of its words in the tally's own lists, so that counting is adding up in arrays. */
interface Line extends TallyRow {
  typeAt: number;
  tagsAt: number[];
  optionsAt: number[];
}

/** Products on sale in memory, most popular first, and those of each category. */
export interface Tally {
  lines: readonly Line[];
  byCategory: ReadonlyMap<number, readonly Line[]>;
  words: TallyWords;
}

const mostNamed = 40;

/** Sorts products by popularity and puts them on their shelves. */
export function tallyOf(rows: Iterable<TallyRow>, words: TallyWords): Tally {
  const [types, tags, options] = [words.types, words.tags, words.options].map(placesOf) as [Places, Places, Places];
  const lines = Array.from(rows, (row): Line => {
    const { type, tags: tagIds, options: optionIds } = row;
    // Written into the row itself: twenty thousand copies would take their room twice.
    return Object.assign(row, { typeAt: types(type), tagsAt: tagIds.map(tags), optionsAt: optionIds.map(options) });
  }).sort((one, other) => other.popularity - one.popularity || other.id - one.id);
  const byCategory = new Map<number, Line[]>();
  for (const line of lines)
    for (const category of line.categories) {
      const shelf = byCategory.get(category);
      if (shelf) shelf.push(line);
      else byCategory.set(category, [line]);
    }
  return { lines, byCategory, words };
}

type Places = (id: number) => number;

/** The place of a word among those known; one that is not known yet has the place after all. */
function placesOf(words: readonly { id: number }[]): Places {
  const places = new Map(words.map(({ id }, at) => [id, at]));
  return (id) => places.get(id) ?? words.length;
}

/** The same counts as `facetCounts`, and the ids of one page by popularity. What was searched for is not in `filter`. */
export function counted(tally: Tally, filter: ListFilter, { offset, limit }: { offset: number; limit: number }) {
  const { words } = tally;
  const lines = filter.categoryId === undefined ? tally.lines : (tally.byCategory.get(filter.categoryId) ?? []);
  const checks = checksOf(filter);
  const places = new Map(checks.map(({ key }, at) => [key, at + 1]));
  const sums = emptySums(words, checks.length + 1);
  const own = (key: string) => places.get(key) ?? 0;
  const [type, tag, price, rating, stock, sale] = ["type", "tag", "price", "rating", "in_stock", "on_sale"].map(own);
  const width = words.options.length + 1;
  const ids: number[] = [];
  for (const line of lines) {
    // The one filter it fails, from 1; 0 for none.
    const missed = failed(line, checks);
    if (missed < 0) continue;
    if (missed === 0) {
      if (sums.total >= offset && ids.length < limit) ids.push(line.id);
      sums.total++;
    }
    const start = missed * width;
    for (const at of line.optionsAt) sums.options[start + at] = (sums.options[start + at] ?? 0) + 1;
    if (missed === 0 || missed === type) sums.types[line.typeAt] = (sums.types[line.typeAt] ?? 0) + 1;
    if (missed === 0 || missed === tag) for (const at of line.tagsAt) sums.tags[at] = (sums.tags[at] ?? 0) + 1;
    if (missed === 0 || missed === price) {
      if (line.min < sums.min) sums.min = line.min;
      if (line.max > sums.max) sums.max = line.max;
    }
    if (line.in_stock && (missed === 0 || missed === stock)) sums.in_stock++;
    if (line.on_sale && (missed === 0 || missed === sale)) sums.on_sale++;
    if (line.rating_count > 0 && (missed === 0 || missed === rating)) addRating(sums.rating, line);
  }
  return { ids, counts: countsOf(sums, words, filter, places) };
}

/** Which of the filters it fails, from 1; 0 when none, -1 when several: no facet would show it. */
function failed(line: Line, checks: readonly Check[]) {
  let missed = 0;
  for (let at = 0; at < checks.length; at++) {
    if (checks[at]?.passes(line)) continue;
    if (missed !== 0) return -1;
    missed = at + 1;
  }
  return missed;
}

interface Check {
  key: string;
  passes: (row: TallyRow) => boolean;
}

/** The filters chosen, each under the key of its facet, as `chosen` says them in SQL. */
function checksOf({ tags, types, options, priceMin, priceMax, rating, inStock, onSale }: ListFilter): Check[] {
  const checks: Check[] = options.map(({ group, values }) => ({
    key: `option.${group}`,
    passes: (row) => row.options.some((option) => values.includes(option)),
  }));
  if (types.length > 0) checks.push({ key: "type", passes: (row) => types.includes(row.type) });
  if (tags.length > 0) checks.push({ key: "tag", passes: (row) => row.tags.some((tag) => tags.includes(tag)) });
  if (priceMin !== undefined || priceMax !== undefined)
    checks.push({ key: "price", passes: (row) => costs(row, priceMin ?? 0, priceMax ?? Number.POSITIVE_INFINITY) });
  if (rating)
    checks.push({
      key: "rating",
      passes: (row) => row.rating_count > 0 && row.rating_sum >= row.rating_count * rating,
    });
  if (inStock) checks.push({ key: "in_stock", passes: (row) => row.in_stock });
  if (onSale) checks.push({ key: "on_sale", passes: (row) => row.on_sale });
  return checks;
}

/** Some price of the product lies between the two. */
function costs({ min, max, prices }: TallyRow, low: number, high: number) {
  if (max < low || min > high) return false;
  return min >= low || max <= high || (prices ?? []).some((price) => price >= low && price <= high);
}

function emptySums({ types, tags, options }: TallyWords, kinds: number) {
  return {
    total: 0,
    min: Number.POSITIVE_INFINITY,
    max: Number.NEGATIVE_INFINITY,
    in_stock: 0,
    on_sale: 0,
    /** Products with at least 4, 3, 2 and 1 stars. */
    rating: [0, 0, 0, 0],
    types: new Uint32Array(types.length + 1),
    tags: new Uint32Array(tags.length + 1),
    /** All values for products that fail no filter, then again for those that fail the first, and so on. */
    options: new Uint32Array((options.length + 1) * kinds),
  };
}
type Sums = ReturnType<typeof emptySums>;

function addRating(sums: number[], { rating_sum, rating_count }: TallyRow) {
  for (let at = 0; at < 4; at++) if (rating_sum >= rating_count * (4 - at)) sums[at] = (sums[at] ?? 0) + 1;
}

function countsOf(sums: Sums, words: TallyWords, filter: ListFilter, places: Map<string, number>): Counts {
  const { total, min, max, in_stock, on_sale, rating } = sums;
  const chosen = new Set(filter.options.flatMap(({ values }) => values));
  const width = words.options.length + 1;
  const options: CountedOption[] = [];
  for (const [at, value] of words.options.entries()) {
    const own = places.get(`option.${value.group_id}`) ?? 0;
    const count = (sums.options[at] ?? 0) + (own === 0 ? 0 : (sums.options[own * width + at] ?? 0));
    if (count > 0 || chosen.has(value.id)) options.push({ ...value, count });
  }
  return {
    total,
    min_price: Number.isFinite(min) ? min : null,
    max_price: Number.isFinite(max) ? max : null,
    in_stock,
    on_sale,
    rating,
    options,
    tags: commonest(words.tags, sums.tags, filter.tags),
    types: commonest(words.types, sums.types, filter.types),
  };
}

/** The forty commonest and those chosen, commonest first. */
function commonest(names: { id: number; label: string }[], sums: Uint32Array, chosen: number[]) {
  const rank = (value: CountedValue) => (chosen.includes(value.id) ? 1e12 : 0) + value.count;
  return names
    .map((value, at): CountedValue => ({ ...value, count: sums[at] ?? 0 }))
    .filter((value) => rank(value) > 0)
    .sort((one, other) => rank(other) - rank(one))
    .slice(0, mostNamed)
    .sort((one, other) => other.count - one.count || (one.label < other.label ? -1 : 1));
}
