import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";
// @ts-expect-error: the scripts that set up the shop are plain JavaScript.
import { browserTexts } from "./scripts/translations.mjs";

/** Matches files by parts of their paths. */
const anyOf = (...parts: string[]) => new RegExp(parts.join("|"));

/** What the pages of the storefront need at first. */
const storefront = anyOf(
  "/words/(?!summary-labels)",
  // But for the icons of tables, those only the dashboard has, and those of no first screen.
  String.raw`/lucide-react/(?!.*/(trash|chevrons-up-down|arrow-(up|down)|download|external-link|eye|eye-off|ellipsis)\.)`,
  "/web/api/(?!live|upload|field-errors|shop-clock|picker-items)",
  "/web/hydration",
  "/web/paths",
  "/web/ui/layout/(?!tab-link)",
  "/web/ui/media",
  "/web/ui/text/(badge|price|money-format|rating)",
  "/web/ui/lists/list-params",
  "/web/ui/forms/(button|fields/(field|quantity-field))",
  "/web/ui/feedback/(banner|skeleton|spinner|toast-store)",
  "/web/ui/overlay/dialog-store",
);

/** What every page needs at first, whatever else uses it. */
const shell = anyOf(
  String.raw`/lucide-react/.*/user-round\.`,
  "/web/shell/(error-page|status-pages|tile-actions|wordmark)",
  String.raw`/web/cart/(cart\.queries|guest|use-is-visible)`,
  String.raw`/web/catalogue/(catalogue\.queries|structured-data|tiles/tile-actions)`,
  "/web/api/live-store",
  "/web/ui/text/date-format",
  "/web/ui/layout/structured-data",
  "/web/ui/forms/use-is-shown",
  "/web/ui/overlay/(back-button|panels)",
);

/** The choice of a variation, on product pages and in quick add, and the queries of reviews on product pages. */
const options = anyOf(
  String.raw`/web/reviews/reviews\.queries`,
  "/web/catalogue/details/variation-choice",
  "/web/ui/forms/(option-button|arrow-keys)",
  "/web/ui/media/swatch",
);

/** What many other screens need. */
const screens = anyOf(
  String.raw`/lucide-react/.*/(chevrons-up-down|arrow-(up|down))\.`,
  "/web/dashboard-paths",
  "/web/ui/lists/(table|pagination)",
  "/web/ui/overlay/confirm",
  "/web/ui/feedback/loaded",
  "/web/ui/forms/(dialog-form|unsaved/unsaved-changes)",
);

/** Icons of forms, lists and menus, which no page of the storefront shows at first. */
const laterIcons = anyOf(String.raw`/lucide-react/.*/(download|external-link|eye|eye-off|ellipsis)\.`);

/** What many screens of the dashboard need. A file each would make the route table longer, which every page loads. */
const dashboard = anyOf(
  String.raw`/lucide-react/.*/(trash|grip-vertical)\.`,
  // Those of its menu.
  String.raw`/lucide-react/.*/(layout-dashboard|boxes|folder-tree|images|shapes|swatch-book|ticket-percent|trending-up|rotate-ccw-clock)\.`,
  "/web/ui/(admin|layout/tab-link)",
  "/web/ui/lists/(list-(search|footer|address|result|toolbar)|export-button|row-selection)",
  "/web/ui/lists/(data-table|failed-items|reinsert|new-rows)",
  "/web/ui/feedback/progress",
  "/contract/catalogue/(slug|product-limits)",
  "/web/ui/forms/(chosen-list|page-form|unsaved/versioned-form|use-settled|use-typed-text|fields/segmented-control)",
  "/web/ui/text/shop-time",
  "/web/api/(live-updates|picker-items|upload|session/permissions)",
  "/web/catalogue/products/(product-status|products.queries|usage-link)",
  "/web/shop/settings/settings-form",
);

/**
 * Libraries of every page, and what many pages share, are a file each: fewer requests, and better compression. Schemas are
 * left out, as zod would come with them.
 */
const chunks = [
  {
    name: "framework",
    test: /node_modules\/(react|react-dom|scheduler|react-router|zustand|@tanstack)\//,
    priority: 1,
  },
  { name: "shared", test: storefront, minShareCount: 8 },
  { name: "shell", test: shell },
  { name: "options", test: options },
  { name: "screens", test: screens, minShareCount: 12 },
  { name: "icons", test: laterIcons },
  // Before the dashboard, which would take them along as what it imports.
  { name: "schemas", test: /node_modules\/zod\/|\/contract\/endpoint\./ },
  { name: "forms", test: /node_modules\/react-hook-form\/|\/web\/(api\/field-errors|ui\/forms\/use-call-form)/ },
  { name: "dashboard", test: dashboard, minShareCount: 3 },
];

export default defineConfig({
  plugins: [tailwindcss(), reactRouter(), browserTexts()],
  build: {
    // The content security policy refuses data: addresses, and a file of its own is cached on its own.
    assetsInlineLimit: 0,
    // The browsers that the README names: those of Tailwind 4, whose styles need the newest.
    target: ["chrome111", "edge111", "firefox128", "safari16.4"],
    // The list of files to preload for each lazy part is larger than what it saves.
    modulePreload: { resolveDependencies: () => [] },
    reportCompressedSize: false,
    // The server reads in it where the messages of its language are.
    manifest: true,
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            // Names would make the route table, which every page loads, 2 kB larger; the manifest has them.
            chunkFileNames: "assets/[hash].js",
            entryFileNames: "assets/[hash].js",
            codeSplitting: { groups: chunks },
          },
        },
      },
    },
  },
  // Otherwise the first visit in development reloads once these packages are optimized.
  optimizeDeps: { entries: ["web/**/*.{ts,tsx}", "!web/**/*.test.{ts,tsx}"], include: ["react-router/dom"] },
});
