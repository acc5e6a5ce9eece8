import type { Facet, ProductQuery } from "#contract/catalogue/products.ts";
import { query } from "#web/api/query.ts";
import { paths } from "#web/paths.ts";
import { text } from "#words/say.ts";

export type Sort = NonNullable<ProductQuery["sort"]>;
export type Several = "option" | "type" | "tag";

/** What a product list is narrowed by, as its address says. */
export interface Filters {
  category?: string | undefined;
  name?: string | undefined;
  option: number[];
  type: number[];
  tag: number[];
  /** Minor units. */
  price_min?: number | undefined;
  price_max?: number | undefined;
  rating_min?: number | undefined;
  in_stock?: boolean | undefined;
  on_sale?: boolean | undefined;
  sort?: Sort | undefined;
  page: number;
}

/** The orders of a list, to be said in the language of the shop. */
export const sorts: { value: Sort; label: string }[] = [
  { value: "relevance", label: text("Best match") },
  { value: "popular", label: text("Most popular") },
  { value: "newest", label: text("Newest") },
  { value: "price", label: text("Price: low to high") },
  { value: "-price", label: text("Price: high to low") },
  { value: "rating", label: text("Best rated") },
  { value: "name", label: text("Name") },
];

/** How many values of one filter count. Documents are made for as many (server/storefront/page-key.ts). */
const mostRepeats = 20;

/** Reads an address. What makes no sense in it is left out, so that a mistyped link still shows products. */
export function filtersOf(search: URLSearchParams): Filters {
  const all = (name: string) => search.getAll(name).slice(0, mostRepeats).filter(isText);
  const first = (name: string) => all(name)[0];
  const given = (name: string) => first(name)?.trim() || undefined;
  const ids = (name: Several) =>
    [
      ...new Set(
        all(name)
          .map(whole)
          .filter((id) => id !== undefined && id > 0),
      ),
    ].sort(ascending) as number[];
  const rating = whole(first("rating_min"));
  const sort = sorts.find(({ value }) => value === first("sort"))?.value;
  return {
    category: given("category"),
    name: given("name"),
    option: ids("option"),
    type: ids("type"),
    tag: ids("tag"),
    price_min: whole(first("price_min")),
    price_max: whole(first("price_max")),
    rating_min: rating && rating <= 5 ? rating : undefined,
    in_stock: isOn(first("in_stock")),
    on_sale: isOn(first("on_sale")),
    sort,
    page: Math.min(Math.max(whole(first("page")) ?? 1, 1), 100_000),
  };
}

/** No text has a NUL in it, which the database has no place for. */
const isText = (value: string) => value !== "" && !value.includes("\0");
const ascending = (a = 0, b = 0) => a - b;
const isOn = (value: string | undefined) => (value === "true" || value === "1" || value === "on" ? true : undefined);
const whole = (value: string | undefined) => (value && /^\d{1,12}$/.test(value) ? Number(value) : undefined);

/** The address of a list narrowed like this. */
export const addressOf = (filters: Filters) =>
  paths.products({ ...filters, page: filters.page > 1 ? filters.page : undefined });

/** The address search engines should keep: filters and order show the same products in other ways. */
export const canonicalOf = ({ category, page }: Filters) =>
  paths.products({ category, page: page > 1 ? page : undefined });

export const productsQuery = ({ page, option, type, tag, ...filters }: Filters) => {
  const some = (ids: number[]) => (ids.length > 0 ? ids : undefined);
  return query("GET /product", {
    query: { ...filters, option: some(option), type: some(type), tag: some(tag), page, per_page: 24 },
  });
};

/** The same list, narrowed otherwise: it starts at its first page. */
export const narrowed = (filters: Filters, change: Partial<Filters>): Filters => ({ ...filters, page: 1, ...change });

/** Adds a value to a filter that takes several, or takes it away. */
export function toggled(filters: Filters, name: Several, id: number): Filters {
  const chosen = filters[name];
  const ids = chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id].sort(ascending);
  return narrowed(filters, { [name]: ids });
}

/** The whole list again: its category, its search and its order stay. */
export const cleared = ({ category, name, sort }: Filters): Filters => ({
  category,
  name,
  sort,
  option: [],
  type: [],
  tag: [],
  page: 1,
});

/** Names and values of the filters as a form would send them, but for those named in `except`. */
export function formFields(filters: Filters, ...except: string[]): { name: string; value: string }[] {
  const search = new URLSearchParams(addressOf({ ...filters, page: 1 }).split("?")[1]);
  return [...search].filter(([name]) => !except.includes(name)).map(([name, value]) => ({ name, value }));
}

/** How many filters are on; a price counts once, whatever it lies between. */
export function howMany({ option, type, tag, price_min, price_max, rating_min, in_stock, on_sale }: Filters): number {
  const single = [price_min ?? price_max, rating_min, in_stock, on_sale].filter((one) => one !== undefined);
  return option.length + type.length + tag.length + single.length;
}

/**
 * The filters worth showing for a list of so many products: an option that hardly any of them comes in (the capacity of
 * everything in the shop) would only be in the way, unless one of its values is chosen.
 */
export const worthwhile = (facets: Facet[], total: number) =>
  facets.filter(({ key, values = [] }) => {
    const covered = Math.max(0, ...values.map(({ count }) => count));
    return paramOf(key) !== "option" || covered >= total / 10 || values.some(({ selected }) => selected);
  });

/** `option.2` filters by `option`. */
export const paramOf = (facetKey: string) => facetKey.split(".")[0] ?? facetKey;
