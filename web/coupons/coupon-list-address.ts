import { CouponFilters } from "#contract/coupons.ts";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import { queryText } from "#web/paths.ts";
import { pageParams, readPageParams } from "#web/ui/lists/list-params.ts";

export type CouponListQuery = CouponFilters & { page?: number; per_page?: number };

/** Parses the URL of the coupon list; invalid values are ignored. */
export function parseCouponList(search: URLSearchParams): CouponFilters & { page: number; per_page: number } {
  return { ...parseCouponFilters(search), ...readPageParams(search) };
}

function parseCouponFilters(search: URLSearchParams): CouponFilters {
  const { status, kind } = CouponFilters.shape;
  const name = search.get("name")?.trim().slice(0, 100);
  return {
    ...(name ? { name } : {}),
    ...valueOf(status.safeParse(search.get("status") ?? undefined).data, "status"),
    ...valueOf(kind.safeParse(search.get("kind") ?? undefined).data, "kind"),
  };
}

const valueOf = <K extends string, V>(value: V | undefined, key: K) =>
  (value === undefined ? {} : { [key]: value }) as { [key in K]?: V };

/** URL of the coupon list; default values are left out. */
export const couponListPath = ({ name, status, kind, ...at }: CouponListQuery) =>
  dashboardPaths.coupons() + queryText({ status, kind, name, ...pageParams(at) });

export const hasFilters = ({ name, status, kind }: CouponListQuery) => Boolean(name || status || kind);
