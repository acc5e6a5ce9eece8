import { z } from "zod";
import { endpoint, Id, IdParams, list, one } from "#contract/endpoint.ts";

/** The words products are described with: types, option groups, tags. */
export const Tag = z.object({ id: z.int(), name: z.string(), slug: z.string() });
export type Tag = z.infer<typeof Tag>;
export const TagForm = z.object({ name: z.string().trim().min(1, "Name required").max(60) });

export const OptionGroup = z.object({
  id: z.int(),
  name: z.string(),
  code: z.string(),
  display: z.enum(["swatch", "image", "button", "select"]),
  values: z.array(z.object({ id: z.int(), label: z.string(), code: z.string(), swatch: z.string().nullable() })),
});
export type OptionGroup = z.infer<typeof OptionGroup>;
export const OptionGroupForm = z.object({
  name: z.string().trim().min(1, "Name required").max(60),
  display: z.enum(["swatch", "image", "button", "select"]).default("button"),
  /** In order. Values with an id are kept and renamed; those not sent are removed when nothing uses them. */
  values: z
    .array(
      z.object({
        id: Id.optional(),
        label: z.string().trim().min(1).max(60),
        swatch: z
          .string()
          .regex(/^#[0-9a-f]{6}$/i, "A colour such as #b98a5f.")
          .nullish(),
      }),
    )
    .min(1)
    .max(100),
});

export const ProductType = z.object({
  id: z.int(),
  name: z.string(),
  slug: z.string(),
  is_shippable: z.boolean(),
  /** What its products are taxed as; null for the default class. */
  tax_class_id: z.int().nullable(),
  /** Days after their arrival in which its products may be sent back; 0 never. Orders placed before keep theirs. */
  return_days: z.int(),
  attribute_schema: z.array(z.object({ key: z.string(), label: z.string(), unit: z.string().nullish() })),
});
export type ProductType = z.infer<typeof ProductType>;
export const ProductTypeForm = z.object({
  name: z.string().trim().min(1, "Name required").max(60),
  is_shippable: z.boolean().default(true),
  tax_class_id: Id.nullable().default(null),
  return_days: z.int().min(0).max(365).default(30),
  attribute_schema: z
    .array(
      z.object({
        key: z.string().regex(/^[a-z0-9_]{1,60}$/, "Small letters, digits and underscores."),
        label: z.string().trim().min(1).max(60),
        unit: z.string().max(20).nullish(),
      }),
    )
    .max(100)
    .default([]),
});

const TagLink = z.object({ id: Id, tagId: Id });

export const vocabularyApi = {
  "GET /tags": endpoint({ summary: "All tags.", caller: "anyone", cached: true, reply: list(Tag) }),
  "POST /tags": endpoint({
    summary: "Make a tag.",
    caller: "admin",
    idempotency: "accepted",
    body: TagForm,
    reply: one(Tag),
    status: 201,
    problems: ["name_taken"],
  }),
  "PUT /tags/:id": endpoint({
    summary: "Rename a tag.",
    caller: "admin",
    params: IdParams,
    body: TagForm,
    reply: one(Tag),
    problems: ["not_found", "name_taken"],
  }),
  "DELETE /tags/:id": endpoint({
    summary: "Remove a tag from the shop.",
    caller: "admin",
    params: IdParams,
    status: 204,
    problems: ["not_found"],
  }),
  "POST /product/:id/tag/:tagId": endpoint({
    summary: "Put a tag on a product.",
    caller: "admin",
    params: TagLink,
    reply: list(Tag),
    problems: ["not_found"],
  }),
  "DELETE /product/:id/tag/:tagId": endpoint({
    summary: "Take a tag off a product.",
    caller: "admin",
    params: TagLink,
    reply: list(Tag),
    problems: ["not_found"],
  }),
  "GET /product/option-group": endpoint({
    summary: "Option groups and their values.",
    caller: "anyone",
    cached: true,
    reply: list(OptionGroup),
  }),
  "POST /product/option-group": endpoint({
    summary: "Make an option group.",
    caller: "admin",
    idempotency: "accepted",
    body: OptionGroupForm,
    reply: one(OptionGroup),
    status: 201,
    problems: ["name_taken"],
  }),
  "PUT /product/option-group/:id": endpoint({
    summary: "Change an option group.",
    caller: "admin",
    params: IdParams,
    body: OptionGroupForm,
    reply: one(OptionGroup),
    problems: ["not_found", "name_taken", "option_in_use"],
  }),
  "DELETE /product/option-group/:id": endpoint({
    summary: "Remove an option group that no product uses.",
    caller: "admin",
    params: IdParams,
    status: 204,
    problems: ["not_found", "option_in_use"],
  }),
  "GET /product-types": endpoint({
    summary: "Product types.",
    caller: "anyone",
    cached: true,
    reply: list(ProductType),
  }),
  "POST /product-types": endpoint({
    summary: "Make a product type.",
    caller: "admin",
    idempotency: "accepted",
    body: ProductTypeForm,
    reply: one(ProductType),
    status: 201,
    problems: ["name_taken"],
  }),
  "PUT /product-types/:id": endpoint({
    summary: "Change a product type.",
    caller: "admin",
    params: IdParams,
    body: ProductTypeForm,
    reply: one(ProductType),
    problems: ["not_found", "name_taken"],
  }),
  "DELETE /product-types/:id": endpoint({
    summary: "Remove a product type that no product has.",
    caller: "admin",
    params: IdParams,
    status: 204,
    problems: ["not_found", "in_use"],
  }),
};
