/** The query parameters each page reads. All others are dropped, so that `?utm_source=x` shares the cached document. */
const known: { path: RegExp; names: string[] }[] = [
  {
    path: /^\/products$/,
    names: [
      "category",
      "name",
      "tag",
      "type",
      "option",
      "price_min",
      "price_max",
      "rating_min",
      "in_stock",
      "on_sale",
      "sort",
      "page",
      "per_page",
    ],
  },
  { path: /^\/details\/[^/]+$/, names: ["variation"] },
];

const longestPath = 300;
const longestQuery = 400;
/** The browser counts as many (web/catalogue/list/filters.ts). */
const mostRepeats = 20;

export interface Address {
  /** Without double and trailing slashes. */
  path: string;
  /** Only the parameters the page reads, in one order; empty or with its question mark. */
  search: string;
  /** False for addresses too long to be worth memory. */
  isCacheable: boolean;
}

/** The address of a page behind the target of a request (`/products?utm_source=x&name=cap`). */
export function pageAddress(target: string): Address {
  const mark = target.indexOf("?");
  const path = canonicalPath(mark < 0 ? target : target.slice(0, mark));
  const search = mark < 0 ? "" : knownParameters(path, target.slice(mark));
  return { path, search, isCacheable: path.length <= longestPath && search.length <= longestQuery };
}

/** Collapsed, so that `//elsewhere.example/` cannot become a redirect to another host. */
function canonicalPath(path: string) {
  const collapsed = path.includes("//") ? path.replace(/\/{2,}/g, "/") : path;
  return collapsed.length > 1 && collapsed.endsWith("/") ? collapsed.slice(0, -1) : collapsed;
}

function knownParameters(path: string, query: string) {
  const names = known.find((page) => page.path.test(path))?.names;
  if (!names) return "";
  const all = new URLSearchParams(query);
  const read = new URLSearchParams();
  for (const name of names)
    for (const value of all.getAll(name).slice(0, mostRepeats)) if (value !== "") read.append(name, value);
  return read.size > 0 ? `?${read}` : "";
}

/** The address without double or trailing slashes, when it has any: one page has one address. */
export function canonicalTarget(target: string): string | undefined {
  const mark = target.indexOf("?");
  const given = mark < 0 ? target : target.slice(0, mark);
  const path = canonicalPath(given);
  return path === given ? undefined : path + target.slice(given.length);
}
