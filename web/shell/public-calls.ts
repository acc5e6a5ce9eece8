/**
 * Calls with the same reply for everybody: `cached` and for `anyone` in the contract, which is too large for browsers.
 * Written by personal-data.test.ts (`npx vitest run web/shell/personal-data.test.ts -u`).
 */
export const publicCalls: readonly string[] = [
  "GET /shop",
  "GET /shop/policies/:policy",
  "GET /shop/retention",
  "GET /shop/pages",
  "GET /shop/pages/:slug",
  "GET /shipping/rates",
  "GET /categories",
  "GET /product",
  "GET /product/search-suggestion",
  "GET /product/related/:id",
  "GET /product/bought-together/:id",
  "GET /product/details/:slug",
  "GET /tags",
  "GET /product/option-group",
  "GET /product-types",
  "GET /product/:id/reviews",
  "GET /home",
  "GET /checkout/countries",
];
