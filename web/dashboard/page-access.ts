import { type Access, hasAccess, type PermissionArea } from "#contract/permissions.ts";
import type { DashboardAccess } from "#web/api/session/permissions.ts";

/** Who may open the pages below a path: all who work in the dashboard, administrators, or those with one of its areas. */
type Audience = "everyone" | "administrators" | readonly PermissionArea[];

/** By the beginning of the path below /dashboard; the longest wins. */
const audiences: Record<string, Audience> = {
  "": "everyone",
  home: "everyone",
  alerts: "everyone",
  live: ["orders"],
  orders: ["orders"],
  returns: ["orders"],
  users: ["customers"],
  category: ["catalogue"],
  products: ["catalogue"],
  stock: ["catalogue"],
  media: ["catalogue"],
  demand: ["catalogue"],
  "product-types": ["catalogue"],
  tags: ["catalogue"],
  "option-groups": ["catalogue"],
  coupons: ["marketing"],
  "gift-cards": ["marketing"],
  reviews: ["marketing"],
  reconciliation: ["orders"],
  audit: "administrators",
  settings: ["settings"],
  "settings/staff": "administrators",
};

/** Who may open a page of the dashboard; undefined for a path that has no page. */
export function audienceOf(path: string): Audience | undefined {
  const page = path.replace(/^\/dashboard\/?/, "").replace(/[?#].*$/, "");
  const start = Object.keys(audiences)
    .filter((one) => page === one || (one !== "" && page.startsWith(`${one}/`)))
    .toSorted((one, other) => other.length - one.length)[0];
  return start === undefined ? undefined : audiences[start];
}

/** Whether a page may be opened; those that only create something need write access. */
export const mayOpen = (path: string, user: DashboardAccess) =>
  mayUse(path, user, /[/#](create|import)(\?|-|$)/.test(path) ? "write" : "read");

/** Whether a page may be changed. */
export const mayChange = (path: string, user: DashboardAccess) => mayUse(path, user, "write");

function mayUse(path: string, { isAdmin, permissions }: DashboardAccess, access: Access): boolean {
  const audience = audienceOf(path);
  if (isAdmin || audience === undefined || audience === "everyone") return true;
  return audience !== "administrators" && audience.some((area) => hasAccess(permissions, area, access));
}
