import { z } from "zod";
import { endpoint, Id, IdParams, list, one, Position, Version } from "#contract/endpoint.ts";
import { Image } from "#contract/images.ts";

/** A category with its children under `subfolder`; `product_count` includes those of its descendants. */
export const Category = z.object({
  id: z.int(),
  name: z.string(),
  slug: z.string(),
  path: z.string(),
  position: z.int(),
  product_count: z.int(),
  image: Image.nullable(),
  /** How many categories lie directly below, also where `depth` left them out of `subfolder`. */
  subfolder_count: z.int(),
  get subfolder() {
    return z.array(Category);
  },
});
export type Category = z.infer<typeof Category>;

/** A category as the dashboard's tree has it: hidden ones too, and what a change of it must name. */
export const AdminCategory = Category.omit({ subfolder: true }).extend({
  is_active: z.boolean(),
  version: z.int(),
  get subfolder() {
    return z.array(AdminCategory);
  },
});
export type AdminCategory = z.infer<typeof AdminCategory>;

export const CategoryForm = z.object({
  name: z.string().trim().min(1, "Name required").max(120),
  slug: z.string().trim().max(120).optional(),
  parent_id: Id.nullish(),
  position: Position.optional(),
  image_id: Id.nullish(),
  description: z.string().max(5000).nullish(),
  is_active: z.boolean().optional(),
});
export type CategoryForm = z.infer<typeof CategoryForm>;

/** One category as the admin form and the list page's header need it. */
export const CategoryDetails = z.object({
  id: z.int(),
  parent_id: z.int().nullable(),
  name: z.string(),
  slug: z.string(),
  path: z.string(),
  depth: z.int(),
  position: z.int(),
  description: z.string().nullable(),
  image: Image.nullable(),
  is_active: z.boolean(),
  product_count: z.int(),
  version: z.int(),
  breadcrumbs: z.array(z.object({ name: z.string(), path: z.string() })),
});
export type CategoryDetails = z.infer<typeof CategoryDetails>;

export const CategoryQuery = z.object({
  /** Only the children of this path, without their own unless `depth` says so. */
  parent: z.string().max(500).optional(),
  /** Only categories whose name contains this. */
  name: z.string().max(100).optional(),
  /** How many levels to nest; all by default, one below a `parent`. */
  depth: z.coerce.number<number | string>().int().min(1).max(8).optional(),
});

export const categoriesApi = {
  "GET /categories": endpoint({
    summary: "The category tree.",
    caller: "anyone",
    cached: true,
    query: CategoryQuery,
    reply: list(Category),
  }),
  "GET /categories/admin": endpoint({
    summary: "The category tree with hidden ones, for the dashboard.",
    caller: "admin",
    query: CategoryQuery,
    reply: list(AdminCategory),
  }),
  "GET /categories/:id": endpoint({
    summary: "One category; a hidden one for administrators only.",
    caller: "visitor",
    params: IdParams,
    reply: one(CategoryDetails),
    problems: ["not_found"],
  }),
  "POST /categories": endpoint({
    summary: "Make a category; its address (`path`) follows from the names above it.",
    caller: "admin",
    idempotency: "accepted",
    body: CategoryForm,
    reply: one(CategoryDetails),
    status: 201,
    problems: ["not_found", "slug_taken", "category_too_deep"],
  }),
  "PUT /categories/:id": endpoint({
    summary: "Change a category. Renaming or moving rewrites the addresses below it; the old ones redirect.",
    caller: "admin",
    params: IdParams,
    body: CategoryForm.extend({ version: Version }),
    reply: one(CategoryDetails),
    problems: ["not_found", "slug_taken", "category_cycle", "category_too_deep", "stale"],
  }),
  "DELETE /categories/:id": endpoint({
    summary: "Delete a category. One with products or children needs `on_products`: move (to `target_id`) or detach.",
    caller: "admin",
    params: IdParams,
    query: z.object({ on_products: z.enum(["move", "detach"]).optional(), target_id: Id.optional() }),
    status: 204,
    problems: ["not_found", "category_not_empty"],
  }),
  "POST /categories/:id/move": endpoint({
    summary: "Move a category below another (null: to the top) and to a place among its siblings.",
    caller: "admin",
    params: IdParams,
    body: z.object({
      parent_id: Id.nullable(),
      position: Position,
      /** Given, the move is refused (`stale`) once somebody else has changed the category. */
      version: Version.optional(),
    }),
    reply: one(CategoryDetails),
    problems: ["not_found", "category_cycle", "category_too_deep", "slug_taken", "stale"],
  }),
};
