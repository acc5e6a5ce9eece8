import type { PageMeta } from "#contract/endpoint.ts";

/** The last page a list may be asked for: what `PageQuery` of the contract takes. */
const lastPage = 100_000;

/** Which page of a list an address asks for, from 1; anything it should not say is taken as not said. */
export const pageNumber = (search: URLSearchParams) =>
  Math.min(lastPage, Math.max(1, Math.floor(Number(search.get("page"))) || 1));

/** Whether the page asked for lies past the end of the list. A list without anything has one page. */
export const isPastEnd = ({ page, pages }: Pick<PageMeta, "page" | "pages">) => page > Math.max(pages, 1);
