import type { Facet, ProductQuery } from "#contract/catalogue/products.ts";
import { query } from "#web/api/query.ts";
import { paths } from "#web/paths.ts";

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

export const sorts: { value: Sort; label: string }[] = [
  { value: "relevance", label: "Best match" },
  { value: "popular", label: "Most popular" },
  { value: "newest", label: "Newest" },
  { value: "price", label: "Price: low to high" },
  { value: "-price", label: "Price: high to low" },
  { value: "rating", label: "Best rated" },
  { value: "name", label: "Name" },
];

/** Reads an address. What makes no sense in it is left out, so that a mistyped link still shows products. */
export function filtersOf(search: URLSearchParams): Filters {
  const text = (name: string) => search.get(name)?.trim() || undefined;
  const ids = (name: Several) =>
    [
      ...new Set(
        search
          .getAll(name)
          .map(whole)
          .filter((id) => id !== undefined && id > 0),
      ),
    ].sort(ascending) as number[];
  const rating = whole(search.get("rating_min"));
  const sort = sorts.find(({ value }) => value === search.get("sort"))?.value;
  return {
    category: text("category"),
    name: text("name"),
    option: ids("option"),
    type: ids("type"),
    tag: ids("tag"),
    price_min: whole(search.get("price_min")),
    price_max: whole(search.get("price_max")),
    rating_min: rating && rating <= 5 ? rating : undefined,
    in_stock: isOn(search.get("in_stock")),
    on_sale: isOn(search.get("on_sale")),
    sort,
    page: Math.min(Math.max(whole(search.get("page")) ?? 1, 1), 100_000),
  };
}

const ascending = (a = 0, b = 0) => a - b;
const isOn = (value: string | null) => (value === "true" || value === "1" || value === "on" ? true : undefined);
const whole = (value: string | null) => (value && /^\d{1,12}$/.test(value) ? Number(value) : undefined);

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

export interface AppliedFilter {
  key: string;
  label: string;
  swatch?: string | null | undefined;
  without: Filters;
}

/** Each filter that is on, in words, with the list as it would be without it. */
export function appliedFilters(filters: Filters, facets: Facet[], money: (amount: number) => string): AppliedFilter[] {
  const values = facets.flatMap((facet) =>
    (facet.values ?? []).map((value) => ({ ...value, param: paramOf(facet.key) })),
  );
  const several = (["option", "type", "tag"] as const).flatMap((name) =>
    filters[name].map((id) => {
      const value = values.find((other) => other.param === name && other.id === id);
      return {
        key: `${name}-${id}`,
        label: value?.label ?? "Other",
        swatch: value?.swatch,
        without: toggled(filters, name, id),
      };
    }),
  );
  const { price_min, price_max, rating_min, in_stock, on_sale } = filters;
  const single: (AppliedFilter | false | undefined)[] = [
    (price_min !== undefined || price_max !== undefined) && {
      key: "price",
      label: priceWords(price_min, price_max, money),
      without: narrowed(filters, { price_min: undefined, price_max: undefined }),
    },
    rating_min !== undefined && {
      key: "rating",
      label: `${rating_min} stars and up`,
      without: narrowed(filters, { rating_min: undefined }),
    },
    in_stock && { key: "in_stock", label: "In stock", without: narrowed(filters, { in_stock: undefined }) },
    on_sale && { key: "on_sale", label: "On sale", without: narrowed(filters, { on_sale: undefined }) },
  ];
  return [...several, ...single.filter((one) => one !== false && one !== undefined)];
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

/** "€10.00 to €25.00", "Up to €25.00", "€10.00 and up". */
export function priceWords(min: number | undefined, max: number | undefined, money: (amount: number) => string) {
  if (min === undefined) return max === undefined ? "Any price" : `Up to ${money(max)}`;
  return max === undefined ? `${money(min)} and up` : `${money(min)} to ${money(max)}`;
}

/**
 * Three or four round price ranges that share out the prices between `min` and `max`, in minor units of a currency with
 * `digits` after the point. None where the prices lie too close for it.
 */
export function priceRanges(min: number, max: number, digits: number): { min?: number; max?: number }[] {
  const unit = 10 ** digits;
  const step = roundStep((max - min) / 4 / unit) * unit;
  if (step < unit || max - min < 2 * step) return [];
  const first = Math.floor(min / step) * step + step;
  const marks = [first, first + step, first + 2 * step].filter((mark) => mark < max);
  return [
    { max: marks[0] as number },
    ...marks.slice(1).map((mark, at) => ({ min: marks[at] as number, max: mark })),
    { min: marks.at(-1) as number },
  ];
}

/** The next of 1, 2, 5, 10, 20, 25, 50, 100 … at or above. */
function roundStep(wanted: number) {
  const power = 10 ** Math.floor(Math.log10(Math.max(wanted, 1)));
  return (
    [1, 2, 2.5, 5, 10].map((step) => step * power).find((step) => step >= wanted && Number.isInteger(step)) ??
    10 * power
  );
}
