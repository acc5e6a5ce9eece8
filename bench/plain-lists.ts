// node bench/plain-lists.ts [--products 20000 100000]: the product index beside the plainest form it could have, one pass
// over typed arrays for each list, on the same made-up catalogue and in turns. CPU ms of the main thread for a list.

import { parseArgs } from "node:util";
import { noFilter, type ProductFilter } from "#server/catalogue/search/filters.ts";
import type { Page } from "#server/catalogue/search/list-page.ts";
import type { FacetLabels, IndexEntry, SearchLabels } from "#server/catalogue/search/product-index.sql.ts";
import { ProductIndex } from "#server/catalogue/search/product-index.ts";
import { runQuery } from "#server/catalogue/search/run-query.ts";
import { selectRange } from "#server/catalogue/search/select-range.ts";
import { getSearchLanguage } from "#server/catalogue/search/text/language.ts";
import { seeded } from "#server/testing/properties.ts";
import { isShort, machine, quantile, requireInput } from "./measure.ts";

const { values } = parseArgs({
  options: { products: { type: "string", multiple: true, default: ["20000", "100000"] } },
});
const rounds = isShort ? 1 : 9;
/** The clock of a thread ticks every few ms. */
const runs = isShort ? 2 : 50;
const random = seeded(11);
const categoryCount = 300;
const tagCount = 40;
const groups = Array.from({ length: 6 }, (_, group) => ({ id: group + 1, size: 12 + group * 8 }));
/** Numbers of the facets besides option groups, which are 1 to 6. */
const [tagFacet, typeFacet, priceFacet] = [20, 21, 22];
const optionsOf = groups.map(({ id, size }) => Array.from({ length: size }, (_, at) => id * 1000 + at));

interface Query {
  title: string;
  filter: ProductFilter;
  page: Page;
  facets: boolean;
}
const first: Page = { sort: "popular", offset: 0, limit: 24 };
const black = { group: 1, values: [1003] };
const queries: Query[] = [
  { title: "whole shop", filter: noFilter, page: first, facets: true },
  { title: "whole shop, page 200", filter: noFilter, page: { ...first, offset: 4800 }, facets: true },
  { title: "whole shop, without counts", filter: noFilter, page: first, facets: false },
  { title: "a third of the shop", filter: { ...noFilter, categoryId: 1 }, page: first, facets: true },
  { title: "a small category", filter: { ...noFilter, categoryId: 200 }, page: first, facets: true },
  {
    title: "an option, a tag and a price",
    filter: { ...noFilter, options: [black], tags: [3], priceMin: 2000, priceMax: 60_000 },
    page: { ...first, sort: "price" },
    facets: true,
  },
];

console.log(`${machine()}\n\n| products | list | index, CPU ms | plain | plain against index |\n|---|---|---|---|---|`);
for (const count of values.products) {
  requireInput(Number(count), "--products takes numbers of products.");
  const entries = Array.from({ length: Number(count) }, (_, at) => makeEntry(at));
  const index = new ProductIndex(labels(), getSearchLanguage("en"));
  for (const entry of entries) index.upsert(entry);
  for (const sorted of Object.values(index.sorted)) sorted.prepare();
  const plain = plainLists(entries);
  for (const query of queries) compare(count, query, index, plain);
}

function compare(count: string, { title, filter, page, facets }: Query, index: ProductIndex, plain: PlainLists) {
  const expected = runQuery(index, filter, { page, facets });
  const got = plain(filter, page, facets);
  // Both must answer the same for the comparison to mean anything.
  requireInput(Number(expected.total === got.total), `${title}: ${expected.total} and ${got.total} products.`);
  requireInput(Number(String(expected.ids) === String(got.ids)), `${title}: other products.`);
  const times = { index: [] as number[], plain: [] as number[] };
  for (let round = 0; round < rounds; round++) {
    times.index.push(cpuOf(() => runQuery(index, filter, { page, facets })));
    times.plain.push(cpuOf(() => plain(filter, page, facets)));
  }
  const [one, other] = [quantile(times.index), quantile(times.plain)];
  console.log(`| ${count} | ${title} | ${one.toFixed(2)} | ${other.toFixed(2)} | ${(other / one).toFixed(1)} |`);
}

/** CPU ms of one run, as the mean of many. */
function cpuOf(work: () => unknown): number {
  const before = process.threadCpuUsage();
  for (let run = 0; run < runs; run++) work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000 / runs;
}

function makeEntry(at: number): IndexEntry {
  const min = 500 + random(100_000);
  const pick = (list: number[]) => list[Math.floor(random(list.length * list.length) ** 0.5)] as number;
  const name = `thing ${at} of kind ${random(500)}`;
  return {
    id: at + 1,
    type: 1 + random(12),
    min,
    max: min,
    variations: null,
    rating_sum: random(100),
    rating_count: 20,
    // One root in three, and one of the categories below.
    categories: [1 + random(3), 4 + random(categoryCount - 4)],
    tags: [1 + random(tagCount), 1 + random(tagCount)].filter((tag, index, all) => all.indexOf(tag) === index),
    options: optionsOf.slice(0, 1 + random(3)).flatMap((list) => [...new Set([pick(list), pick(list), pick(list)])]),
    attributes: [],
    popularity: random(1_000_000),
    published: random(2 ** 31),
    primary_words: name,
    secondary_words: "",
    name_key: name,
    is_new: random(10) === 0,
    on_sale: random(5) === 0,
    in_stock: random(20) > 0,
  } as unknown as IndexEntry;
}

function labels(): FacetLabels & SearchLabels {
  const value = (group: number) => (id: number) => ({
    id,
    label: String(id),
    swatch: null,
    group_id: group,
    group_name: String(group),
    display: "button",
    words: [],
  });
  const numbered = (count: number) => Array.from({ length: count }, (_, at) => ({ id: at + 1, label: String(at) }));
  return {
    options: optionsOf.flatMap((list, at) => list.map(value(at + 1))),
    tags: numbered(tagCount),
    types: numbered(12),
    attributes: [],
    categories: [],
    synonyms: [],
  };
}

type PlainLists = (filter: ProductFilter, page: Page, facets: boolean) => { total: number; ids: number[] };

/** The values of all products one after the other, by the number of each value. */
interface Columns {
  starts: Uint32Array;
  codes: Uint16Array;
  /** The facet of each code: an option group, the tags or the types. */
  facetOf: Uint8Array;
  codeOf: Map<string, number>;
  prices: Int32Array;
  ranks: Record<string, Uint32Array>;
  byCategory: Map<number, number[]>;
}

function columnsOf(entries: IndexEntry[]): Columns {
  const codeOf = new Map<string, number>();
  const facets: number[] = [];
  const code = (facet: number, id: number) => {
    const key = `${facet} ${id}`;
    const known = codeOf.get(key);
    if (known !== undefined) return known;
    facets.push(facet);
    return codeOf.set(key, facets.length - 1).size - 1;
  };
  const starts = new Uint32Array(entries.length + 1);
  const codes: number[] = [];
  const byCategory = new Map<number, number[]>();
  entries.forEach((entry, at) => {
    starts[at] = codes.length;
    for (const option of entry.options) codes.push(code(Math.floor(option / 1000), option));
    for (const tag of entry.tags) codes.push(code(tagFacet, tag));
    codes.push(code(typeFacet, entry.type));
    for (const category of entry.categories) {
      const list = byCategory.get(category) ?? [];
      list.push(at);
      byCategory.set(category, list);
    }
  });
  starts[entries.length] = codes.length;
  const ranked = (before: (one: IndexEntry, other: IndexEntry) => number) => {
    const ranks = new Uint32Array(entries.length);
    const order = entries.map((_, at) => at);
    order.sort((one, other) => before(entries[one] as IndexEntry, entries[other] as IndexEntry));
    order.forEach((at, rank) => {
      ranks[at] = rank;
    });
    return ranks;
  };
  return {
    starts,
    codes: Uint16Array.from(codes),
    facetOf: Uint8Array.from(facets),
    codeOf,
    prices: Int32Array.from(entries, ({ min }) => min),
    ranks: {
      popular: ranked((one, other) => other.popularity - one.popularity || other.id - one.id),
      price: ranked((one, other) => one.min - other.min || one.id - other.id),
    },
    byCategory,
  };
}

/** The plain form: one pass over the products of a list, which filters, counts each facet and finds the page. */
function plainLists(entries: IndexEntry[]): PlainLists {
  const columns = columnsOf(entries);
  const all = Uint32Array.from(entries, (_, at) => at);
  const inCategory = new Map([...columns.byCategory].map(([id, list]) => [id, Uint32Array.from(list)]));
  return (filter, page, facets) => {
    const positions = filter.categoryId === undefined ? all : (inCategory.get(filter.categoryId) ?? all.subarray(0, 0));
    const { found, counts, total } = pass(columns, positions, filter, facets);
    const ranks = columns.ranks[page.sort] as Uint32Array;
    return { total, counts, ids: pageOf(found.subarray(0, total), ranks, page).map((at) => at + 1) };
  };
}

function pass(
  { starts, codes, facetOf, codeOf, prices }: Columns,
  positions: Uint32Array,
  filter: ProductFilter,
  facets: boolean,
) {
  const selected = selectedCodes(filter, codeOf, facetOf.length);
  const { priceMin = 0, priceMax = Number.MAX_SAFE_INTEGER } = filter;
  const wanted = filter.options.length + Number(filter.tags.length > 0);
  const counts = new Uint32Array(facetOf.length);
  const found = new Uint32Array(positions.length);
  let total = 0;
  for (let index = 0; index < positions.length; index++) {
    const at = positions[index] as number;
    const from = starts[at] as number;
    const to = starts[at + 1] as number;
    // Facets of which the product has a selected value, as bits.
    let having = 0;
    if (wanted > 0)
      for (let place = from; place < to; place++) {
        const code = codes[place] as number;
        if (selected.codes[code] === 1) having |= 1 << (facetOf[code] as number);
      }
    const price = prices[at] as number;
    const lacking = (selected.facets & ~having) | (price < priceMin || price > priceMax ? 1 << priceFacet : 0);
    if (lacking === 0) found[total++] = at;
    // A facet counts what passes all filters but its own.
    else if ((lacking & (lacking - 1)) !== 0) continue;
    if (!facets) continue;
    for (let place = from; place < to; place++) {
      const code = codes[place] as number;
      if (lacking === 0 || lacking === 1 << (facetOf[code] as number)) counts[code] = (counts[code] as number) + 1;
    }
  }
  return { found, counts, total };
}

function selectedCodes({ options, tags }: ProductFilter, codeOf: Map<string, number>, size: number) {
  const codes = new Uint8Array(size);
  let facets = 0;
  const select = (facet: number, id: number) => {
    codes[codeOf.get(`${facet} ${id}`) ?? size] = 1;
    facets |= 1 << facet;
  };
  for (const { group, values: ids } of options) for (const id of ids) select(group, id);
  for (const tag of tags) select(tagFacet, tag);
  return { codes, facets };
}

/** The page of the found products by their ranks. */
function pageOf(found: Uint32Array, ranks: Uint32Array, { offset, limit }: Page): number[] {
  const positions = found.slice();
  const end = Math.min(found.length, offset + limit);
  selectRange(positions, offset, end, (one, other) => (ranks[one] as number) - (ranks[other] as number));
  return [...positions.subarray(offset, end)];
}
