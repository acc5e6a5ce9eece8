import { type RedirectFilters, redirectSources } from "#contract/shop/redirects.ts";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import { pageParams, readPageParams } from "#web/ui/lists/list-params.ts";

export type RedirectListQuery = RedirectFilters & { page: number; per_page: number };

/** Parses the URL of the redirect list; invalid values are ignored. */
export function parseRedirectList(search: URLSearchParams): RedirectListQuery {
  const name = search.get("name")?.trim().slice(0, 100);
  const source = redirectSources.find((one) => one === search.get("source"));
  return { ...(name ? { name } : {}), ...(source ? { source } : {}), ...readPageParams(search) };
}

/** URL of the redirect list; default values are left out. */
export const redirectListPath = ({ name, source, ...at }: RedirectListQuery) =>
  dashboardPaths.redirects({ source, name, ...pageParams(at) });
