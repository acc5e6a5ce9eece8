import { MediaFilters } from "#contract/images.ts";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import { queryText } from "#web/paths.ts";
import { pageParams, readPageParams } from "#web/ui/lists/list-params.ts";

export type MediaListQuery = MediaFilters & { page: number; per_page: number };

/** Parses the URL of the media library; invalid values are ignored. */
export function parseMediaList(search: URLSearchParams): MediaListQuery {
  const view = MediaFilters.shape.view.safeParse(search.get("view") ?? undefined).data;
  const name = search.get("name")?.trim().slice(0, 100);
  return { ...(view ? { view } : {}), ...(name ? { name } : {}), ...readPageParams(search) };
}

/** URL of the media library; default values are left out. */
export const mediaListPath = ({ view, name, ...at }: Partial<MediaListQuery>) =>
  dashboardPaths.media() + queryText({ view, name, ...pageParams(at) });
