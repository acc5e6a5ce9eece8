import { type Access, hasAccess } from "#contract/resources/permissions.ts";
import type { DashboardAccess } from "#web/api/session/permissions.ts";
import { type Audience, pageGroups } from "./pages.tsx";

/** By the beginning of the path below /dashboard; the longest wins. */
const audiences = new Map<string, Audience>([["", "everyone"]]);
/** The pages that others than administrators can only see. */
const readOnlyPages = new Set<string>();
for (const { pages, audience: ofGroup } of pageGroups)
  for (const { to, audience = ofGroup, isChangedByAdministrators } of pages) {
    audiences.set(pathBelow(to), audience);
    if (isChangedByAdministrators) readOnlyPages.add(pathBelow(to));
  }

/** Who may open a page of the dashboard; undefined for a path that has no page. */
export function audienceOf(path: string): Audience | undefined {
  const page = pathBelow(path);
  const start = [...audiences.keys()]
    .filter((one) => page === one || (one !== "" && page.startsWith(`${one}/`)))
    .toSorted((one, other) => other.length - one.length)[0];
  return start === undefined ? undefined : audiences.get(start);
}

function pathBelow(path: string) {
  return path.replace(/^\/dashboard\/?/, "").replace(/[?#].*$/, "");
}

/** Whether a page may be opened; those that only create something need write access. */
export const mayOpen = (path: string, user: DashboardAccess) =>
  mayUse(path, user, /[/#](create|import)(\?|-|$)/.test(path) ? "write" : "read");

/** Whether a page may be changed. */
export const mayChange = (path: string, user: DashboardAccess) =>
  (user.isAdmin || !readOnlyPages.has(pathBelow(path))) && mayUse(path, user, "write");

function mayUse(path: string, { isAdmin, permissions }: DashboardAccess, access: Access): boolean {
  const audience = audienceOf(path);
  if (isAdmin || audience === undefined || audience === "everyone") return true;
  return audience !== "administrators" && hasAccess(permissions, audience, access);
}
