import { ProductQuery, productSorts } from "#contract/catalogue/products.ts";

/** The query parameters of each page. Others are ignored, so that `?utm_source=x` shares the cached document. */
const known: { path: RegExp; names: string[] }[] = [
  { path: /^\/products$/, names: Object.keys(ProductQuery.omit({ attr: true, facets: true }).shape) },
  { path: /^\/details\/[^/]+$/, names: ["variation", "option"] },
];

const maxPathLength = 300;
const maxQueryLength = 400;
/** Filters by attributes: `attr.material=Oak`. */
const attributePattern = /^attr\.[a-z0-9_]{1,60}$/;
/** The most values of a filter, as in web/catalogue/list/filters.ts. */
const maxRepeats = 20;

export interface Address {
  /** Without double and trailing slashes. */
  path: string;
  /** The parameters of the page in a fixed order, with question mark; or empty. */
  search: string;
  /** False for very long addresses. */
  isCacheable: boolean;
}

/** The page of a request target (`/products?utm_source=x&name=cap`). */
export function pageAddress(target: string): Address {
  const mark = target.indexOf("?");
  const path = canonicalPath(mark < 0 ? target : target.slice(0, mark));
  const search = mark < 0 ? "" : knownParameters(path, target.slice(mark));
  return { path, search, isCacheable: path.length <= maxPathLength && search.length <= maxQueryLength };
}

/** Without repeated slashes, so that `//elsewhere.example/` or `/\elsewhere.example/` can't redirect to another host. */
function canonicalPath(path: string) {
  const collapsed = path.replace(/[/\\]{2,}/g, "/");
  const trimmed = collapsed.length > 1 && collapsed.endsWith("/") ? collapsed.slice(0, -1) : collapsed;
  // The router finds pages whatever the case, but a list in other case would be without its filters.
  return trimmed.replace(/^\/(products$|details\/)/i, (name) => name.toLowerCase());
}

function knownParameters(path: string, query: string) {
  const names = known.find((page) => page.path.test(path))?.names;
  if (!names) return "";
  const all = new URLSearchParams(query);
  const read = new URLSearchParams();
  const attributes = [...new Set(all.keys())].filter((name) => attributePattern.test(name)).sort();
  for (const name of names.includes("option") ? [...names, ...attributes.slice(0, maxRepeats)] : names)
    for (const value of all.getAll(name).slice(0, maxRepeats)) if (value !== "") read.append(name, value);
  return read.size > 0 ? `?${read}` : "";
}

/** Whether somebody chose words, numbers or filters freely: such pages are cached when they are asked for again. */
export function isRareSearch(search: string): boolean {
  const parameters = [...new URLSearchParams(search)];
  const isCommon = ([name, value]: [string, string]) =>
    name === "category" ||
    (name === "page" && /^\d{1,2}$/.test(value)) ||
    (name === "sort" && (productSorts as readonly string[]).includes(value));
  const names = new Set(parameters.map(([name]) => name));
  return names.size < parameters.length || !parameters.every(isCommon);
}

/** Hosts of a shop without `PUBLIC_URL` whose pages are cached at once; anybody can send others. */
const maxHosts = 16;

/** Whether an origin is one of the first that were used: pages of others are cached when they are asked for again. */
export function firstOrigins(): (origin: string) => boolean {
  const known = new Set<string>();
  return (origin) => {
    if (known.size < maxHosts) known.add(origin);
    return known.has(origin);
  };
}

/** The target without double or trailing slashes and in lower case; undefined if it is so already. */
export function canonicalTarget(target: string): string | undefined {
  const mark = target.indexOf("?");
  const before = mark < 0 ? target : target.slice(0, mark);
  const path = canonicalPath(before);
  return path === before ? undefined : path + target.slice(before.length);
}
