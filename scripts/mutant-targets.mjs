/**
 * Code of money, stock, permissions and imports, and the tests that must notice a fault in it: the narrowest, as they run
 * once for each fault. `except` names functions of texts, or of code with tests of its own.
 */
export const targets = [
  ...cartPrices(),
  ...orders(),
  ...imports(),
  { file: "server/stock/stock.sql.ts", tests: ["server/stock/stock.test.ts", "server/stock/holds.test.ts"] },
  { file: "contract/resources/permissions.ts", tests: ["contract/resources/permissions.test.ts"] },
];

function cartPrices() {
  const pricing = "server/cart/pricing";
  return [
    { file: `${pricing}/totals.ts`, tests: [`${pricing}/totals.test.ts`] },
    { file: `${pricing}/prorate.ts`, tests: [`${pricing}/totals.test.ts`] },
    { file: `${pricing}/shipping-tax.ts`, tests: [`${pricing}/shipping-tax.test.ts`] },
    { file: `${pricing}/order-maximum.ts`, tests: [`${pricing}/order-maximum.test.ts`] },
    { file: `${pricing}/untaxed-prices.ts`, tests: [`${pricing}/untaxed-prices.test.ts`] },
    { file: `${pricing}/tax-parts.ts`, tests: [`${pricing}/tax-parts.test.ts`] },
    { file: `${pricing}/price-cart.ts`, tests: [`${pricing}/price-cart.test.ts`] },
    {
      file: "server/catalogue/variations/price-history.ts",
      tests: ["server/catalogue/variations/price-check.test.ts"],
    },
    { file: "server/coupons/eligibility.ts", tests: ["server/coupons/eligibility.test.ts"] },
    {
      file: "server/coupons/redemptions.sql.ts",
      tests: [
        "server/checkout/coupons.test.ts",
        "server/orders/cancellation/coupon-use.test.ts",
        "server/orders/settlement/coupons-and-gift-cards.test.ts",
      ],
      // The merge of customers has tests of its own.
      except: ["moveRedemptions"],
    },
    { file: "server/gift-cards/gift-cards.ts", tests: ["server/checkout/gift-cards.test.ts", ...spentCards()] },
    {
      file: "server/gift-cards/gift-cards.sql.ts",
      tests: ["server/checkout/gift-cards.test.ts", "server/checkout/gift-cards.admin.test.ts"],
    },
    {
      file: "server/gift-cards/entries.sql.ts",
      tests: ["server/checkout/gift-cards.test.ts", ...spentCards(), "server/orders/refunds/gift-card-refunds.test.ts"],
      // The reconciliation has tests of its own.
      except: ["listGiftCardInconsistencies", "countGiftCardsChecked"],
    },
    { file: "server/shipping/shipping.ts", tests: ["server/shipping/shipping.test.ts"] },
    { file: "server/shipping/shipping-rates.ts", tests: ["server/shipping/shipping.test.ts"] },
    { file: "server/taxes/taxes.ts", tests: ["server/taxes/taxes.test.ts"] },
  ];
}

function spentCards() {
  return [
    "server/orders/settlement/spent-gift-cards.test.ts",
    "server/orders/settlement/coupons-and-gift-cards.test.ts",
  ];
}

function orders() {
  const settlement = "server/orders/settlement";
  return [
    { file: "server/orders/ledger/balance.ts", tests: ["server/orders/ledger/balance.test.ts"] },
    {
      file: "server/orders/ledger/unit-values.ts",
      tests: ["server/orders/cancellation/cancel-lines.test.ts"],
      // Text, not money.
      except: ["describeUnits"],
    },
    { file: "server/orders/status/order-status.ts", tests: ["server/orders/status/order-status.test.ts"] },
    { file: "contract/orders/order-transitions.ts", tests: ["server/orders/status/order-status.test.ts"] },
    { file: "server/payments/payment-status.ts", tests: ["server/payments/payment-status.test.ts"] },
    {
      file: "server/payments/funds.sql.ts",
      tests: ["server/payments/funds.test.ts"],
      // The reconciliation has tests of its own.
      except: ["listTotals", "listInconsistentPayments", "countPayments"],
    },
    {
      file: `${settlement}/settlement.ts`,
      tests: [
        `${settlement}/settlement.test.ts`,
        `${settlement}/paid-another-way.test.ts`,
        `${settlement}/pending-refunds.test.ts`,
        `${settlement}/underpayment.test.ts`,
        `${settlement}/duplicate-payments.test.ts`,
        `${settlement}/late-payments.test.ts`,
      ],
    },
    // The sums of pages and emails.
    {
      file: "contract/orders/order-summary.ts",
      tests: ["contract/orders/order-summary.test.ts"],
    },
    {
      file: "server/emails/templates/order-parts.ts",
      tests: ["server/emails/templates/order-parts.test.ts"],
      // Texts, not sums.
      except: ["shippingDetails", "withoutLinks", "findShipment", "shipmentItems", "shipmentDetails"],
    },
  ];
}

/** Files are read in a process of their own, where faults aren't planted: these tests read without it. */
function imports() {
  const [cells, products, formats, files] = ["cells", "products", "formats", "files"].map(
    (name) => `server/imports/${name}`,
  );
  const shopFiles = [`${formats}/woocommerce.test.ts`, `${formats}/google-feed.test.ts`];
  const readers = [`${products}/reading/read-product.test.ts`, ...shopFiles];
  return [
    { file: `${cells}/price.ts`, tests: [`${cells}/price.test.ts`] },
    { file: `${cells}/price-currency.ts`, tests: [`${cells}/price.test.ts`, ...readers] },
    { file: `${cells}/quantities.ts`, tests: [`${cells}/quantities.test.ts`] },
    { file: `${cells}/weights.ts`, tests: [`${cells}/weights.test.ts`] },
    { file: `${products}/reading/read-product.ts`, tests: readers },
    { file: `${products}/reading/read-variation.ts`, tests: readers },
    { file: `${products}/reading/product-cells.ts`, tests: readers },
    { file: `${formats}/sale-price.ts`, tests: shopFiles },
    { file: `${formats}/product-format.ts`, tests: shopFiles },
    { file: `${formats}/google-feed.ts`, tests: [`${formats}/google-feed.test.ts`] },
    { file: `${formats}/woocommerce.ts`, tests: [`${formats}/woocommerce.test.ts`] },
    { file: `${formats}/etsy.ts`, tests: [`${formats}/etsy.test.ts`] },
    { file: `${formats}/wix.ts`, tests: [`${formats}/wix.test.ts`] },
    { file: `${files}/encoding.ts`, tests: [`${files}/csv.test.ts`] },
    { file: `${files}/stray-quotes.ts`, tests: [`${files}/csv.test.ts`] },
    { file: `${files}/xml-feed.ts`, tests: [`${formats}/google-feed.test.ts`] },
    { file: `${files}/csv.ts`, tests: [`${files}/csv.test.ts`] },
    { file: `${files}/group-rows.ts`, tests: [`${files}/group-rows.test.ts`] },
  ];
}
