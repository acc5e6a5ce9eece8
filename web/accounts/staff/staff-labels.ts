import type { StaffMember } from "#contract/accounts/staff.ts";
import { type Access, PermissionArea } from "#contract/resources/permissions.ts";

export const areaLabels: Record<PermissionArea, { label: string; hint: string }> = {
  catalogue: { label: "Catalog", hint: "Products, categories, stock, imports." },
  orders: { label: "Orders", hint: "Orders, payments, returns, sales figures." },
  customers: { label: "Customers", hint: "Accounts of customers." },
  marketing: { label: "Marketing", hint: "Coupons, gift cards, reviews." },
  settings: { label: "Settings", hint: "Shipping, taxes, payments, content." },
};

export const accessLabels: Record<Access, string> = { read: "View", write: "View and edit" };

/** What somebody may do, in words: "Orders, Catalog (view)". */
export function describePermissions({ role, permissions }: Pick<StaffMember, "role" | "permissions">): string {
  if (role === "admin") return "Everything";
  const parts = PermissionArea.options.flatMap((area) => {
    const access = permissions[area];
    return access ? [areaLabels[area].label + (access === "read" ? " (view)" : "")] : [];
  });
  return parts.join(", ");
}
