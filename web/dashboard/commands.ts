import { dashboardPaths, type SettingsPage, settingsPages } from "#web/dashboard-paths.ts";
import { paths } from "#web/paths.ts";

/** An entry of the command palette. */
export interface Command {
  label: string;
  /** More words by which it is found, or what distinguishes it from others. */
  hint?: string;
  /** The page it opens, or what it does. */
  to: string | (() => void);
}

const settingsHints: Partial<Record<SettingsPage, string>> = {
  general: "name logo accent color contact time zone",
  localization: "languages",
  checkout: "holds guests refunds policies",
  payments: "Stripe bank account cash",
  shipping: "zones rates methods delivery",
  taxes: "VAT rates classes",
  emails: "sender SMTP test",
  "email-templates": "messages",
  content: "home sections announcement navigation footer",
  policies: "terms privacy returns pages",
  synonyms: "synonyms zero results",
  redirects: "moved URLs",
  staff: "permissions team two-factor",
};

const pages: Command[] = [
  { label: "Dashboard", hint: "home figures revenue", to: dashboardPaths.home() },
  { label: "Live view", hint: "visitors now checkouts carts", to: dashboardPaths.live() },
  { label: "Orders", to: dashboardPaths.orders() },
  { label: "Orders to ship", hint: "fulfill pack", to: dashboardPaths.orders({ view: "to_ship" }) },
  { label: "Returns", to: dashboardPaths.returns() },
  { label: "Returns requested", to: dashboardPaths.returns({ status: "requested" }) },
  { label: "Users", hint: "customers accounts", to: dashboardPaths.users() },
  { label: "Categories", to: dashboardPaths.categories() },
  { label: "Products", to: dashboardPaths.products() },
  { label: "Products low in stock", to: dashboardPaths.products({ stock: "low" }) },
  { label: "Prices and stock", hint: "edit grid spreadsheet variations", to: dashboardPaths.productGrid({}) },
  { label: "Bulk edits", hint: "products history undo", to: dashboardPaths.bulkEdits() },
  { label: "Stock", hint: "inventory levels", to: dashboardPaths.stock() },
  { label: "Demand", hint: "order more reorder back in stock requests", to: dashboardPaths.demand() },
  { label: "Product types", hint: "attributes", to: dashboardPaths.productTypes() },
  { label: "Tags", to: dashboardPaths.tags() },
  { label: "Media", hint: "images alt text library files", to: dashboardPaths.media() },
  { label: "Options", hint: "colors sizes swatches", to: dashboardPaths.optionGroups() },
  { label: "Reviews", to: dashboardPaths.reviews() },
  { label: "Coupons", hint: "discounts", to: dashboardPaths.coupons() },
  { label: "Gift cards", to: dashboardPaths.giftCards() },
  { label: "Reconciliation", hint: "payments", to: dashboardPaths.reconciliation() },
  { label: "Audit log", hint: "changes history undo", to: dashboardPaths.audit() },
  { label: "Alerts", hint: "notifications bell", to: dashboardPaths.alerts() },
  ...(Object.entries(settingsPages) as [SettingsPage, string][]).map(([page, label]) => ({
    label: `Settings: ${label}`,
    hint: settingsHints[page] ?? "",
    to: dashboardPaths.settings(page),
  })),
  { label: "Storefront", hint: "view shop", to: paths.home() },
];

const actions: Command[] = [
  { label: "Create order", hint: "new add phone manual draft", to: dashboardPaths.newOrder() },
  { label: "Add product", hint: "new create", to: dashboardPaths.newProduct() },
  { label: "Import products", hint: "upload CSV Shopify WooCommerce ZIP", to: dashboardPaths.productImport() },
  { label: "Edit products in bulk", hint: "prices publish status", to: dashboardPaths.newBulkEdit({}) },
  { label: "Add category", hint: "new create", to: dashboardPaths.newCategory() },
  { label: "Import categories", hint: "upload taxonomy", to: dashboardPaths.categoryImport() },
  { label: "Add product type", hint: "new create", to: dashboardPaths.newProductType() },
  { label: "Add tag", hint: "new create", to: `${dashboardPaths.tags()}#create` },
  { label: "Add option", hint: "new create color size", to: `${dashboardPaths.optionGroups()}#create` },
  { label: "Create coupon", hint: "new add discount", to: dashboardPaths.newCoupon() },
  { label: "Issue gift card", hint: "new add create", to: `${dashboardPaths.giftCards()}#create` },
  { label: "Create shipping zone", hint: "new add", to: `${dashboardPaths.settings("shipping")}#create` },
  { label: "Add tax rate", hint: "new create VAT", to: `${dashboardPaths.settings("taxes")}#create` },
  { label: "Create tax class", hint: "new add VAT", to: `${dashboardPaths.settings("taxes")}#create-class` },
  { label: "Add synonyms", hint: "new create search", to: `${dashboardPaths.settings("synonyms")}#create` },
  { label: "Create redirect", hint: "new add", to: `${dashboardPaths.redirects()}#create` },
  { label: "Invite staff", hint: "new add", to: `${dashboardPaths.settings("staff")}#create` },
];

/**
 * The commands that have every word of a text at the beginning of one of their words, all without a text; `onPage` are
 * those of the open page.
 */
export function findCommands(text: string, onPage: Command[] = []) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const matches = ({ label, hint = "" }: Command) => {
    const known = `${label} ${hint}`.toLowerCase().split(" ");
    return words.every((word) => known.some((one) => one.startsWith(word)));
  };
  return { onPage: onPage.filter(matches), pages: pages.filter(matches), actions: actions.filter(matches) };
}
