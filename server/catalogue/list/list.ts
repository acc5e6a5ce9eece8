import { type ProductCard, type ProductList, type ProductQuery, productFlags } from "#contract/catalogue/products.ts";
import { pageMeta } from "#contract/endpoint.ts";
import { productTag, ratings } from "#server/catalogue/cache-tags.ts";
import { findRedirectedCategory } from "#server/catalogue/categories/categories.sql.ts";
import {
  type CategoryNode,
  type CategoryTree,
  getCategoryTree,
  listBreadcrumbs,
  normalizePath,
} from "#server/catalogue/categories/category-tree.ts";
import { isNarrowed, type ProductFilter } from "#server/catalogue/search/filters.ts";
import type { ProductIndex } from "#server/catalogue/search/product-index.ts";
import { runQuery } from "#server/catalogue/search/run-query.ts";
import { searchOf } from "#server/catalogue/search/search.ts";
import { findCodesAndWords } from "#server/catalogue/search/text/parse-query.ts";
import type { App } from "#server/platform/app.ts";
import type { AddCacheTags } from "#server/platform/cache/response-cache.ts";
import { type Db, valuesOf } from "#server/platform/database/database.ts";
import { assertFound } from "#server/platform/http/problem.ts";
import { listCachedCards } from "./card-cache.ts";
import { toFacets } from "./facets.ts";
import { listOptionImages } from "./option-images.sql.ts";
import { recordZeroResultSearch } from "./zero-result-searches.ts";

/** One page of the products on sale, with facets. */
export async function listProducts(app: App, query: ProductQuery, addCacheTags: AddCacheTags): Promise<ProductList> {
  addCacheTags("catalogue");
  if (query.sort === "rating" || query.rating_min) addCacheTags(ratings);
  const tree = await getCategoryTree(app, addCacheTags);
  const { category, redirect_to } = await findCategoryAt(app, tree, query.category);
  const index = await searchOf(app).getIndex();
  const name = query.name?.trim() ?? "";
  const { coded, search } = name ? await findCodesAndWords(app.db, index, name) : {};
  const options = [...(query.option ?? []), ...(search?.terms?.flatMap((term) => term.options) ?? [])];
  const head = {
    category: category ? categoryHead(tree, category) : null,
    redirect_to,
    options,
    ...(search?.answer ?? { did_you_mean: null, search_changes: null }),
  };
  const { page, per_page } = query;
  if (search && search.terms === undefined) {
    void recordZeroResultSearch(app, name);
    return { data: [], facets: [], meta: pageMeta(query, 0), ...head };
  }
  const filter = toFilter(query, index, {
    categoryId: category?.id,
    terms: search?.terms,
    ids: coded,
  });
  const sort = query.sort ?? (search ? "relevance" : "popular");
  const { total, counts, ids } = runQuery(index, filter, {
    page: { sort, limit: per_page, offset: (page - 1) * per_page },
    facets: query.facets,
  });
  const wasReduced = (search?.answer.search_changes?.dropped.length ?? 0) > 0;
  if (search && (total === 0 || wasReduced) && !category && !isNarrowed(filter)) void recordZeroResultSearch(app, name);
  addCacheTags(...ids.map(productTag));
  return {
    data: await withOptionImages(app.db, await listCachedCards(app, ids), options),
    meta: pageMeta(query, total),
    facets: counts ? toFacets(counts, filter) : [],
    ...head,
  };
}

/** Cards with the image of the first of these options that they have, such as a color, as their cover. */
async function withOptionImages(db: Db, cards: ProductCard[], values: readonly number[]): Promise<ProductCard[]> {
  if (values.length === 0 || cards.length === 0) return cards;
  const found = await listOptionImages(db, valuesOf(cards, "id"), values);
  const byProduct = new Map(found.map(({ product_id, ...image }) => [product_id, image]));
  return cards.map((card) => {
    const cover = byProduct.get(card.id);
    if (!cover) return card;
    return { ...card, images: [cover, ...card.images.filter(({ url }) => url !== cover.url)].slice(0, 2) };
  });
}

/** The category at a current or former path. Throws `not_found`. */
async function findCategoryAt({ db }: App, tree: CategoryTree, query: string | undefined) {
  const path = normalizePath(query ?? "");
  if (!path) return { category: undefined, redirect_to: null };
  const found = tree.byPath.get(path);
  if (found) return { category: assertVisible(found), redirect_to: null };
  const moved = tree.byId.get((await findRedirectedCategory(db, path)) ?? 0);
  return { category: assertVisible(moved), redirect_to: moved?.path ?? null };
}

const assertVisible = (category: CategoryNode | undefined) => assertFound(category?.visible ? category : undefined);

function categoryHead(tree: CategoryTree, category: CategoryNode) {
  const { id, name, path, description } = category;
  const subfolder = category.children
    .filter((child) => child.visible)
    .map((child) => ({ id: child.id, name: child.name, path: child.path, product_count: child.product_count }));
  return { id, name, path, description, breadcrumbs: listBreadcrumbs(tree, category), subfolder };
}

function toFilter(
  query: ProductQuery,
  { labels }: ProductIndex,
  base: Pick<ProductFilter, "categoryId" | "terms" | "ids">,
) {
  const values = query.option ?? [];
  const groups = new Map(values.length > 0 ? labels.options.map(({ id, group_id }) => [id, group_id]) : []);
  // A deleted value matches no product.
  const groupOf = (id: number) => groups.get(id) ?? 0;
  return {
    ...base,
    tags: query.tag ?? [],
    types: query.type ?? [],
    options: [...Map.groupBy(values, groupOf)].map(([id, selected]) => ({ group: id, values: selected })),
    attributes: Object.entries(query.attr ?? {}).map(([key, selected]) => ({ key, values: selected })),
    priceMin: query.price_min,
    priceMax: query.price_max,
    rating: query.rating_min,
    flags: productFlags.filter((flag) => query[flag]),
    isSold: query.sold ?? false,
  };
}
