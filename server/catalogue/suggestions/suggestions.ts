import type { ReplyOf } from "#contract/api.ts";
import type { Suggestion } from "#contract/catalogue/products.ts";
import type { App } from "#server/platform/app.ts";
import type { Shows } from "#server/platform/cache/response-cache.ts";
import { type CategoryTree, getCategoryTree, type CategoryNode } from "#server/catalogue/categories/category-tree.ts";
import type { Term } from "#server/catalogue/search/search-dictionary.ts";
import { understand } from "#server/catalogue/search/parse-query.ts";
import { firstWhere } from "#server/catalogue/search/sorted-index.ts";
import { suggestedProducts } from "./suggestions.sql.ts";
import { talliesOf } from "#server/catalogue/search/search.ts";
import { matched } from "#server/catalogue/search/run-query.ts";

const minLength = 2;
const maxProducts = 8;
const maxCategories = 4;

/** Products and categories for what has been typed so far, most popular first. */
export async function listSuggestions(
  app: App,
  typed: string,
  shows: Shows,
): Promise<ReplyOf<"GET /product/search-suggestion">> {
  if ([...typed.trim()].length < minLength) return { data: [], categories: [], did_you_mean: null };
  shows("catalogue");
  const tree = await getCategoryTree(app, shows);
  const search = await understand(app, typed, { typing: true });
  const byTyped = findCategories(tree, search.typed);
  return {
    data: search.terms ? await findProducts(app, search.terms) : [],
    categories: byTyped.length > 0 || search.didYouMean === null ? byTyped : findCategories(tree, search.words),
    did_you_mean: search.didYouMean,
  };
}

/** The most popular products that every term finds. */
async function findProducts(app: App, terms: Term[]): Promise<Suggestion[]> {
  const tallies = talliesOf(app);
  const tally = await tallies.now();
  if (!tally) return suggestedProducts(app.db, terms, maxProducts);
  const page = { sort: "popular", offset: 0, limit: maxProducts, begin: "" } as const;
  const { ids } = matched(tally, { terms, tags: [], types: [], options: [] }, { page });
  // Answers hold what the contract names of a card.
  return tallies.cards(ids);
}

/** Categories whose name has a word beginning with each of these, the fullest first. */
function findCategories({ all, byWord }: CategoryTree, words: string[]) {
  const [longest = "", ...others] = words.toSorted((one, other) => other.length - one.length);
  if (longest === "") return [];
  const places = new Set<number>();
  const first = firstWhere(byWord.length, (place) => (byWord[place]?.word ?? "") >= longest);
  for (let place = first; byWord[place]?.word.startsWith(longest); place++) places.add(byWord[place]?.at ?? 0);
  return [...places]
    .sort((one, other) => one - other)
    .map((at) => all[at] as CategoryNode)
    .filter((shelf) => others.every((word) => shelf.words.some((own) => own.startsWith(word))))
    .sort((one, other) => other.product_count - one.product_count || one.depth - other.depth)
    .slice(0, maxCategories)
    .map(({ id, name, path }) => ({ id, name, path }));
}
