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
} as const satisfies Record<PermissionArea, Access>;

/** Whether these permissions include the access to the area. */
export const hasAccess = (permissions: Permissions, area: PermissionArea, access: Access) =>
  permissions[area] === "write" || permissions[area] === access;

/** A call is allowed with access to one of its areas; without any it is for administrators only. */
export type Areas = readonly PermissionArea[];
/** The areas of a call and the access it needs to one of them. */
export interface Permission {
  areas: Areas;
  access: Access;
}

export const onlyAdministrators: Areas = [];

/** Whether a member of staff with these permissions has what a call needs; false for a call that staff can't make. */
export const isPermitted = (permissions: Permissions, needed: Permission | undefined) =>
  needed?.areas.some((area) => hasAccess(permissions, area, needed.access)) ?? false;
