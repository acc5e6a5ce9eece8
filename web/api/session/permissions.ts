import { type Access, hasAccess, type PermissionArea, type Permissions } from "#contract/resources/permissions.ts";
import { useProfile } from "./profile.ts";
import { useSession } from "./session.ts";

/** What the signed-in user may do in the dashboard. */
export interface DashboardAccess {
  isAdmin: boolean;
  permissions: Permissions;
}

export function useDashboardAccess(): DashboardAccess {
  const isAdmin = useSession(({ role }) => role === "admin");
  return { isAdmin, permissions: useProfile().data?.permissions ?? {} };
}

/** Whether the signed-in user has this access to an area of the dashboard. */
export function useAccess(area: PermissionArea, access: Access = "read"): boolean {
  const { isAdmin, permissions } = useDashboardAccess();
  return isAdmin || hasAccess(permissions, area, access);
}
