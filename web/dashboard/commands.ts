import { dashboardPaths } from "#web/dashboard-paths.ts";
import { paths } from "#web/paths.ts";

/** An entry of the command palette. */
export interface Command {
  label: string;
  /** More words by which it is found, or what distinguishes it from others. */
  hint?: string;
  to: string;
}

const pages: Command[] = [
  { label: "Dashboard", hint: "home figures revenue", to: dashboardPaths.home() },
  { label: "Live view", hint: "visitors now checkouts carts", to: dashboardPaths.live() },
  { label: "Orders", to: dashboardPaths.orders() },
  { label: "Orders to ship", hint: "fulfill pack", to: dashboardPaths.orders({ view: "to_ship" }) },
  { label: "Returns requested", to: dashboardPaths.returns({ status: "requested" }) },
  { label: "Users", hint: "customers accounts", to: dashboardPaths.users() },
  { label: "Categories", to: dashboardPaths.categories() },
  { label: "Products", to: dashboardPaths.products() },
  { label: "Products low in stock", to: dashboardPaths.products({ stock: "low" }) },
  { label: "Stock", hint: "inventory levels", to: dashboardPaths.stock() },
  { label: "Demand", hint: "order more reorder back in stock requests", to: dashboardPaths.demand() },
  { label: "Product types", hint: "attributes", to: dashboardPaths.productTypes() },
  { label: "Tags", to: dashboardPaths.tags() },
  { label: "Media", hint: "images alt text library files", to: dashboardPaths.media() },
  { label: "Options", hint: "colors sizes swatches", to: dashboardPaths.optionGroups() },
  { label: "Reviews", to: dashboardPaths.reviews() },
  { label: "Coupons", hint: "discounts", to: dashboardPaths.coupons() },
  { label: "Gift cards", to: dashboardPaths.giftCards() },
  { label: "Shipping", hint: "settings zones rates delivery", to: dashboardPaths.shipping() },
  { label: "Taxes", hint: "settings VAT rates", to: dashboardPaths.taxes() },
  { label: "Staff", hint: "settings permissions invite team", to: dashboardPaths.settings("staff") },
  { label: "Reconciliation", hint: "payments", to: dashboardPaths.reconciliation() },
  { label: "Audit log", hint: "changes history", to: dashboardPaths.audit() },
  { label: "Alerts", hint: "notifications bell", to: dashboardPaths.alerts() },
  { label: "Storefront", hint: "view shop", to: paths.home() },
];

const actions: Command[] = [
  { label: "Create order", hint: "new add phone manual draft", to: dashboardPaths.newOrder() },
  { label: "Add product", hint: "new create", to: dashboardPaths.newProduct() },
  { label: "Import products", hint: "upload CSV Shopify WooCommerce", to: dashboardPaths.productImport() },
  { label: "Add category", hint: "new create", to: dashboardPaths.newCategory() },
  { label: "Import categories", hint: "upload taxonomy", to: dashboardPaths.categoryImport() },
  { label: "Add product type", hint: "new create", to: dashboardPaths.newProductType() },
  { label: "Create coupon", hint: "new add discount", to: dashboardPaths.newCoupon() },
];

/** The pages and actions that have every word of a text at the beginning of one of their words; all without a text. */
export function findCommands(text: string): { pages: Command[]; actions: Command[] } {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const matches = ({ label, hint = "" }: Command) => {
    const known = `${label} ${hint}`.toLowerCase().split(" ");
    return words.every((word) => known.some((one) => one.startsWith(word)));
  };
  return { pages: pages.filter(matches), actions: actions.filter(matches) };
}
