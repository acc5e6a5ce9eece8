import { type ProductFlag, productFlags } from "#contract/catalogue/products.ts";
import { noFilter } from "#server/catalogue/search/filters.ts";
import type { FacetLabels, IndexEntry, SearchLabels } from "#server/catalogue/search/product-index.sql.ts";
import { ProductIndex } from "#server/catalogue/search/product-index.ts";
import { runQuery } from "#server/catalogue/search/run-query.ts";
import { getSearchLanguage, type SynonymGroup } from "./language.ts";
import { parseWords } from "./parse-query.ts";
import { plainText, splitPlainText } from "./plain-text.ts";

/** A product as the search sees it. */
export interface Searchable {
  name: string;
  brand?: string;
  subtitle?: string;
  type?: string;
  tags?: string[];
  /** Names of its category and those above, root first. */
  categories: string[];
  popularity?: number;
  /** Labels of its option values. */
  options?: { group: string; label: string; isColor: boolean }[];
}
/** A product index in memory, and the names of its products by id. */
export interface SearchIndex {
  index: ProductIndex;
  names: ReadonlyMap<number, string>;
}

/** Names of the first products found, most relevant first, and how the search was changed. */
export function search({ index, names }: SearchIndex, query: string, { limit = 8, isTyping = false } = {}) {
  const { terms, answer } = parseWords(index, splitPlainText(plainText(query)), isTyping);
  const page = { sort: "relevance", offset: 0, limit } as const;
  const ids = terms ? runQuery(index, { ...noFilter, terms }, { page }).ids : [];
  return { found: ids.map((id) => names.get(id) ?? ""), ...answer };
}

/** A product index in memory, without a database. */
export function buildIndex(
  rows: readonly Searchable[],
  { synonyms = [], language = "en" }: { synonyms?: SynonymGroup[]; language?: string } = {},
): SearchIndex {
  const ids = new Map<string, number>();
  const idOf = (key: string) => ids.get(key) ?? ids.set(key, ids.size + 1).size;
  const labels: FacetLabels & SearchLabels = {
    options: [],
    tags: [],
    types: [],
    attributes: [],
    categories: [],
    synonyms,
  };
  const entries = rows.map((row, at) => toEntry(row, at, idOf));
  const seen = new Set<number>();
  const isNew = (id: number) => !seen.has(id) && Boolean(seen.add(id));
  for (const { categories: path, options = [] } of rows) {
    for (const [at, name] of path.entries()) {
      const id = idOf(categoryKey(path, at));
      if (isNew(id)) labels.categories.push({ id, name: plainText(name) });
    }
    for (const { group, label, isColor } of options) {
      const id = idOf(`option ${group} ${label}`);
      const value = { id, label, swatch: null, group_id: idOf(`group ${group}`), group_name: group };
      const display = isColor ? "swatch" : "button";
      if (isNew(id)) labels.options.push({ ...value, display, words: splitPlainText(plainText(label)) });
    }
  }
  const index = new ProductIndex(labels, getSearchLanguage(language));
  for (const entry of entries) index.upsert(entry);
  return { index, names: new Map(rows.map(({ name }, at) => [at + 1, name])) };
}

const categoryKey = (path: readonly string[], at: number) => `category ${path.slice(0, at + 1).join(" > ")}`;

function toEntry(row: Searchable, at: number, idOf: (key: string) => number): IndexEntry {
  const { name, brand = "", subtitle = "", type = "", tags: own = [], categories: path, options = [] } = row;
  const wordsOf = (...texts: string[]) => [...new Set(splitPlainText(plainText(texts.join(" "))))].join(" ");
  return {
    id: at + 1,
    type: 1,
    min: 1000,
    max: 1000,
    variations: null,
    rating_sum: 0,
    rating_count: 0,
    ...(Object.fromEntries(productFlags.map((flag) => [flag, false])) as Record<ProductFlag, boolean>),
    categories: path.map((_, depth) => idOf(categoryKey(path, depth))),
    tags: [],
    options: options.map(({ group, label }) => idOf(`option ${group} ${label}`)),
    popularity: row.popularity ?? 0,
    sold: false,
    published: 0,
    attributes: [],
    primary_words: wordsOf(name, brand, ...own),
    secondary_words: wordsOf(type, subtitle),
    name_key: plainText(name),
  };
}
