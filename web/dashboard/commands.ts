import { dashboardPaths } from "#web/dashboard-paths.ts";
import { paths } from "#web/paths.ts";
import { pageGroups } from "./pages.tsx";

/** An entry of the command palette. */
export interface Command {
  label: string;
  /** More words by which it is found, or what distinguishes it from others. */
  hint?: string;
  /** The page it opens, or what it does. */
  to: string | (() => void);
}

const pages: Command[] = [
  ...pageGroups.flatMap((group) => group.pages),
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
  { label: "Add brand", hint: "new create manufacturer", to: `${dashboardPaths.brands()}#create` },
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
