/** The longest texts and lists of a product: those of Shopify, so that its exports fit. */
export const productLimits = {
  name: 255,
  slug: 255,
  brand: 255,
  description: 500_000,
  seoTitle: 255,
  seoDescription: 1000,
  type: 255,
  tag: 255,
  tags: 250,
  option: 255,
  optionValues: 5000,
  variations: 2048,
  sku: 255,
  barcode: 255,
  images: 250,
  imageAlt: 512,
} as const;
