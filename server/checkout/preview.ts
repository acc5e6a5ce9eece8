import type { PricePreview } from "#contract/checkout.ts";
import type { SaleVariation } from "#server/catalogue/catalogue.ts";
import type { App } from "#server/platform/app.ts";
import { priceQuote } from "./quotes.ts";

interface Example {
  country: string;
  postal_code?: string | undefined;
  region_code?: string | undefined;
  price_amount: number;
  weight_g: number;
  tax_class_id?: number | undefined;
  is_shipped: boolean;
  shipping_method_id?: number | undefined;
}

const id = 0;

/**
 * Prices an order of one example product, as the checkout does. Throws `no_delivery` if it must be shipped and the shop
 * does not ship to this address, and `not_found` for a method that is not available.
 */
export const priceExample = (app: App, example: Example): Promise<PricePreview> =>
  priceQuote(app, app.db, {
    items: [{ item_id: id, variation_id: id, quantity: 1 }],
    sale: new Map([[id, exampleVariation(example)]]),
    adjustments: { coupon_code: null, coupon: null, cards: [] },
    country: example.country,
    postalCode: example.postal_code,
    region: example.region_code,
    methodId: example.shipping_method_id,
  }).then(({ quote }) => quote);

const exampleVariation = ({ price_amount, weight_g, tax_class_id, is_shipped }: Example): SaleVariation => ({
  variation_id: id,
  product_id: id,
  slug: "example",
  name: "Example",
  thumbnail: "/failed_image.png",
  options: [],
  sku: null,
  price_amount,
  compare_at_amount: null,
  measure: null,
  for_sale: true,
  is_public: true,
  available: null,
  held: 0,
  on_backorder: false,
  max_per_order: null,
  requires_shipping: is_shipped,
  weight_g,
  return_days: 0,
  withdrawal_exclusion: "none",
  tax_class_id: tax_class_id ?? null,
  product_type_id: id,
  category_ids: [],
  tag_ids: [],
});
