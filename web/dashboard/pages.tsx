import {
  Boxes,
  Factory,
  FolderTree,
  Gift,
  History,
  Images,
  LayoutDashboard,
  Package,
  Radio,
  Scale,
  Settings,
  Shapes,
  ShoppingBag,
  Star,
  SwatchBook,
  Tag,
  TicketPercent,
  TrendingUp,
  Undo2,
  Users,
} from "lucide-react";
import type { ReactNode } from "react";
import type { PermissionArea } from "#contract/resources/permissions.ts";
import { dashboardPaths, type SettingsPage, settingsPages } from "#web/dashboard-paths.ts";
import { paths } from "#web/paths.ts";

/** Who may open the pages below a path: all who work in the dashboard, administrators, or those with an area. */
export type Audience = "everyone" | "administrators" | PermissionArea;

interface DashboardPage {
  label: string;
  /** More words by which the command palette finds it. */
  hint?: string;
  to: string;
  /** Its icon in the menu; without one it is in the command palette only. */
  icon?: ReactNode;
  /** That of its group by default. */
  audience?: Audience;
  /** Whether only administrators may change it; others see it. */
  isChangedByAdministrators?: boolean;
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
  legal: "law duties compliance OSS GDPR imprint",
  synonyms: "synonyms zero results",
  redirects: "moved URLs",
  staff: "permissions team two-factor",
};

const group = (name: string, audience: Audience, pages: DashboardPage[]) => ({ name, audience, pages });

/** The pages of the dashboard in the groups of its menu. */
export const pageGroups = [
  group("Home", "everyone", [
    { label: "Dashboard", hint: "home figures revenue", to: dashboardPaths.home(), icon: <LayoutDashboard /> },
    { label: "Alerts", hint: "notifications bell", to: dashboardPaths.alerts() },
    { label: "Your profile", hint: "password two-factor sessions account", to: paths.profile() },
  ]),
  group("Sales", "orders", [
    { label: "Orders", to: dashboardPaths.orders(), icon: <ShoppingBag /> },
    { label: "Orders to ship", hint: "fulfill pack", to: dashboardPaths.orders({ view: "to_ship" }) },
    { label: "Returns", to: dashboardPaths.returns(), icon: <Undo2 /> },
    { label: "Returns requested", to: dashboardPaths.returns({ status: "requested" }) },
    {
      label: "Users",
      hint: "customers accounts people",
      to: dashboardPaths.users(),
      icon: <Users />,
      audience: "customers",
    },
  ]),
  group("Catalog", "catalogue", [
    { label: "Category", hint: "categories", to: dashboardPaths.categories(), icon: <FolderTree /> },
    { label: "Products", to: dashboardPaths.products(), icon: <Package /> },
    { label: "Products low in stock", to: dashboardPaths.products({ stock: "low" }) },
    { label: "Prices and stock", hint: "edit grid spreadsheet variations", to: dashboardPaths.productGrid({}) },
    { label: "Bulk edits", hint: "products history undo", to: dashboardPaths.bulkEdits() },
    { label: "Stock", hint: "inventory levels", to: dashboardPaths.stock(), icon: <Boxes /> },
    {
      label: "Demand",
      hint: "order more reorder back in stock requests",
      to: dashboardPaths.demand(),
      icon: <TrendingUp />,
    },
    { label: "Product types", hint: "attributes", to: dashboardPaths.productTypes(), icon: <Shapes /> },
    { label: "Brands", hint: "manufacturers product safety", to: dashboardPaths.brands(), icon: <Factory /> },
    { label: "Tags", to: dashboardPaths.tags(), icon: <Tag /> },
    { label: "Options", hint: "colors sizes swatches", to: dashboardPaths.optionGroups(), icon: <SwatchBook /> },
    { label: "Media", hint: "images alt text library files", to: dashboardPaths.media(), icon: <Images /> },
  ]),
  group("Marketing", "marketing", [
    { label: "Reviews", to: dashboardPaths.reviews(), icon: <Star /> },
    { label: "Coupons", hint: "discounts", to: dashboardPaths.coupons(), icon: <TicketPercent /> },
    { label: "Gift cards", to: dashboardPaths.giftCards(), icon: <Gift /> },
  ]),
  group("Reports", "orders", [
    { label: "Live view", hint: "visitors now checkouts carts", to: dashboardPaths.live(), icon: <Radio /> },
    { label: "Reconciliation", hint: "payments", to: dashboardPaths.reconciliation(), icon: <Scale /> },
    {
      label: "Audit log",
      hint: "changes history undo",
      to: dashboardPaths.audit(),
      icon: <History />,
      audience: "administrators",
    },
  ]),
  group("Settings", "settings", [
    { label: "Settings", to: "/dashboard/settings", icon: <Settings /> },
    ...(Object.entries(settingsPages) as [SettingsPage, string][]).map(
      ([page, label]): DashboardPage => ({
        label: `Settings: ${label}`,
        hint: settingsHints[page] ?? "",
        to: dashboardPaths.settings(page),
        audience: page === "staff" ? "administrators" : "settings",
        isChangedByAdministrators: page === "emails" || page === "payments",
      }),
    ),
  ]),
];
