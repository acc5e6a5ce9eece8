import { query } from "#web/api/call.ts";

/** Queries of the catalogue's pages, shared so that links can prefetch them. */
export const shop = () => query("GET /shop", {});
export const categories = () => query("GET /categories", { query: { depth: 1 } });
export const details = (slug: string) => query("GET /product/details/:slug", { params: { slug } });
export const related = (id: number) => query("GET /product/related/:id", { params: { id }, query: { per_page: 4 } });
export const boughtTogether = (id: number) =>
  query("GET /product/bought-together/:id", { params: { id }, query: { per_page: 4 } });
export const searchSuggestions = (text: string) => query("GET /product/search-suggestion", { query: { q: text } });
/** The unfiltered first page of a category; the same query key as `productsQuery`. */
export const productsInCategory = (category: string) =>
  query("GET /product", { query: { category, page: 1, per_page: 24 } });
