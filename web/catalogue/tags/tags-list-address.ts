import { dashboardPaths } from "#web/dashboard-paths.ts";
import { queryText } from "#web/paths.ts";
import { pageParams, readPageParams } from "#web/ui/lists/list-params.ts";

export interface TagsListQuery {
  name?: string | undefined;
  page: number;
  per_page: number;
}

/** Parses the URL of the tag list; invalid values are ignored. */
export const parseTagsList = (search: URLSearchParams): TagsListQuery => ({
  name: search.get("name")?.trim().slice(0, 100) || undefined,
  ...readPageParams(search),
});

/** URL of the tag list; default values are left out. */
export const tagsListPath = ({ name, ...at }: TagsListQuery) =>
  dashboardPaths.tags() + queryText({ name, ...pageParams(at) });
