import type { ProductList, ProductQuery } from "#contract/catalogue/products.ts";
import type { House } from "#server/platform/house.ts";
import type { Shows } from "#server/platform/read-cache.ts";
import { found } from "#server/platform/refusal.ts";
import { redirectedCategory } from "./categories.sql.ts";
import { breadcrumbs, type CategoryTree, categoryTree, plainPath, type Shelf } from "./category-tree.ts";
import { facetCounts } from "./facets.sql.ts";
import { facets } from "./facets.ts";
import { chosen, groupsOfValues, type ListFilter, type Page, pageOfCards } from "./list.sql.ts";
import { understand } from "./search-words.ts";
import { talliesOf } from "./tallies.ts";
import { counted } from "./tally.ts";
import { searchedInVain } from "./vain-searches.ts";

/** One page of the products on sale, with the counts of every filter. */
export async function productList(house: House, query: ProductQuery, shows: Shows): Promise<ProductList> {
  shows("catalogue");
  const tree = await categoryTree(house, shows);
  const { shelf, redirect_to } = await asked(house, tree, query.category);
  const name = query.name?.trim() ?? "";
  const search = name ? await understand(house, name) : undefined;
  const heading = {
    category: shelf ? header(tree, shelf) : null,
    redirect_to,
    did_you_mean: search?.didYouMean ?? null,
  };
  const { page, per_page } = query;
  if (search && search.query === undefined) {
    searchedInVain(house, name);
    return { data: [], facets: [], meta: { page, per_page, total: 0, pages: 0 }, ...heading };
  }
  const filter = await filterOf(house, query, { categoryId: shelf?.id, query: search?.query });
  const offset = (page - 1) * per_page;
  const sort = query.sort ?? (search ? "relevance" : "popular");
  const { counts, ids } = await countsOf(house, filter, { offset, limit: per_page });
  if (counts.total === 0 && search && !shelf && chosen(filter).length === 0) searchedInVain(house, name);
  const shown: Page = { sort, typed: name, limit: per_page, offset };
  return {
    data: await cardsOfPage(house, filter, shown, counts.total, sort === "popular" ? ids : undefined),
    meta: { page, per_page, total: counts.total, pages: Math.ceil(counts.total / per_page) },
    facets: query.facets ? facets(counts, filter) : [],
    ...heading,
  };
}

/** Counted in memory where that can be, with the ids of the page by popularity; else by the database. */
async function countsOf(house: House, filter: ListFilter, page: { offset: number; limit: number }) {
  const tally = filter.query === undefined ? await talliesOf(house).now() : undefined;
  return tally ? counted(tally, filter, page) : { counts: await keptCounts(house, filter), ids: undefined };
}

function cardsOfPage(house: House, filter: ListFilter, page: Page, total: number, ids: number[] | undefined) {
  if (page.offset >= total) return [];
  return ids ? talliesOf(house).cards(ids) : pageOfCards(house.db, filter, page);
}

/** Pages and orders of one list share its counts, which cost the most. */
async function keptCounts({ reads, db }: House, filter: ListFilter) {
  const { value } = await reads.read(`catalogue: counts ${JSON.stringify(filter)}`, async (hear) => {
    hear("catalogue");
    const counts = await facetCounts(db, filter);
    return { value: counts, bytes: 500 + 150 * (counts.options.length + counts.tags.length + counts.types.length) };
  });
  return value;
}

/** The category of a path; one that has moved is found where it is now. */
async function asked({ db }: House, tree: CategoryTree, typed: string | undefined) {
  const path = plainPath(typed ?? "");
  if (!path) return { shelf: undefined, redirect_to: null };
  const here = tree.byPath.get(path);
  if (here) return { shelf: visible(here), redirect_to: null };
  const moved = tree.byId.get((await redirectedCategory(db, path)) ?? 0);
  return { shelf: visible(moved), redirect_to: moved?.path ?? null };
}

const visible = (shelf: Shelf | undefined) => found(shelf?.visible ? shelf : undefined);

function header(tree: CategoryTree, shelf: Shelf) {
  const { id, name, path, description } = shelf;
  const subfolder = shelf.children
    .filter((child) => child.visible)
    .map((child) => ({ id: child.id, name: child.name, path: child.path, product_count: child.product_count }));
  return { id, name, path, description, breadcrumbs: breadcrumbs(tree, shelf), subfolder };
}

async function filterOf({ db }: House, query: ProductQuery, base: Pick<ListFilter, "categoryId" | "query">) {
  const values = query.option ?? [];
  const known = values.length > 0 ? await groupsOfValues(db, values) : [];
  // A value that no longer exists is in no product, so it finds none.
  const group = (id: number) => known.find((value) => value.id === id)?.option_group_id ?? 0;
  const filter: ListFilter = {
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
  return filter;
}
