import type { AuditEntry } from "#contract/accounts/audit.ts";
import { dashboardPaths, type SettingsPage, settingsPages } from "#web/dashboard-paths.ts";

interface EntityLabel {
  label: string;
  /** Where the object is edited. */
  path?: (id: string) => string;
}

/** The page of a group of settings, which has its name. */
const settingsPageOf = (group: string) => group.replace("_", "-") as SettingsPage;

/** What administrators and staff change, by its object; `user` are accounts, of whatever role. */
export const entityLabels: Record<string, EntityLabel> = {
  product: { label: "Product", path: (id) => dashboardPaths.product(Number(id)) },
  category: { label: "Category", path: (id) => dashboardPaths.category(Number(id)) },
  product_type: { label: "Product type", path: (id) => dashboardPaths.productType(Number(id)) },
  tag: { label: "Tag" },
  option_group: { label: "Option" },
  option_group_order: { label: "Order of options" },
  variation: { label: "Variation", path: (id) => dashboardPaths.stockItem(Number(id)) },
  image: { label: "Image" },
  import: { label: "Import", path: (id) => `${dashboardPaths.productImport()}?job=${id}` },
  bulk_edit: { label: "Bulk edit", path: dashboardPaths.bulkEdit },
  order: { label: "Order", path: dashboardPaths.order },
  fulfilment: { label: "Shipment" },
  return: { label: "Return" },
  payment: { label: "Payment", path: dashboardPaths.order },
  customer: { label: "Customer", path: (id) => dashboardPaths.user(Number(id)) },
  customer_tag_edit: { label: "Tag of several customers" },
  user: { label: "Account", path: (id) => dashboardPaths.user(Number(id)) },
  staff_invitation: { label: "Staff invitation" },
  review: { label: "Review" },
  coupon: { label: "Coupon", path: (id) => dashboardPaths.coupon(Number(id)) },
  gift_card: { label: "Gift card", path: (id) => dashboardPaths.giftCard(Number(id)) },
  shipping_method: { label: "Shipping method" },
  shipping_zone: { label: "Shipping zone" },
  tax_class: { label: "Tax class" },
  tax_rate: { label: "Tax rate" },
  brand: { label: "Brand" },
  search_synonym: { label: "Search synonyms" },
  redirect: { label: "Redirect" },
  redirect_import: { label: "Import of redirects" },
  settings: { label: "Settings", path: (id) => dashboardPaths.settings(settingsPageOf(id)) },
  export: { label: "Export" },
  list_preference: { label: "Columns and views of a list" },
};

/** Changes that the object and the kind of call don't say. */
const sentences: Record<string, string> = {
  "user.deleted": "Account deleted",
  "user.two_factor_enabled": "Two-factor authentication turned on",
  "user.two_factor_disabled": "Two-factor authentication turned off",
  "user.access_updated": "Access changed",
  "PATCH /customers/:id": "Access changed",
  "PUT /staff/:id": "Access changed",
  "DELETE /staff/:id": "Removed from the staff",
  "user.merged": "Accounts merged",
  "POST /customers/:id/notes": "Note added to customer",
  "PUT /customers/:id/notes/:note_id": "Note on customer edited",
  "DELETE /customers/:id/notes/:note_id": "Note on customer deleted",
  "DELETE /customers/:id/sessions": "Customer signed out on all devices",
  "DELETE /customers/:id/sessions/:session_id": "Customer signed out on one device",
  "POST /customers/:id/data": "Customer data exported",
  "POST /customers/:id/sign-in-email": "Sign-in email sent to customer",
  "POST /customers/tags": "Tag of several customers changed:",
  "POST /customers/:id/tags": "Tag added to customer",
  "DELETE /customers/:id/tags/:name": "Tag removed from customer",
  "POST /staff/invitations": "Staff invitation sent",
  "POST /images": "Image uploaded",
  "POST /images/reorder": "Images reordered",
  "DELETE /images/:id/file": "Image deleted everywhere",
  "POST /images/downloads/retry": "Image downloads retried",
  "order.capture_declined": "Capture of order payment declined",
  "order.refund_declined": "Refund of order declined, and what it did undone",
  "return.refund_declined": "Refund of return declined, to be received again",
  "stock.adjusted": "Stock adjusted",
  "POST /variations/:id/stock": "Stock adjusted",
  "POST /product/admin/delete": "Products deleted",
  "POST /product/admin/upload": "Product file uploaded",
  "POST /product/:id/tag/:tagId": "Tag added to product",
  "DELETE /product/:id/tag/:tagId": "Tag removed from product",
  "PUT /product/admin/variations": "Prices and stock changed in the grid",
  "POST /product/admin/bulk-edits": "Bulk edit started",
  "POST /product/admin/bulk-edits/preview": "Bulk edit previewed",
  "PUT /product/option-group/order": "Options reordered",
  "POST /categories/upload": "Category file uploaded",
  "POST /imports/:id/retry-images": "Images of import retried",
  "POST /redirects/import": "Redirects imported",
  "POST /redirects/import/undo": "Import of redirects undone",
  "POST /orders/manual": "Order taken by phone",
  "POST /orders/bulk": "Orders changed in bulk",
  "POST /orders/bulk/shipments": "Orders shipped in bulk",
  "POST /orders/:id/capture": "Order payment captured",
  "POST /orders/:id/fulfilments": "Order shipped",
  "POST /orders/:id/lines/cancel": "Order items cancelled",
  "POST /orders/:id/refunds": "Order refunded",
  "POST /orders/:id/refunds/:refund_id/sent": "Refund marked as sent",
  "POST /orders/:id/start/undo": "Order no longer in progress",
  "POST /orders/:id/pack/undo": "Order no longer packed",
  "POST /orders/:id/confirmation": "Order confirmation sent again",
  "POST /orders/:id/notes": "Note added to order",
  "POST /orders/:id/notes/undo": "Note on order removed",
  "POST /settings/payments/test": "Payment connection tested",
  "POST /settings/emails/test": "Test email sent",
};

/** What a step on an object did, by the last part of its path. */
const steps: Record<string, string> = {
  approve: "approved",
  cancel: "cancelled",
  close: "closed",
  confirm: "started",
  copy: "copied",
  deliver: "delivered",
  hold: "put on hold",
  merge: "merged",
  move: "moved",
  pack: "packed",
  preview: "previewed",
  receive: "received",
  received: "recorded",
  reject: "rejected",
  release: "released",
  replace: "replaced",
  resend: "sent again",
  restore: "restored",
  start: "started",
  undo: "undone",
  "undo-delivery": "no longer delivered",
};
const methods: Record<string, string> = { POST: "created", PUT: "updated", PATCH: "updated", DELETE: "deleted" };

/** A change as a merchant says it, such as "Image copied"; undefined for an unknown one. */
export function changeLabel({
  action,
  entity,
  entity_id,
  undoes,
  set_id = null,
}: Pick<AuditEntry, "action" | "entity" | "entity_id" | "undoes"> & Partial<Pick<AuditEntry, "set_id">>) {
  const settings = entity === "settings" ? settingsPages[settingsPageOf(entity_id)] : undefined;
  const object = settings ? `${settings} settings` : entityLabels[entity]?.label;
  const did = steps[action.split("/").at(-1) ?? ""] ?? methods[action.split(" ")[0] ?? ""];
  const didInSet = action.startsWith("POST /imports/") ? "imported" : "changed in bulk";
  const one = object && (set_id === null ? did && `${object} ${did}` : `${object} ${didInSet}`);
  const label = entity === "export" ? "List exported:" : (set_id === null && sentences[action]) || one;
  return label && undoes ? `${label}, undone` : label;
}

/** What an object is called, or its number; groups of settings are named by what changed. */
export const objectLabel = ({ entity, entity_id, name }: Pick<AuditEntry, "entity" | "entity_id" | "name">) =>
  name ?? (entity_id && entity !== "settings" ? `No. ${entity_id}` : "");

export function valueText(value: unknown): string {
  if (value === null || value === undefined || value === "") return "—";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
