import { z } from "zod";
import { productLimits } from "#contract/catalogue/product-limits.ts";
import { endpoint, Flag, Id, IdParams, Instant, list, one, PageQuery, paged, Version } from "#contract/endpoint.ts";
import { Image } from "#contract/images.ts";
import { Amount, Money } from "#contract/money.ts";

export const ProductStatus = z.enum(["draft", "active", "archived"]);
export type ProductStatus = z.infer<typeof ProductStatus>;

/** A variation as sent by the admin form: matched by `id`, else by its options. */
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
  track_stock: z.boolean().optional(),
  allow_backorder: z.boolean().optional(),
  max_per_order: z.int().min(1).max(999).nullish(),
  is_active: z.boolean().optional(),
  /** Units on the shelf; left alone when absent. */
  on_hand: z.int().min(0).max(10_000_000).optional(),
  /** What `on_hand` was when the form was read: then it is changed by the difference, whatever was sold meanwhile. */
  on_hand_was: z.int().min(0).max(10_000_000).optional(),
});
export type VariationForm = z.infer<typeof VariationForm>;

/** A picture a product shows: one of its own, one just uploaded, or another product's, of which it gets a copy. */
export const ShownPicture = z.object({
  id: Id,
  alt: z.string().trim().max(productLimits.imageAlt).default(""),
  /** The option it shows, as in all red variations; null for the product as a whole. */
  option_value_id: Id.nullish(),
});

export const ProductForm = z.object({
  name: z.string().trim().min(1, "Name required").max(productLimits.name),
  slug: z.string().trim().max(productLimits.slug).optional(),
  subtitle: z.string().trim().max(300).nullish(),
  description_html: z.string().max(productLimits.description).optional(),
  product_type_id: Id,
  /** What it is taxed as, in place of its type's class; null for that one. */
  tax_class_id: Id.nullish(),
  brand: z.string().trim().max(productLimits.brand).nullish(),
  status: ProductStatus.optional(),
  category_ids: z.array(Id).max(20).optional(),
  tag_ids: z.array(Id).max(productLimits.tags).optional(),
  attributes: z.record(z.string().max(60), z.string().max(500)).optional(),
  seo: z
    .object({
      title: z.string().max(productLimits.seoTitle).optional(),
      description: z.string().max(productLimits.seoDescription).optional(),
    })
    .optional(),
  variations: z.array(VariationForm).min(1, "A product needs at least one variation").max(productLimits.variations),
  /** In order, the first is the cover. Those not sent go; all stay as they are when this is left out. */
  images: z.array(ShownPicture).max(productLimits.images).optional(),
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
  track_stock: z.boolean(),
  allow_backorder: z.boolean(),
  max_per_order: z.int().nullable(),
  is_active: z.boolean(),
  position: z.int(),
  on_hand: z.int(),
  /** The same once more, to be sent back as it is. */
  on_hand_was: z.int(),
  reserved: z.int(),
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
  category_ids: z.array(z.int()),
  tag_ids: z.array(z.int()),
  attributes: z.record(z.string(), z.string()),
  seo: z.object({ title: z.string().optional(), description: z.string().optional() }),
  currency: z.string(),
  variations: z.array(AdminVariation),
  images: z.array(Image.extend({ option_value_id: z.int().nullable() })),
  version: z.int(),
  created_at: Instant,
  updated_at: Instant,
});
export type AdminProduct = z.infer<typeof AdminProduct>;

/** A row of the admin's product list. */
export const AdminProductRow = z.object({
  id: z.int(),
  slug: z.string(),
  name: z.string(),
  thumbnail: z.string(),
  status: ProductStatus,
  price: Money,
  max_price: Money,
  on_hand: z.int(),
  variation_count: z.int(),
  /** Those not `ready` or `failed` are still to be downloaded. */
  images: z.object({ total: z.int(), ready: z.int(), failed: z.int() }),
  updated_at: Instant,
});
export type AdminProductRow = z.infer<typeof AdminProductRow>;

const someIds = z.array(Id).min(1, "Choose at least one product").max(100);

/** What became of one of several products: `was` is its state before, and null where there was no such product. */
export const BulkOutcome = z.object({
  id: z.int(),
  name: z.string().nullable(),
  was: ProductStatus.nullable(),
});
export type BulkOutcome = z.infer<typeof BulkOutcome>;

export const productFormApi = {
  "GET /product/admin": endpoint({
    summary: "All products with their state, for the dashboard.",
    caller: "admin",
    query: PageQuery.extend({
      name: z.string().max(100).optional(),
      status: ProductStatus.optional(),
      /** Its id; what lies below it counts too. */
      category: Id.optional(),
      low_stock: Flag.optional(),
      sort: z
        .enum(["-updated_at", "updated_at", "name", "-name", "price", "-price", "stock", "-stock"])
        .default("-updated_at"),
    }),
    reply: paged(AdminProductRow),
  }),
  "POST /product/admin/status": endpoint({
    summary: "Publish or withdraw several products; the answer says of each what it was, so that it can be undone.",
    caller: "admin",
    body: z.object({
      changes: z
        .array(z.object({ id: Id, status: ProductStatus }))
        .min(1)
        .max(100),
    }),
    reply: list(BulkOutcome),
  }),
  "POST /product/admin/delete": endpoint({
    summary: "Take several products out of the shop; orders keep what they bought.",
    caller: "admin",
    body: z.object({ ids: someIds }),
    reply: list(BulkOutcome),
  }),
  "GET /product/:id": endpoint({
    summary: "One product as the admin form edits it.",
    caller: "admin",
    params: IdParams,
    reply: one(AdminProduct),
    problems: ["not_found"],
  }),
  "POST /product": endpoint({
    summary: "Make a product with its variations.",
    caller: "admin",
    idempotency: "accepted",
    body: ProductForm,
    reply: one(AdminProduct),
    status: 201,
    problems: ["not_found", "slug_taken", "sku_taken", "duplicate_variation"],
  }),
  "PUT /product/:id": endpoint({
    summary: "Change a product. Variations not sent are kept unless `replace_variations`.",
    caller: "admin",
    params: IdParams,
    body: ProductForm.extend({ version: Version, replace_variations: z.boolean().optional() }),
    reply: one(AdminProduct),
    problems: ["not_found", "slug_taken", "sku_taken", "duplicate_variation", "stale", "last_variation"],
  }),
  "DELETE /product/:id": endpoint({
    summary: "Take a product out of the shop; orders keep what they bought.",
    caller: "admin",
    params: IdParams,
    status: 204,
    problems: ["not_found"],
  }),
  "DELETE /variations/:id": endpoint({
    summary: "Take a variation out of the shop; carts show it as unavailable.",
    caller: "admin",
    params: IdParams,
    status: 204,
    problems: ["not_found", "last_variation"],
  }),
};
