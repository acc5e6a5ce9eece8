import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";

/** What every page needs goes into two files rather than two dozen: fewer requests, and better compression. */
const firstLoad = {
  groups: [
    {
      name: "framework",
      test: /node_modules\/(react|react-dom|scheduler|react-router|@tanstack\/(react-query|query-core)|zustand|cookie|set-cookie-parser)\//,
      priority: 2,
    },
    {
      name: "shop",
      test: /\/web\/(api\/|paths\.ts|shell\/(activity|dead-ends|error-page|frame|lost-parts|offline-helper|personal-answers)|ui\/(button|button-look|classes|dialog-host|dialog-store|lazy|loading-bar|reload-once|shop-link|skeleton|spinner|theme-script|toast-region|toast-store|words)\.)/,
      priority: 1,
    },
    {
      name: "storefront",
      test: /\/web\/(ui\/(badge|breadcrumbs|card|chip|choice|icon-button|money-format|page-head|picture|picture-sources|price|rating|segmented|swatch|theme-choice|theme-switch|structured|small-screen|control-look|screen-flags|quantity|notice)\.|cart\/(cart-badge|cart\.queries|guest|drawer-store)|catalogue\/(product-tile|product-row|recently-viewed|filters|catalogue\.queries)|shell\/(header|footer|storefront))/,
    },
  ],
};

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  build: {
    // A file inlined as data: would be refused by the content security policy, and could not be cached apart.
    assetsInlineLimit: 0,
    target: "es2022",
    reportCompressedSize: false,
  },
  environments: { client: { build: { rolldownOptions: { output: { codeSplitting: firstLoad } } } } },
  // Without these the first visit in development meets packages not optimised yet, and reloads itself.
  optimizeDeps: { entries: ["web/**/*.{ts,tsx}", "!web/**/*.test.{ts,tsx}"], include: ["react-router/dom"] },
});
