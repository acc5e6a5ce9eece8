import { z } from "zod";

/** The parts of the dashboard a member of staff may have access to. */
export const PermissionArea = z.enum(["catalogue", "orders", "customers", "marketing", "settings"]);
export type PermissionArea = z.infer<typeof PermissionArea>;
export const Access = z.enum(["read", "write"]);
export type Access = z.infer<typeof Access>;
/** Access by area; areas that are missing are not accessible. */
export const Permissions = z.partialRecord(PermissionArea, Access);
export type Permissions = z.infer<typeof Permissions>;

/** The permissions of an administrator. */
export const allPermissions = {
  catalogue: "write",
  orders: "write",
  customers: "write",
  marketing: "write",
  settings: "write",
} as const satisfies Permissions;

/** Whether these permissions include the access to the area. */
export const hasAccess = (permissions: Permissions, area: PermissionArea, access: Access) =>
  permissions[area] === "write" || permissions[area] === access;

/** A call is allowed with access to one of its areas; without any it is for administrators only. */
type Areas = readonly PermissionArea[];

const onlyAdministrators: Areas = [];

/** Areas by the first segments of the path; the longest wins. */
const areasByPath: Record<string, Areas> = {
  "/audit": onlyAdministrators,
  "/categories": ["catalogue"],
  "/checkout/preview": ["settings"],
  "/coupons": ["marketing"],
  "/customers": ["customers"],
  "/dashboard": ["orders"],
  "/dashboard/demand": ["catalogue"],
  "/dashboard/lists": ["catalogue", "orders"],
  "/dashboard/setup": ["settings"],
  "/documents": ["orders"],
  "/fulfilments": ["orders"],
  "/gift-cards": ["marketing"],
  "/home/preview": ["settings"],
  "/images": ["catalogue", "settings"],
  "/imports": ["catalogue"],
  "/orders": ["orders"],
  "/payments": ["orders"],
  "/product": ["catalogue"],
  "/product/admin/search-synonyms": ["catalogue", "settings"],
  "/product-types": ["catalogue"],
  "/reconciliation": ["orders"],
  "/redirects": ["settings"],
  "/returns": ["orders"],
  "/reviews": ["marketing"],
  "/settings": ["settings"],
  "/settings/staff": onlyAdministrators,
  "/shipping": ["settings"],
  "/staff": onlyAdministrators,
  "/stock": ["catalogue"],
  "/tags": ["catalogue"],
  "/tax": ["settings"],
  "/variations": ["catalogue"],
};

/** Areas of single calls that screens of other areas need too. */
const areasByRoute: Record<string, Areas> = {
  "GET /categories/admin": ["catalogue", "marketing", "settings"],
  "GET /customers": ["customers", "orders"],
  "GET /orders/by-customer": ["customers", "orders"],
  "GET /product/admin": ["catalogue", "marketing", "orders", "settings"],
  "GET /product/admin/variations": ["catalogue", "orders"],
  "GET /tags": ["catalogue", "marketing", "settings"],
  "GET /tax/classes": ["catalogue", "settings"],
  // Whoever sets the mail server reads the reset links of administrators, answers go to the sender, and money follows keys
  // and bank account.
  "PUT /settings/emails": onlyAdministrators,
  "PUT /settings/payments": onlyAdministrators,
  "POST /audit/:id/undo": PermissionArea.options,
};

/** Calls that change no data of the shop: previews, and list preferences. */
const readCalls = ["POST /home/preview", "POST /settings/emails/preview", "PUT /dashboard/lists/:list"];

/** Calls that read, but as much as a write does: the preview of a merge merges, and takes it back. */
const writeCalls = ["GET /customers/:id/merge"];

/** The areas of a call and the access it needs, undefined for a path without areas. */
export function permissionOf(route: string): { areas: Areas; access: Access } | undefined {
  const [method, path = ""] = route.split(" ");
  const prefix = Object.keys(areasByPath)
    .filter((start) => path === start || path.startsWith(`${start}/`))
    .toSorted((one, other) => other.length - one.length)[0];
  const areas = areasByRoute[route] ?? (prefix === undefined ? undefined : areasByPath[prefix]);
  const isRead = method === "GET" ? !writeCalls.includes(route) : readCalls.includes(route);
  return areas && { areas, access: isRead ? "read" : "write" };
}

/** Whether a member of staff with these permissions may make the call; false for a path without areas. */
export function mayCall(permissions: Permissions, route: string): boolean {
  const needed = permissionOf(route);
  return needed?.areas.some((area) => hasAccess(permissions, area, needed.access)) ?? false;
}
