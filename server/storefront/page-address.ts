/** Query parameters a page reads, by path. All others are dropped before it is rendered, so that they share one document. */
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
  /** The path as it should be: no double and no trailing slashes. */
  path: string;
  /** The query with what the page reads only, in one order; empty or with its question mark. */
  search: string;
  /** Whether a document of this address may be kept; addresses past all reason may not fill memory. */
  keep: boolean;
}

/** The address of a page behind the target of a request (`/products?utm_source=x&name=cap`). */
export function addressOf(target: string): Address {
  const mark = target.indexOf("?");
  const path = straight(mark < 0 ? target : target.slice(0, mark));
  const search = mark < 0 ? "" : readable(path, target.slice(mark));
  return { path, search, keep: path.length <= longestPath && search.length <= longestQuery };
}

/** Collapsed, so that `//elsewhere.example/` cannot become a redirect to another host. */
function straight(path: string) {
  const collapsed = path.includes("//") ? path.replace(/\/{2,}/g, "/") : path;
  return collapsed.length > 1 && collapsed.endsWith("/") ? collapsed.slice(0, -1) : collapsed;
}

function readable(path: string, query: string) {
  const names = known.find((page) => page.path.test(path))?.names;
  if (!names) return "";
  const given = new URLSearchParams(query);
  const kept = new URLSearchParams();
  for (const name of names)
    for (const value of given.getAll(name).slice(0, mostRepeats)) if (value !== "") kept.append(name, value);
  return kept.size > 0 ? `?${kept}` : "";
}

/** The address without double or trailing slashes, when it has any: one page has one address. */
export function straightTarget(target: string): string | undefined {
  const mark = target.indexOf("?");
  const asked = mark < 0 ? target : target.slice(0, mark);
  const path = straight(asked);
  return path === asked ? undefined : path + target.slice(asked.length);
}
