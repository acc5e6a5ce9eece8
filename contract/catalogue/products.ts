import { z } from "zod";
import { attributeKeyPattern } from "#contract/catalogue/attributes.ts";
import { EnergyLabel, EnergyRating } from "#contract/catalogue/energy-labels.ts";
import { Measure, PricePerMeasure } from "#contract/catalogue/measures.ts";
import { productLimits } from "#contract/catalogue/product-limits.ts";
import { ProductSafety } from "#contract/catalogue/product-safety.ts";
import {
  endpoint,
  Flag,
  Id,
  IdParams,
  Instant,
  list,
  many,
  one,
  PageMeta,
  PageQuery,
  wholeNumber,
} from "#contract/endpoint.ts";
import { Image } from "#contract/images.ts";
import { Money, maxOrderAmount } from "#contract/money.ts";
import { product } from "#contract/resources/resources.ts";

export const Rating = z.object({ average: z.number().nullable(), count: z.int() });
export const Swatch = z.object({ id: z.int(), label: z.string(), swatch: z.string().nullable() });

/** A product in a list. */
export const ProductCard = z.object({
  id: z.int(),
  slug: z.string(),
  name: z.string(),
  subtitle: z.string().nullable(),
  thumbnail: z.string(),
  /** The first two images: the cover and the one shown on hover. */
  images: z.array(Image),
  price: Money,
  max_price: Money,
  compare_at: Money.nullable(),
  /** The unit price that belongs to `price`; null if it has no measure. */
  price_per_measure: PricePerMeasure.nullable(),
  energy_label: EnergyRating.nullable(),
  rating: Rating,
  in_stock: z.boolean(),
  /** Available units of all variations, if five or fewer. */
  left: z.int().nullable(),
  badges: z.array(z.enum(["sale", "new", "low", "sold_out"])),
  swatches: z.array(Swatch),
  variation_count: z.int(),
  default_variation_id: z.int().nullable(),
});
export type ProductCard = z.infer<typeof ProductCard>;

export const productSorts = ["relevance", "popular", "newest", "price", "-price", "rating", "name"] as const;
const Stars = z.number().min(1).max(5);
/** Filters that are on or off, by their column of `products`. */
const ProductFlags = z.object({ in_stock: Flag.optional(), on_sale: Flag.optional() });
export const productFlags = ProductFlags.keyof().options;
export type ProductFlag = (typeof productFlags)[number];
export const ProductQuery = PageQuery.extend({
  category: z.string().max(500).optional(),
  name: z.string().max(500).optional(),
  tag: many(Id).optional(),
  type: many(Id).optional(),
  option: many(Id).optional(),
  /** Values of filterable attributes by their keys, in a URL `attr.material=Oak`. */
  attr: z.record(z.string().regex(attributeKeyPattern), many(z.string().max(500))).optional(),
  price_min: wholeNumber(0, maxOrderAmount).optional(),
  price_max: wholeNumber(0, maxOrderAmount).optional(),
  rating_min: z
    .union([
      Stars,
      z
        .string()
        .regex(/^[1-5](\.\d{1,3})?$/)
        .transform(Number)
        .pipe(Stars),
    ])
    .optional(),
  ...ProductFlags.shape,
  /** Only products sold in the last 30 days. */
  sold: Flag.optional(),
  sort: z.enum(productSorts).optional(),
  /** Whether to count facets; lists without filters leave them out. */
  facets: Flag.default(true),
});
export type ProductQuery = z.infer<typeof ProductQuery>;

export const FacetValue = z.object({
  id: z.union([z.int(), z.string()]),
  label: z.string(),
  swatch: z.string().nullable().optional(),
  count: z.int(),
  selected: z.boolean(),
});
export type FacetValue = z.infer<typeof FacetValue>;
/** A filter with its counts, computed with all other filters applied. */
export const Facet = z.object({
  key: z.string(),
  label: z.string(),
  kind: z.enum(["swatch", "chips", "range", "flag"]),
  values: z.array(FacetValue).optional(),
  min: z.int().optional(),
  max: z.int().optional(),
});
export type Facet = z.infer<typeof Facet>;

/** How a search was changed to find products. */
export const SearchChanges = z.object({
  /** The text that was searched for. */
  text: z.string(),
  /** Words left out, as no product has all of them. */
  dropped: z.array(z.string()),
  /** Misspelled words. */
  corrected: z.array(z.object({ typed: z.string(), used: z.string() })),
  /** Synonyms found in place of words that no product has. */
  added: z.array(z.string()),
});
export type SearchChanges = z.infer<typeof SearchChanges>;

export const ProductList = z.object({
  data: z.array(ProductCard),
  meta: PageMeta,
  facets: z.array(Facet),
  /** The category of the query; null without one. If it has moved, `redirect_to` is its new path. */
  category: z
    .object({
      id: z.int(),
      name: z.string(),
      path: z.string(),
      description: z.string().nullable(),
      breadcrumbs: z.array(z.object({ name: z.string(), path: z.string() })),
      subfolder: z.array(z.object({ id: z.int(), name: z.string(), path: z.string(), product_count: z.int() })),
    })
    .nullable(),
  redirect_to: z.string().nullable(),
  /** What covers show first: the option values of the filters, then those that words of the search name ("blue"). */
  options: z.array(z.int()),
  /** The text that was searched for if words were corrected or left out, else null. */
  did_you_mean: z.string().nullable(),
  /** Null if the search was not changed. */
  search_changes: SearchChanges.nullable(),
});
export type ProductList = z.infer<typeof ProductList>;

export const StockState = z.object({
  state: z.enum(["in_stock", "low", "out", "backorder", "not_tracked"]),
  /** Available units, if five or fewer. */
  left: z.int().nullable(),
});
export type StockState = z.infer<typeof StockState>;
/** The cheapest delivery of one unit to the shop's country; `free_from` is the subtotal for free shipping, if any. */
const HomeDelivery = z.object({
  country: z.string(),
  /** Business days. */
  min_days: z.int(),
  max_days: z.int(),
  price: Money,
  free_from: Money.nullable(),
});
export const Variation = z.object({
  id: z.int(),
  sku: z.string().nullable(),
  /** Its barcode, if that is a GTIN. */
  gtin: z.string().nullable(),
  title: z.string(),
  options: z.array(z.object({ group_id: z.int(), value_id: z.int() })),
  price: Money,
  compare_at: Money.nullable(),
  /** How much it contains, and its unit price. */
  measure: Measure.nullable(),
  price_per_measure: PricePerMeasure.nullable(),
  /** Lowest price of the 30 days before a reduction (EU directive 98/6). */
  lowest_30d: Money.nullable(),
  stock: StockState,
  image_ids: z.array(z.int()),
  max_per_order: z.int(),
  /** Its delivery, if that differs from the product's. */
  delivery: HomeDelivery.nullable().optional(),
});
export type Variation = z.infer<typeof Variation>;

export const OptionValue = z.object({
  id: z.int(),
  label: z.string(),
  code: z.string(),
  swatch: z.string().nullable(),
  available: z.boolean(),
});
export const ProductOptionGroup = z.object({
  id: z.int(),
  name: z.string(),
  display: z.enum(["swatch", "image", "button", "select"]),
  values: z.array(OptionValue),
});

export const ProductDetails = ProductCard.extend({
  images: z.array(Image.extend({ option_value_id: z.int().nullable() })),
  description_html: z.string(),
  product_type: z.object({ id: z.int(), name: z.string() }),
  brand: z.string().nullable(),
  categories: z.array(z.object({ id: z.int(), name: z.string(), path: z.string() })),
  breadcrumbs: z.array(z.object({ name: z.string(), path: z.string() })),
  tags: z.array(z.object({ id: z.int(), name: z.string() })),
  attributes: z.array(z.object({ key: z.string(), label: z.string(), value: z.string(), unit: z.string().nullable() })),
  /** Its own, else that of its brand, else of its type. */
  safety: ProductSafety,
  /** As `safety`; null if it isn't known. */
  country_of_origin: z.string().nullable(),
  energy_label: EnergyLabel.nullable(),
  /** Of its product type; empty without one. */
  size_guide_html: z.string(),
  option_groups: z.array(ProductOptionGroup),
  variations: z.array(Variation),
  rating: Rating.extend({ distribution: z.array(z.int()).length(5) }),
  /** The delivery of its first variation that is delivered. */
  delivery: HomeDelivery.nullable(),
  /** Whether tax is charged on it in the shop's country. */
  is_taxed: z.boolean(),
  /** The return policy, as text. */
  returns: z.string().nullable(),
  /** Days in which a return can be requested; 0 for final sale, null if it isn't known. */
  return_days: z.int().nullable(),
  seo: z.object({ title: z.string(), description: z.string() }),
  published_at: Instant.nullable(),
  redirect_to: z.string().nullable(),
});
export type ProductDetails = z.infer<typeof ProductDetails>;

/** A product among the search suggestions. */
export const Suggestion = ProductCard.pick({
  id: true,
  slug: true,
  name: true,
  thumbnail: true,
  price: true,
  max_price: true,
  price_per_measure: true,
}).extend({
  /** The option value searched for that the thumbnail shows, such as a color; null if it is the cover. */
  option_value_id: z.int().nullable(),
});
export type Suggestion = z.infer<typeof Suggestion>;

export const productsApi = {
  "GET /product": endpoint({
    summary: "List products on sale, filtered and sorted, with facets.",
    caller: "anyone",
    cached: true,
    query: ProductQuery,
    reply: ProductList,
    problems: ["not_found"],
  }),
  "GET /product/search-suggestion": endpoint({
    summary: "Suggest products and categories for typed text of at least 2 characters; typing errors are corrected.",
    caller: "anyone",
    cached: true,
    query: z.object({ q: z.string().max(500).default("") }),
    reply: z.object({
      data: z.array(Suggestion),
      categories: z.array(z.object({ id: z.int(), name: z.string(), path: z.string() })),
      did_you_mean: z.string().nullable(),
      search_changes: SearchChanges.nullable(),
    }),
  }),
  "GET /product/related/:id": endpoint({
    summary: "List related products.",
    caller: "anyone",
    cached: true,
    params: IdParams,
    query: z.object({ per_page: wholeNumber(1, 24).default(8) }),
    reply: list(ProductCard),
  }),
  "GET /product/bought-together/:id": endpoint({
    summary: "List products in stock that are bought together with this one, most often first.",
    caller: "anyone",
    cached: true,
    params: IdParams,
    query: z.object({ per_page: wholeNumber(1, 12).default(4) }),
    reply: list(ProductCard),
  }),
  // Synonyms, which are among the settings, are made from them.
  "GET /product/admin/zero-result-searches": product
    .alsoFor("settings")
    .list(
      "List searches without results in the last `days` days, most frequent first.",
      z.object({ term: z.string(), searches: z.int() }),
      { query: z.object({ days: wholeNumber(1, 90).default(30) }) },
    ),
  "GET /product/details/:slug": endpoint({
    summary: "Retrieve a product with everything its page shows. For a former slug, `redirect_to` is the current one.",
    caller: "anyone",
    cached: true,
    params: z.object({ slug: z.string().min(1).max(productLimits.slug) }),
    reply: one(ProductDetails),
  }),
};
