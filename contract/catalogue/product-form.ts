import { z } from "zod";
import { EnergyLabel } from "#contract/catalogue/energy-labels.ts";
import { Measure } from "#contract/catalogue/measures.ts";
import { productLimits } from "#contract/catalogue/product-limits.ts";
import { ProductSafety } from "#contract/catalogue/product-safety.ts";
import {
  Country,
  Flag,
  Id,
  IdParams,
  Instant,
  list,
  many,
  PageQuery,
  Version,
  wholeNumber,
} from "#contract/endpoint.ts";
import { Image } from "#contract/images.ts";
import { Amount, Money, maxOrderAmount } from "#contract/money.ts";
import { product, variation } from "#contract/resources/resources.ts";
import { notUndone } from "#contract/resources/undo.ts";
import { LowStockLevel, StockStatus } from "#contract/stock.ts";

export const ProductStatus = z.enum(["draft", "active", "archived"]);
export type ProductStatus = z.infer<typeof ProductStatus>;

/** Input for a variation, matched to an existing one by `id`, else by its options. */
export const VariationForm = z.object({
  id: Id.optional(),
  sku: z.string().trim().max(productLimits.sku).nullish(),
  barcode: z.string().trim().max(productLimits.barcode).nullish(),
  /** One value of each option group of the product. */
  option_value_ids: z.array(Id).max(3).default([]),
  price_amount: Amount,
  compare_at_amount: Amount.nullish(),
  cost_amount: Amount.nullish(),
  weight_g: z.int().min(0).max(10_000_000).nullish(),
  /** How much it contains, for its unit price. */
  measure: Measure.nullish(),
  track_stock: z.boolean().optional(),
  allow_backorder: z.boolean().optional(),
  max_per_order: z.int().min(1).max(999).nullish(),
  is_active: z.boolean().optional(),
  /** Units on hand; unchanged if absent. */
  on_hand: z.int().min(0).max(10_000_000).optional(),
  /** The value `on_hand` was edited from. Stock changes by the difference, so that sales in between still count. */
  on_hand_was: z.int().min(0).max(10_000_000).optional(),
  /** Unchanged if absent. */
  low_stock_level: LowStockLevel.optional(),
});
export type VariationForm = z.infer<typeof VariationForm>;

/** An image of a product: its own, one just uploaded, or another product's, which is copied. */
export const ProductImageForm = z.object({
  id: Id,
  alt: z.string().trim().max(productLimits.imageAlt).default(""),
  /** The option value it shows, such as red; null for the whole product. */
  option_value_id: Id.nullish(),
});

export const ProductForm = z.object({
  name: z.string("Name required").trim().min(1, "Name required").max(productLimits.name),
  slug: z.string().trim().max(productLimits.slug).optional(),
  subtitle: z.string().trim().max(300).nullish(),
  description_html: z.string().max(productLimits.description).optional(),
  product_type_id: Id,
  /** Overrides the tax class of the product type; null for none. */
  tax_class_id: Id.nullish(),
  brand: z.string().trim().max(productLimits.brand).nullish(),
  status: ProductStatus.optional(),
  /** When a draft is published; null for not scheduled. */
  publish_at: Instant.nullish(),
  /** When the product becomes a draft again. */
  unpublish_at: Instant.nullish(),
  category_ids: z.array(Id).max(productLimits.categories).optional(),
  tag_ids: z.array(Id).max(productLimits.tags).optional(),
  /** Products shown first as related, in order; deleted ones are left out. */
  related_ids: z.array(Id).max(productLimits.related).optional(),
  attributes: z.record(z.string().max(60), z.string().max(500)).optional(),
  /** Who answers for its safety; parts that are null are those of its brand or type. */
  safety: ProductSafety.nullish(),
  /** Null for that of its brand or type. */
  country_of_origin: Country.nullish(),
  energy_label: EnergyLabel.nullish(),
  seo: z
    .object({
      title: z.string().max(productLimits.seoTitle).optional(),
      description: z.string().max(productLimits.seoDescription).optional(),
    })
    .optional(),
  variations: z.array(VariationForm).min(1, "A product needs at least one variation").max(productLimits.variations),
  /** All images, in order; the first is the cover. Images not sent are removed; if absent, nothing changes. */
  images: z.array(ProductImageForm).max(productLimits.images).optional(),
  /** Ids of the images that `images` was edited from. Others, such as those downloaded since, stay after those sent. */
  images_was: z.array(Id).max(1000).optional(),
});
export type ProductForm = z.infer<typeof ProductForm>;

export const AdminVariation = z.object({
  id: z.int(),
  sku: z.string().nullable(),
  barcode: z.string().nullable(),
  title: z.string(),
  option_value_ids: z.array(z.int()),
  price_amount: z.int(),
  compare_at_amount: z.int().nullable(),
  cost_amount: z.int().nullable(),
  weight_g: z.int().nullable(),
  measure: Measure.nullable(),
  track_stock: z.boolean(),
  allow_backorder: z.boolean(),
  max_per_order: z.int().nullable(),
  is_active: z.boolean(),
  position: z.int(),
  on_hand: z.int(),
  /** Equal to `on_hand`, to be sent back unchanged. */
  on_hand_was: z.int(),
  reserved: z.int(),
  low_stock_level: LowStockLevel,
  version: z.int(),
});
export type AdminVariation = z.infer<typeof AdminVariation>;

/** A product with every field the admin form edits. */
export const AdminProduct = z.object({
  id: z.int(),
  slug: z.string(),
  name: z.string(),
  subtitle: z.string().nullable(),
  description_html: z.string(),
  product_type_id: z.int(),
  tax_class_id: z.int().nullable(),
  brand: z.string().nullable(),
  status: ProductStatus,
  published_at: Instant.nullable(),
  publish_at: Instant.nullable(),
  unpublish_at: Instant.nullable(),
  category_ids: z.array(z.int()),
  /** Categories whose rules it matches. */
  rule_category_ids: z.array(z.int()),
  tag_ids: z.array(z.int()),
  related_ids: z.array(z.int()),
  attributes: z.record(z.string(), z.string()),
  safety: ProductSafety.nullable(),
  country_of_origin: Country.nullable(),
  energy_label: EnergyLabel.nullable(),
  seo: z.object({ title: z.string().optional(), description: z.string().optional() }),
  currency: z.string(),
  variations: z.array(AdminVariation),
  images: z.array(Image.extend({ option_value_id: z.int().nullable() })),
  version: z.int(),
  created_at: Instant,
  updated_at: Instant,
});
export type AdminProduct = z.infer<typeof AdminProduct>;

/** A product in the dashboard's list. */
export const AdminProductRow = z.object({
  id: z.int(),
  slug: z.string(),
  name: z.string(),
  thumbnail: z.string(),
  status: ProductStatus,
  publish_at: Instant.nullable(),
  unpublish_at: Instant.nullable(),
  product_type: z.string(),
  brand: z.string().nullable(),
  price: Money,
  max_price: Money,
  /** Units of its variations with tracked stock; null if the stock of none is tracked. */
  on_hand: z.int().nullable(),
  variation_count: z.int(),
  /** Those not `ready` or `failed` are still to be downloaded. */
  images: z.object({ total: z.int(), ready: z.int(), failed: z.int() }),
  updated_at: Instant,
});
export type AdminProductRow = z.infer<typeof AdminProductRow>;

/** A price of a variation and when it was in force. */
export const PriceHistoryEntry = z.object({
  id: z.int(),
  variation_id: z.int(),
  /** Its options: "Sand / M"; empty for a product without options. */
  title: z.string(),
  price_amount: z.int(),
  /** Whether it had a compare-at price. */
  is_reduced: z.boolean(),
  effective_from: Instant,
  /** Null for the current price. */
  effective_to: Instant.nullable(),
});
export type PriceHistoryEntry = z.infer<typeof PriceHistoryEntry>;

const productIds = z.array(Id).min(1, "Choose at least one product").max(100);

/** Result for one product of a bulk change; `was` is its previous status, null if there is no such product. */
export const BulkOutcome = z.object({ id: z.int(), name: z.string().nullable(), was: ProductStatus.nullable() });
export type BulkOutcome = z.infer<typeof BulkOutcome>;

/** What products on sale can lack of what the law asks to be shown of them; `any` is at least one of these. */
export const LackingData = z.enum(["any", "unit_price", "manufacturer", "responsible_person"]);
export type LackingData = z.infer<typeof LackingData>;

/** Filters of the product list. */
export const ProductFilters = z.object({
  /** Only these products. */
  id: many(Id).optional(),
  name: z.string().max(100).optional(),
  status: ProductStatus.optional(),
  /** A category id; its descendants are included. */
  category: Id.optional(),
  /** `low`: a variation is below its low-stock level; `out`: none can be bought. */
  stock: StockStatus.optional(),
  type: Id.optional(),
  tag: Id.optional(),
  brand: z.string().max(productLimits.brand).optional(),
  /** The price of some variation is in this range. */
  price_min: wholeNumber(0, maxOrderAmount).optional(),
  price_max: wholeNumber(0, maxOrderAmount).optional(),
  /** Without any image. */
  no_image: Flag.optional(),
  /** To be published or unpublished at a set time. */
  scheduled: Flag.optional(),
  option_group: Id.optional(),
  /** On sale without this. */
  lacking: LackingData.optional(),
});
export type ProductFilters = z.infer<typeof ProductFilters>;
export const ProductSort = z.enum(["-updated_at", "updated_at", "name", "-name", "price", "-price", "stock", "-stock"]);
const UsageCount = z.object({ id: z.int(), products: z.int() });
/** What products use; what no product uses is left out. */
export const CatalogueUsage = z.object({
  types: z.array(UsageCount),
  brands: z.array(z.object({ brand: z.string(), products: z.int() })),
  tags: z.array(UsageCount),
  option_groups: z.array(UsageCount),
  option_values: z.array(UsageCount),
});
export type CatalogueUsage = z.infer<typeof CatalogueUsage>;

export const productFormApi = {
  "GET /product/admin": product
    .alsoFor("marketing", "orders", "settings")
    .page(
      "List products of every status.",
      PageQuery.extend({ ...ProductFilters.shape, sort: ProductSort.default("-updated_at") }),
      AdminProductRow,
    ),
  "GET /product/admin/usage": product.one(
    "Count the products of each product type, brand, tag, option group and option value; deleted ones don't count.",
    CatalogueUsage,
  ),
  "GET /product/admin/export": product.export(
    "Download products as CSV in Shopify's columns, newest first. Importing the file again changes nothing.",
    ProductFilters,
  ),
  "POST /product/admin/delete": product.write({
    summary: "Delete several products. Placed orders are not affected.",
    undo: notUndone.ofEachObject,
    body: z.object({ ids: productIds }),
    reply: list(BulkOutcome),
  }),
  "GET /product/:id": product.get("Retrieve a product with all fields of the admin form.", AdminProduct),
  "GET /product/:id/price-history": product.list(
    "List the latest 200 prices of a product's variations, newest first.",
    PriceHistoryEntry,
    { params: IdParams },
  ),
  "POST /product": product.create("Create a product with its variations.", ProductForm, AdminProduct, [
    "not_found",
    "slug_taken",
    "sku_taken",
    "duplicate_variation",
  ]),
  "PUT /product/:id": product.update(
    "Update a product. Variations not sent stay unless `replace_variations` is set.",
    ProductForm.extend({ version: Version, replace_variations: z.boolean().optional() }),
    AdminProduct,
    ["slug_taken", "sku_taken", "duplicate_variation", "stale", "last_variation"],
  ),
  "DELETE /product/:id": product.delete("Delete a product. Placed orders are not affected."),
  "DELETE /variations/:id": variation.delete("Delete a variation. Carts show it as unavailable.", ["last_variation"]),
};
