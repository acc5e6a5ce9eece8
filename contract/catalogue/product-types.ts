import { z } from "zod";
import { productLimits } from "#contract/catalogue/product-limits.ts";
import { endpoint, Id, IdParams, list, one, Version } from "#contract/endpoint.ts";

export const ProductType = z.object({
  id: z.int(),
  name: z.string(),
  slug: z.string(),
  is_shippable: z.boolean(),
  /** Tax class of its products; null for the default class. */
  tax_class_id: z.int().nullable(),
  /** Days after delivery in which a return can be requested; 0 for final sale. Placed orders are not affected. */
  return_days: z.int(),
  attribute_schema: z.array(z.object({ key: z.string(), label: z.string(), unit: z.string().nullish() })),
  version: z.int(),
});
export type ProductType = z.infer<typeof ProductType>;
export const ProductTypeForm = z.object({
  name: z.string("Name required").trim().min(1, "Name required").max(productLimits.type),
  is_shippable: z.boolean().default(true),
  tax_class_id: Id.nullable().default(null),
  return_days: z.int().min(0).max(365).default(30),
  attribute_schema: z
    .array(
      z.object({
        key: z.string().regex(/^[a-z0-9_]{1,60}$/, "Use only lowercase letters, numbers and underscores."),
        label: z.string().trim().min(1).max(60),
        unit: z.string().max(20).nullish(),
      }),
    )
    .max(100)
    .default([]),
});

export const productTypesApi = {
  "GET /product-types": endpoint({
    summary: "List product types.",
    caller: "anyone",
    cached: true,
    reply: list(ProductType),
  }),
  "POST /product-types": endpoint({
    summary: "Create a product type.",
    caller: "admin",
    idempotency: "accepted",
    body: ProductTypeForm,
    reply: one(ProductType),
    status: 201,
    problems: ["name_taken"],
  }),
  "PUT /product-types/:id": endpoint({
    summary: "Update a product type.",
    caller: "admin",
    params: IdParams,
    body: ProductTypeForm.extend({ version: Version }),
    reply: one(ProductType),
    problems: ["not_found", "name_taken", "stale"],
  }),
  "DELETE /product-types/:id": endpoint({
    summary: "Delete a product type that no product has.",
    caller: "admin",
    params: IdParams,
    status: 204,
    problems: ["not_found", "in_use"],
  }),
};
