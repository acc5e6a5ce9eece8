import { GiftCardFilters } from "#contract/gift-cards.ts";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import { queryText } from "#web/paths.ts";
import { pageParams, readPageParams } from "#web/ui/lists/list-params.ts";

export type GiftCardListQuery = GiftCardFilters & { page?: number; per_page?: number };

/** Parses the URL of the gift card list; invalid values are ignored. */
export function parseGiftCardList(search: URLSearchParams): GiftCardFilters & { page: number; per_page: number } {
  const status = GiftCardFilters.shape.status.safeParse(search.get("status") ?? undefined).data;
  const name = search.get("name")?.trim().slice(0, 100);
  return { ...(name ? { name } : {}), ...(status ? { status } : {}), ...readPageParams(search) };
}

/** URL of the gift card list; default values are left out. */
export const giftCardListPath = ({ name, status, ...at }: GiftCardListQuery) =>
  dashboardPaths.giftCards() + queryText({ status, name, ...pageParams(at) });
