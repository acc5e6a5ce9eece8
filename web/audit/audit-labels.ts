import { dashboardPaths } from "#web/dashboard-paths.ts";

interface EntityLabel {
  label: string;
  /** Where the object is edited. */
  path?: (id: string) => string;
}

/** What administrators change, by the first part of a call's path. */
export const entityLabels: Record<string, EntityLabel> = {
  product: { label: "Product", path: (id) => dashboardPaths.product(Number(id)) },
  categories: { label: "Category", path: (id) => dashboardPaths.category(Number(id)) },
  "product-types": { label: "Product type", path: (id) => dashboardPaths.productType(Number(id)) },
  tags: { label: "Tag" },
  "product/option-group": { label: "Option" },
  variations: { label: "Variation" },
  images: { label: "Image" },
  imports: { label: "Import", path: (id) => `${dashboardPaths.productImport()}?job=${id}` },
  "product/admin/bulk-edits": { label: "Bulk edit", path: dashboardPaths.bulkEdit },
  orders: { label: "Order", path: (id) => dashboardPaths.order(id) },
  "orders/manual": { label: "Order taken by phone", path: (id) => dashboardPaths.order(id) },
  fulfilments: { label: "Shipment" },
  returns: { label: "Return" },
  payments: { label: "Payment" },
  customers: { label: "Customer", path: (id) => dashboardPaths.user(Number(id)) },
  "customers/tags": { label: "Customer tag" },
  user: { label: "Customer", path: (id) => dashboardPaths.user(Number(id)) },
  reviews: { label: "Review" },
  coupons: { label: "Coupon", path: (id) => dashboardPaths.coupon(Number(id)) },
  "gift-cards": { label: "Gift card", path: (id) => dashboardPaths.giftCard(Number(id)) },
  "shipping/methods": { label: "Shipping method" },
  "shipping/zones": { label: "Shipping zone" },
  "tax/classes": { label: "Tax class" },
  "tax/rates": { label: "Tax rate" },
  "product/admin/search-synonyms": { label: "Search synonyms" },
  redirects: { label: "Redirect" },
};

export const entityLabel = (entity: string) => entityLabels[entity]?.label ?? readable(entity);

const actionLabels: Record<string, string> = {
  "user.deleted": "Deleted account",
  "user.two_factor_enabled": "Turned on two-factor authentication",
  "user.two_factor_disabled": "Turned off two-factor authentication",
  "user.access_updated": "Changed access",
  "user.merged": "Merged another account",
  "POST /customers/:id/notes": "Added note",
  "PUT /customers/:id/notes/:note_id": "Edited note",
  "DELETE /customers/:id/notes/:note_id": "Deleted note",
  "DELETE /customers/:id/sessions": "Signed out on all devices",
  "DELETE /customers/:id/sessions/:session_id": "Signed out on one device",
  "POST /customers/:id/data": "Exported data",
  "POST /customers/:id/sign-in-email": "Sent sign-in email",
  "POST /customers/tags": "Changed for several users",
  "POST /customers/:id/tags": "Added tag",
  "DELETE /customers/:id/tags/:name": "Removed tag",
};

/** "Updated", "Cancelled lines", "Published" for a call such as `PUT /product/:id`. */
export function actionLabel(action: string): string {
  const named = actionLabels[action];
  if (named) return named;
  const [method = "", path = ""] = action.split(" ");
  const last = path.split("/").at(-1) ?? "";
  const isStep = method === "POST" && path.includes("/:") && !last.startsWith(":");
  if (isStep) return capitalize(readable(last));
  return { POST: "Created", PUT: "Updated", PATCH: "Updated", DELETE: "Deleted" }[method] ?? method;
}

const readable = (text: string) => text.replaceAll(/[-_/]/g, " ");
const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** A field as text: `category_ids` becomes "category ids". */
export const fieldLabel = readable;

/** A value as text. */
export function valueText(value: unknown): string {
  if (value === null || value === undefined || value === "") return "—";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
