import { useLayoutEffect, useState } from "react";
import { useLocation, useNavigate, useNavigation } from "react-router";
import { attributeKeyPattern } from "#contract/catalogue/attributes.ts";
import type { Facet, ProductFlag, ProductQuery } from "#contract/catalogue/products.ts";
import { query } from "#web/api/call.ts";
import { paths } from "#web/paths.ts";
import { text } from "#words/say.ts";

export type Sort = NonNullable<ProductQuery["sort"]>;
export type MultiFilter = "option" | "type" | "tag";

/** Labels of the filters that are on or off; translated where they are shown. */
export const flagLabels: Record<ProductFlag, string> = { in_stock: text("In stock"), on_sale: text("On sale") };
const productFlags = Object.keys(flagLabels) as ProductFlag[];

/** The filters, order and page of a product list, as in its URL. */
export interface Filters extends Partial<Record<ProductFlag, boolean | undefined>> {
  category?: string | undefined;
  name?: string | undefined;
  option: number[];
  type: number[];
  tag: number[];
  /** Chosen values of attributes, by key. */
  attr: Record<string, string[]>;
  /** Minor units. */
  price_min?: number | undefined;
  price_max?: number | undefined;
  rating_min?: number | undefined;
  sort?: Sort | undefined;
  page: number;
}

/** The sort orders; labels are translated where they are shown. */
export const sorts: { value: Sort; label: string }[] = [
  { value: "relevance", label: text("Best match") },
  { value: "popular", label: text("Most popular") },
  { value: "newest", label: text("Newest") },
  { value: "price", label: text("Price: low to high") },
  { value: "-price", label: text("Price: high to low") },
  { value: "rating", label: text("Best rated") },
  { value: "name", label: text("Name") },
];

/** Values read of one filter; server/storefront/page-address.ts uses the same limit. */
const maxRepeats = 20;

/** Reads the filters of a URL. Invalid values are ignored, so that a mistyped link still shows products. */
export function parseFilters(search: URLSearchParams): Filters {
  const all = (name: string) => search.getAll(name).slice(0, maxRepeats).filter(isText);
  const first = (name: string) => all(name)[0];
  const textOf = (name: string) => first(name)?.trim() || undefined;
  const ids = (name: MultiFilter) =>
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
    category: textOf("category"),
    name: textOf("name"),
    option: ids("option"),
    type: ids("type"),
    tag: ids("tag"),
    attr: readAttributes(search),
    price_min: whole(first("price_min")),
    price_max: whole(first("price_max")),
    rating_min: rating && rating <= 5 ? rating : undefined,
    ...Object.fromEntries(productFlags.map((flag) => [flag, isOn(first(flag))])),
    sort,
    page: Math.min(Math.max(whole(first("page")) ?? 1, 1), 100_000),
  };
}

/** `attr.material=Oak`; keys and values in a fixed order, so that equal filters have equal URLs. */
function readAttributes(search: URLSearchParams): Filters["attr"] {
  const keys = [...new Set(search.keys())].filter(isAttribute).sort();
  const valuesOf = (name: string) => [...new Set(search.getAll(name).filter(isText))].slice(0, maxRepeats).sort();
  const attributes = keys.slice(0, maxRepeats).map((name) => [name.slice("attr.".length), valuesOf(name)] as const);
  return Object.fromEntries(attributes.filter(([, values]) => values.length > 0));
}

const isAttribute = (name: string) => name.startsWith("attr.") && attributeKeyPattern.test(name.slice("attr.".length));

/** PostgreSQL text can't hold NUL. */
const isText = (value: string) => value !== "" && !value.includes("\0");
const ascending = (a = 0, b = 0) => a - b;
const isOn = (value: string | undefined) => (value === "true" || value === "1" || value === "on" ? true : undefined);
const whole = (value: string | undefined) => (value && /^\d{1,12}$/.test(value) ? Number(value) : undefined);

/** URL of a list with these filters. */
export const listPath = ({ attr, ...filters }: Filters) => {
  const attributes = Object.fromEntries(Object.entries(attr).map(([key, values]) => [`attr.${key}`, values]));
  return paths.products({ ...filters, ...attributes, page: filters.page > 1 ? filters.page : undefined });
};

/** The canonical URL: only category and page. */
export const canonicalPath = ({ category, page }: Filters) =>
  paths.products({ category, page: page > 1 ? page : undefined });

export const productsQuery = ({ page, option, type, tag, attr, ...filters }: Filters) => {
  const some = (ids: number[]) => (ids.length > 0 ? ids : undefined);
  return query("GET /product", {
    query: {
      ...filters,
      option: some(option),
      type: some(type),
      tag: some(tag),
      attr: Object.keys(attr).length > 0 ? attr : undefined,
      page,
      per_page: 24,
    },
  });
};

/** Changes filters and goes back to the first page. */
export const withFilters = (filters: Filters, change: Partial<Filters>): Filters => ({
  ...filters,
  page: 1,
  ...change,
});

/** Adds or removes one value of a multi-value filter. */
export function toggleValue(filters: Filters, name: MultiFilter, id: number): Filters {
  const chosen = filters[name];
  const ids = chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id].sort(ascending);
  return withFilters(filters, { [name]: ids });
}

/** Adds or removes one value of an attribute. */
export function toggleAttribute(filters: Filters, key: string, value: string): Filters {
  const { [key]: chosen = [], ...others } = filters.attr;
  const values = chosen.includes(value) ? chosen.filter((other) => other !== value) : [...chosen, value].sort();
  const attr = Object.entries({ ...others, ...(values.length > 0 ? { [key]: values } : {}) }).sort();
  return withFilters(filters, { attr: Object.fromEntries(attr) });
}

/** Removes all filters; category, search and order stay. */
export const clearFilters = ({ category, name, sort }: Filters): Filters => ({
  category,
  name,
  sort,
  option: [],
  type: [],
  tag: [],
  attr: {},
  page: 1,
});

/** The filters as form fields, except those named in `except`. */
export function formFields(filters: Filters, ...except: string[]): { name: string; value: string }[] {
  const search = new URLSearchParams(listPath({ ...filters, page: 1 }).split("?")[1]);
  return [...search].filter(([name]) => !except.includes(facetParam(name))).map(([name, value]) => ({ name, value }));
}

export const activeFlags = (filters: Filters) => productFlags.filter((flag) => filters[flag]);

/** Number of active filters; a price range counts as one. */
export function countFilters(filters: Filters): number {
  const { option, type, tag, attr, price_min, price_max, rating_min } = filters;
  const single = [price_min ?? price_max, rating_min].filter((one) => one !== undefined);
  return [option, type, tag, single, activeFlags(filters), ...Object.values(attr)].flat().length;
}

/** Products that are seen at a glance need no filters. */
const fewest = 4;

/**
 * Hides options and attributes that fewer than a tenth of the products have, unless one of their values is selected; all
 * facets of a list of a few products without filters.
 */
export const usefulFacets = (facets: Facet[], total: number, filters: number) =>
  total < fewest && filters === 0
    ? []
    : facets.filter(({ key, values = [] }) => {
        const mostCommon = Math.max(0, ...values.map(({ count }) => count));
        return (
          !["option", "attr"].includes(facetParam(key)) ||
          mostCommon >= total / 10 ||
          values.some(({ selected }) => selected)
        );
      });

/** `option.2` filters by `option`, `attr.material` by `attr`. */
export const facetParam = (facetKey: string) => facetKey.split(".")[0] ?? facetKey;

/**
 * The current filters (a click shows at once, before its products arrive), whether products are loading, and a function
 * that changes the filters.
 */
export function useFilters() {
  const current = useLocation();
  const { location: next } = useNavigation();
  const navigate = useNavigate();
  const [chosen, setChosen] = useState<{ at: string; filters: Filters }>();
  // After Back the location has the key it had before, but what was chosen then no longer applies.
  // oxlint-disable-next-line react/set-state-in-effect
  useLayoutEffect(() => setChosen(undefined), [current.key]);
  const isPending = next?.pathname === paths.products();
  const addressed = parseFilters(new URLSearchParams(isPending ? next.search : current.search));
  // The router reports a navigation a moment later; a checkbox must stay checked until then.
  const filters = chosen?.at === current.key ? chosen.filters : addressed;
  const choose = (wanted: Filters) => {
    setChosen({ at: current.key, filters: wanted });
    void navigate(listPath(wanted), { preventScrollReset: true });
  };
  return { filters, isPending, choose };
}

export type SetFilters = (filters: Filters) => void;
