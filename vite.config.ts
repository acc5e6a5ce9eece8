import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";
// @ts-expect-error: the scripts that set up the shop are plain JavaScript.
import { browserTexts } from "./scripts/translations.mjs";

/** What the pages of the storefront need at first. */
const storefront =
  /\/(words|lucide-react|web\/(api\/(?!live|upload|field-errors|shop-clock|customer-search)|hydration|paths|ui\/(layout|media|text\/(badge|price|money-format|rating)|lists\/list-params|forms\/(button|icon-button|fields\/(field|select-field|quantity-field))|feedback\/(banner|skeleton|spinner|toast-store)|overlay\/dialog-store)))/;

/** What every page needs at first, whatever else uses it. */
const shell =
  /\/lucide-react\/.*\/user-round\.|\/web\/(shell\/(error-page|status-pages|tile-actions|wordmark)|cart\/(cart\.queries|guest)|catalogue\/(catalogue\.queries|structured-data|tiles\/tile-actions)|api\/live-store|ui\/(text\/date-format|layout\/structured-data|overlay\/(back-button|panels)))/;

/** The choice of a variation, on product pages and in quick add. */
const options =
  /\/web\/(catalogue\/details\/variation-choice|ui\/(forms\/(option-button|arrow-keys)|media\/swatch|text\/swatch))/;

/** What many other screens need. */
const screens =
  /\/web\/(dashboard-paths|ui\/(lists\/(table|pagination|page-out-of-range)|overlay\/confirm|feedback\/empty-state|forms\/(fields\/(text-field|text-area-field|checkbox)|dialog-form|unsaved-changes)))/;

/** What many screens of the dashboard need. A file each would make the route table longer, which every page loads. */
const dashboard =
  /\/web\/ui\/(admin|feedback\/loaded|lists\/(list-(search|footer|address|result|toolbar)|export-button|row-selection))/;

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
  { name: "dashboard", test: dashboard, minShareCount: 8 },
  { name: "schemas", test: /node_modules\/zod\/|\/contract\/endpoint\./ },
];

export default defineConfig({
  plugins: [tailwindcss(), reactRouter(), browserTexts()],
  build: {
    // The content security policy refuses data: addresses, and a file of its own is cached on its own.
    assetsInlineLimit: 0,
    target: "es2022",
    // The list of files to preload for each lazy part is larger than what it saves.
    modulePreload: { resolveDependencies: () => [] },
    reportCompressedSize: false,
    // The server reads in it where the messages of its language are.
    manifest: true,
  },
  environments: { client: { build: { rolldownOptions: { output: { codeSplitting: { groups: chunks } } } } } },
  // Otherwise the first visit in development reloads once these packages are optimised.
  optimizeDeps: { entries: ["web/**/*.{ts,tsx}", "!web/**/*.test.{ts,tsx}"], include: ["react-router/dom"] },
});
