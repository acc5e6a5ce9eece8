import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig, type Plugin } from "vite";
// @ts-expect-error: the scripts that set up the shop are plain JavaScript.
import { screenWords } from "./scripts/screen-words.mjs";
import { lighterLibraries } from "./web/lighter-libraries.ts";

/** What every page needs goes into two files rather than two dozen: fewer requests, and better compression. */
const firstLoad = {
  groups: [
    {
      name: "framework",
      test: /node_modules\/(react|react-dom|scheduler|react-router|@tanstack\/(react-query|query-core)|zustand|cookie|set-cookie-parser)\//,
      priority: 4,
    },
    {
      name: "shop",
      test: /\/web\/(api\/(browser-client|call|call-problem|live-store|origin|page-data|profile|query|renewal|session|shop-access|sign-in-request)\.|paths\.ts|shell\/(activity|dead-ends|error-page|frame|header|theme-button|live-line|lost-parts|personal-answers|storefront)|accounts\/(account-button|sign-in-host)|cart\/(cart-badge|cart\.queries|guest|drawer-store)|catalogue\/(category-menu\.|search-(box|form|typing|delay))|ui\/(badge|button|button-look|classes|dialog-host|dialog-store|early|icon-button|later|lazy|loading-bar|reload-once|screen-flags|shop-link|skeleton|small-screen|spinner|theme-choice|theme-script|toast-region|toast-store|words)\.)/,
      priority: 3,
    },
    {
      name: "products",
      test: /\/web\/(ui\/(breadcrumbs|card|money-format|page-head|picture|picture-sources|price|rating|structured-data|swatch)\.|catalogue\/(catalogue\.queries|has-viewed|recently-viewed|tile-corner)\.)/,
      priority: 2,
    },
    {
      name: "tiles",
      test: /\/web\/catalogue\/product-(row|tile)\./,
      priority: 1,
    },
    { name: "fields", test: /\/web\/ui\/(control-look|field|select-field)\./, priority: 1 },
    {
      name: "details",
      test: /\/web\/(ui\/(choice|quantity)\.|cart\/add-to-cart|reviews\/reviews\.queries|catalogue\/(option-choice|gallery|details-meta|product-(title|notes)|price-and-stock)\.)/,
    },
    {
      name: "list",
      test: /\/web\/catalogue\/(filters|hidden-fields|list-head|listed|listed-products|sort-choice|product-grid|filter-drawer)\./,
    },
    {
      name: "desk",
      test: /\/web\/(api\/live-news|dashboard\/badges|ui\/(initial|kbd|list-address|tab-link|table|table-rows|table-skeleton))\./,
    },
  ],
};

/** Documents and the route table name a hundred files: each by its hash alone, as short as the bundler takes it. */
const shortNames = { entryFileNames: "assets/[hash:7].js", chunkFileNames: "assets/[hash:7].js" };

/** What of ours is imported and not used (the server's structured data) asks for no file. */
const moduleSideEffects = [{ test: /\/web\/(?!entry\.)[^?]*\.tsx?$/, sideEffects: false }];

/**
 * Tailwind begins with what browsers without `@property` need (Safari to 16.3, Firefox to 127). They know none of the
 * colours either (`light-dark()`, `oklch(from …)`), so it is left out.
 */
const withoutOldBrowsers: Plugin = {
  name: "styles-without-old-browsers",
  enforce: "pre",
  apply: "build",
  transform: {
    filter: { id: /(root|dashboard)\.css$/ },
    handler: (code) => code.replace(/@layer properties\s*\{\s*@supports[^{]*\{(?:[^{}]*\{[^{}]*\})*\s*\}\s*\}/, ""),
  },
};

export default defineConfig({
  plugins: [tailwindcss(), withoutOldBrowsers, reactRouter(), lighterLibraries(), screenWords()],
  build: {
    // A file inlined as data: would be refused by the content security policy, and could not be cached apart.
    assetsInlineLimit: 0,
    target: "es2022",
    // Naming ahead what each part that comes later needs took more bytes on the first visit than the part saves in waiting.
    modulePreload: { resolveDependencies: () => [] },
    reportCompressedSize: false,
    // The server looks in it for the words of its language.
    manifest: true,
  },
  environments: {
    client: {
      build: {
        rolldownOptions: { output: { ...shortNames, codeSplitting: firstLoad }, treeshake: { moduleSideEffects } },
      },
    },
  },
  // Without these the first visit in development meets packages not optimised yet, and reloads itself.
  optimizeDeps: { entries: ["web/**/*.{ts,tsx}", "!web/**/*.test.{ts,tsx}"], include: ["react-router/dom"] },
});
