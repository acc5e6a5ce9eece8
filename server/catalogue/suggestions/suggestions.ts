import type { ReplyOf } from "#contract/api.ts";
import type { ProductCard, Suggestion } from "#contract/catalogue/products.ts";
import { type CategoryNode, type CategoryTree, getCategoryTree } from "#server/catalogue/categories/category-tree.ts";
import { listCachedCards } from "#server/catalogue/list/card-cache.ts";
import { listOptionThumbnails } from "#server/catalogue/list/option-images.sql.ts";
import { noFilter, type ProductFilter } from "#server/catalogue/search/filters.ts";
import type { ProductIndex } from "#server/catalogue/search/product-index.ts";
import { runQuery } from "#server/catalogue/search/run-query.ts";
import { searchOf } from "#server/catalogue/search/search.ts";
import { binarySearch } from "#server/catalogue/search/sorted-index.ts";
import { findCodesAndWords } from "#server/catalogue/search/text/parse-query.ts";
import type { App } from "#server/platform/app.ts";
import type { AddCacheTags } from "#server/platform/cache/response-cache.ts";
import { valuesOf } from "#server/platform/database/database.ts";

const minLength = 2;
const maxProducts = 8;
const maxCategories = 4;

/** Products and categories for typed text, most relevant first. */
export async function listSuggestions(
  app: App,
  typed: string,
  addCacheTags: AddCacheTags,
): Promise<ReplyOf<"GET /product/search-suggestion">> {
  if ([...typed.trim()].length < minLength)
    return { data: [], categories: [], did_you_mean: null, search_changes: null };
  addCacheTags("catalogue");
  const tree = await getCategoryTree(app, addCacheTags);
  const index = await searchOf(app).getIndex();
  const { coded = [], search } = await findCodesAndWords(app.db, index, typed, { isTyping: true });
  if (!search)
    return {
      data: await toSuggestions(app, await listCachedCards(app, coded.slice(0, maxProducts)), []),
      categories: [],
      did_you_mean: null,
      search_changes: null,
    };
  const { typed: words, terms, answer } = search;
  const { text = "", added = [] } = answer.search_changes ?? {};
  const readings = [words, ...[text, ...added].map((reading) => reading.split(" "))];
  return {
    data: terms ? await findProducts(app, index, { ids: coded.length > 0 ? coded : undefined, terms }) : [],
    categories: readings.map((reading) => findCategories(tree, reading)).find((found) => found.length > 0) ?? [],
    ...answer,
  };
}

/** Products with the code, then the most relevant ones that match every term. */
async function findProducts(
  app: App,
  index: ProductIndex,
  filter: Pick<ProductFilter, "ids" | "terms">,
): Promise<Suggestion[]> {
  const page = { sort: "relevance", offset: 0, limit: maxProducts } as const;
  const { ids } = runQuery(index, { ...noFilter, ...filter }, { page });
  return toSuggestions(app, await listCachedCards(app, ids), filter.terms?.flatMap(({ options }) => options) ?? []);
}

/** Suggestions that show the first of these options they can, such as a color. */
async function toSuggestions(app: App, cards: ProductCard[], options: readonly number[]): Promise<Suggestion[]> {
  const thumbnails = options.length > 0 ? await listOptionThumbnails(app.db, valuesOf(cards, "id"), options) : [];
  const byProduct = new Map(thumbnails.map(({ product_id, ...shown }) => [product_id, shown]));
  // The contract's schema picks the fields of a suggestion from the card.
  return cards.map((card) => ({ ...card, option_value_id: null, ...byProduct.get(card.id) }));
}

/** Categories whose name has a word that begins with each of these, those with most products first. */
function findCategories({ all, byWord }: CategoryTree, words: string[]) {
  const [longest = "", ...others] = words.toSorted((one, other) => other.length - one.length);
  if (longest === "") return [];
  const places = new Set<number>();
  const first = binarySearch(byWord.length, (place) => (byWord[place]?.word ?? "") >= longest);
  for (let place = first; byWord[place]?.word.startsWith(longest); place++) places.add(byWord[place]?.at ?? 0);
  return [...places]
    .sort((one, other) => one - other)
    .map((at) => all[at] as CategoryNode)
    .filter((category) => others.every((word) => category.words.some((own) => own.startsWith(word))))
    .sort((one, other) => other.product_count - one.product_count || one.depth - other.depth)
    .slice(0, maxCategories)
    .map(({ id, name, path }) => ({ id, name, path }));
}
