import type { ProductCard, ProductList, ProductQuery } from "#contract/catalogue/products.ts";
import type { App } from "#server/platform/app.ts";
import type { Shows } from "#server/platform/cache/response-cache.ts";
import { assertFound } from "#server/platform/http/problem.ts";
import { findRedirectedCategory } from "#server/catalogue/categories/categories.sql.ts";
import {
  listBreadcrumbs,
  type CategoryTree,
  getCategoryTree,
  normalizePath,
  type CategoryNode,
} from "#server/catalogue/categories/category-tree.ts";
import { type Counts, facetCounts } from "#server/catalogue/search/list-oracle.fixture.ts";
import { toFacets } from "./facets.ts";
import { chosen, groupsOfValues, type ListFilter, type Page, pageOfCards } from "./list.sql.ts";
import { understand } from "#server/catalogue/search/parse-query.ts";
import { talliesOf } from "#server/catalogue/search/search.ts";
import type { Tally } from "#server/catalogue/search/product-index.ts";
import { matched } from "#server/catalogue/search/run-query.ts";
import { recordZeroResultSearch } from "./zero-result-searches.ts";

/** One page of the products on sale, with the counts of every filter. */
export async function listProducts(app: App, query: ProductQuery, shows: Shows): Promise<ProductList> {
  shows("catalogue");
  const tree = await getCategoryTree(app, shows);
  const { shelf, redirect_to } = await shelfAt(app, tree, query.category);
  const name = query.name?.trim() ?? "";
  const search = name ? await understand(app, name) : undefined;
  const heading = {
    category: shelf ? header(tree, shelf) : null,
    redirect_to,
    did_you_mean: search?.didYouMean ?? null,
  };
  const { page, per_page } = query;
  if (search && search.terms === undefined) {
    recordZeroResultSearch(app, name);
    return { data: [], facets: [], meta: { page, per_page, total: 0, pages: 0 }, ...heading };
  }
  const tally = await talliesOf(app).now();
  const known = await groupsOf(app.db, tally, query.option ?? []);
  const filter = filterOf(query, known, { categoryId: shelf?.id, terms: search?.terms });
  const offset = (page - 1) * per_page;
  const sort = query.sort ?? (search ? "relevance" : "popular");
  const shown: Page = { sort, begin: search?.words[0] ?? "", limit: per_page, offset };
  const wanted = { filter, shown, facets: query.facets };
  const { total, counts, cards } = tally ? remembered(app, tally, wanted) : await asked(app, wanted);
  if (total === 0 && search && !shelf && chosen(filter).length === 0) recordZeroResultSearch(app, name);
  return {
    data: total > offset ? await cards() : [],
    meta: { page, per_page, total, pages: Math.ceil(total / per_page) },
    facets: counts ? toFacets(counts, filter) : [],
    ...heading,
  };
}

interface Wanted {
  filter: ListFilter;
  shown: Page;
  facets: boolean;
}
interface Answer {
  total: number;
  counts: Counts | undefined;
  cards(): Promise<ProductCard[]>;
}

/** Counted, ordered and paged in memory; by name the database does that where the order of names is not known yet. */
function remembered(app: App, tally: Tally, { filter, shown, facets }: Wanted): Answer {
  const tallies = talliesOf(app);
  if (shown.sort === "name" && !tallies.knowsNames(tally))
    return { ...matched(tally, filter, { facets }), cards: () => pageOfCards(app.db, filter, shown) };
  const { total, counts, ids } = matched(tally, filter, { facets, page: shown });
  return { total, counts, cards: () => tallies.cards(ids) };
}

async function asked(app: App, { filter, shown, facets }: Wanted): Promise<Answer> {
  const counts = await keptCounts(app, filter);
  const cards = () => pageOfCards(app.db, filter, shown);
  return { total: counts.total, counts: facets ? counts : undefined, cards };
}

/** Pages and orders of one list share its counts, which cost the most. */
async function keptCounts({ reads, db }: App, filter: ListFilter) {
  const { value } = await reads.read(`catalogue: counts ${JSON.stringify(filter)}`, async (hear) => {
    hear("catalogue");
    const counts = await facetCounts(db, filter);
    return { value: counts, bytes: 500 + 150 * (counts.options.length + counts.tags.length + counts.types.length) };
  });
  return value;
}

/** The category of a path; one that has moved is found where it is now. */
async function shelfAt({ db }: App, tree: CategoryTree, typed: string | undefined) {
  const path = normalizePath(typed ?? "");
  if (!path) return { shelf: undefined, redirect_to: null };
  const here = tree.byPath.get(path);
  if (here) return { shelf: visible(here), redirect_to: null };
  const moved = tree.byId.get((await findRedirectedCategory(db, path)) ?? 0);
  return { shelf: visible(moved), redirect_to: moved?.path ?? null };
}

const visible = (shelf: CategoryNode | undefined) => assertFound(shelf?.visible ? shelf : undefined);

function header(tree: CategoryTree, shelf: CategoryNode) {
  const { id, name, path, description } = shelf;
  const subfolder = shelf.children
    .filter((child) => child.visible)
    .map((child) => ({ id: child.id, name: child.name, path: child.path, product_count: child.product_count }));
  return { id, name, path, description, breadcrumbs: listBreadcrumbs(tree, shelf), subfolder };
}

/** The option group of each value. */
async function groupsOf(db: App["db"], tally: Tally | undefined, values: number[]): Promise<Map<number, number>> {
  if (values.length === 0) return new Map();
  const known = tally?.words.options.map(({ id, group_id }) => [id, group_id] as const);
  return new Map(known ?? (await groupsOfValues(db, values)).map(({ id, option_group_id }) => [id, option_group_id]));
}

function filterOf(
  query: ProductQuery,
  groups: ReadonlyMap<number, number>,
  base: Pick<ListFilter, "categoryId" | "terms">,
): ListFilter {
  const values = query.option ?? [];
  // A value that no longer exists is in no product, so it finds none.
  const group = (id: number) => groups.get(id) ?? 0;
  return {
    ...base,
    tags: query.tag ?? [],
    types: query.type ?? [],
    options: [...Map.groupBy(values, group)].map(([id, chosen]) => ({ group: id, values: chosen })),
    priceMin: query.price_min,
    priceMax: query.price_max,
    rating: query.rating_min,
    inStock: query.in_stock,
    onSale: query.on_sale,
  };
}
