import { z } from "zod";
import { attributeKeyPattern, attributeKinds } from "#contract/catalogue/attributes.ts";
import { productLimits } from "#contract/catalogue/product-limits.ts";
import { ProductSafety } from "#contract/catalogue/product-safety.ts";
import { Country, endpoint, Id, list, Version } from "#contract/endpoint.ts";
import { resource } from "#contract/resources/resource.ts";

const Attribute = z.object({
  key: z.string(),
  label: z.string(),
  kind: z.enum(attributeKinds).default("text"),
  unit: z.string().nullish(),
  required: z.boolean().default(false),
  filterable: z.boolean().default(false),
  choices: z.array(z.string()).default([]),
});

/** Why products can't be withdrawn from (directive 2011/83/EU, article 16); the last two only once they are opened. */
export const WithdrawalExclusion = z.enum(["none", "perishable", "made_to_order", "sealed_hygiene", "opened_download"]);
export type WithdrawalExclusion = z.infer<typeof WithdrawalExclusion>;

export const ProductType = z.object({
  id: z.int(),
  name: z.string(),
  slug: z.string(),
  is_shippable: z.boolean(),
  /** Tax class of its products; null for the default class. */
  tax_class_id: z.int().nullable(),
  /**
   * Days after delivery in which a return can be requested; 0 for final sale. Null as long as it isn't set: products say
   * nothing of returns, and customers can't request them. Placed orders are not affected.
   */
  return_days: z.int().nullable(),
  /** Placed orders are not affected. */
  withdrawal_exclusion: WithdrawalExclusion,
  /** Whether its products need a unit price: those without one are counted as lacking it. */
  requires_unit_price: z.boolean(),
  /** For its products without their own, and without that of their brand. */
  safety: ProductSafety.nullable(),
  /** As `safety`. */
  country_of_origin: Country.nullable(),
  /** In the order they are shown in. */
  attribute_schema: z.array(Attribute),
  /** Shown next to the sizes of its products: text, lists and tables; empty without one. */
  size_guide_html: z.string(),
  version: z.int(),
});
export type ProductType = z.infer<typeof ProductType>;
export const ProductTypeForm = z.object({
  name: z.string("Name required").trim().min(1, "Name required").max(productLimits.type),
  is_shippable: z.boolean().default(true),
  tax_class_id: Id.nullable().default(null),
  return_days: z.int().min(0).max(365).nullable().default(null),
  withdrawal_exclusion: WithdrawalExclusion.default("none"),
  requires_unit_price: z.boolean().default(false),
  safety: ProductSafety.nullable().default(null),
  country_of_origin: Country.nullable().default(null),
  attribute_schema: z
    .array(
      Attribute.extend({
        key: z.string().regex(attributeKeyPattern, "Use only lowercase letters, numbers and underscores."),
        label: z.string().trim().min(1, "Name required").max(60),
        unit: z.string().trim().max(20).nullish(),
        choices: z.array(z.string().trim().min(1).max(100)).max(200).default([]),
      }).refine(({ kind, choices }) => kind !== "select" || choices.length > 0, {
        error: "Add at least one value.",
        path: ["choices"],
      }),
    )
    .max(100)
    .refine((all) => new Set(all.map(({ key }) => key)).size === all.length, "Two attributes have the same key.")
    .default([]),
  size_guide_html: z.string().max(50_000).default(""),
});

/** What a client leaves out, as it doesn't know it yet, stays. */
export const ProductTypeUpdate = ProductTypeForm.extend({
  withdrawal_exclusion: WithdrawalExclusion.optional(),
  requires_unit_price: z.boolean().optional(),
  safety: ProductSafety.nullable().optional(),
  country_of_origin: Country.nullable().optional(),
  version: Version,
});

const productType = resource("product_type", ["catalogue"]);

export const productTypesApi = {
  "GET /product-types": endpoint({
    summary: "List product types.",
    caller: "anyone",
    cached: true,
    reply: list(ProductType),
  }),
  "GET /product-types/export": productType.export("Download product types as CSV."),
  "POST /product-types": productType.create("Create a product type.", ProductTypeForm, ProductType, ["name_taken"]),
  "PUT /product-types/:id": productType.update("Update a product type.", ProductTypeUpdate, ProductType, [
    "name_taken",
    "stale",
  ]),
  "DELETE /product-types/:id": productType.delete("Delete a product type that no product has.", ["in_use"]),
};
