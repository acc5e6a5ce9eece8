import { z } from "zod";
import { CategoryRules } from "#contract/catalogue/category-rules.ts";
import { endpoint, Id, IdParams, list, one, Position, Version, wholeNumber } from "#contract/endpoint.ts";
import { Image } from "#contract/images.ts";
import { category } from "#contract/resources/resources.ts";

/** A category with its children under `subfolder`; `product_count` includes those of its descendants. */
export const Category = z.object({
  id: z.int(),
  name: z.string(),
  slug: z.string(),
  path: z.string(),
  position: z.int(),
  product_count: z.int(),
  image: Image.nullable(),
  /** Number of direct children, including those that `depth` leaves out of `subfolder`. */
  subfolder_count: z.int(),
  get subfolder() {
    return z.array(Category);
  },
});
export type Category = z.infer<typeof Category>;

/** A category in the dashboard's tree, which includes hidden ones. */
export const AdminCategory = Category.omit({ subfolder: true }).extend({
  is_active: z.boolean(),
  version: z.int(),
  get subfolder() {
    return z.array(AdminCategory);
  },
});
export type AdminCategory = z.infer<typeof AdminCategory>;

export const CategoryForm = z.object({
  name: z.string("Name required").trim().min(1, "Name required").max(120),
  slug: z.string().trim().max(120).optional(),
  parent_id: Id.nullish(),
  position: Position.optional(),
  image_id: Id.nullish(),
  description: z.string().max(5000).nullish(),
  is_active: z.boolean().optional(),
  /** Null for none: the category has the products assigned to it. */
  rules: CategoryRules.nullish(),
});
export type CategoryForm = z.infer<typeof CategoryForm>;

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
  /** For administrators only. */
  rules: CategoryRules.nullish(),
});
export type CategoryDetails = z.infer<typeof CategoryDetails>;

export const CategoryQuery = z.object({
  /** Only the descendants of this path, `depth` levels of them. */
  parent: z.string().max(500).optional(),
  /** Part of the name. */
  name: z.string().max(100).optional(),
  /** Levels to nest: all by default, one below a `parent`. */
  depth: wholeNumber(1, 8).optional(),
});

export const categoriesApi = {
  "GET /categories": endpoint({
    summary: "List categories as a tree, and whether the shop has reduced products.",
    caller: "anyone",
    cached: true,
    query: CategoryQuery,
    /** `has_sale`: whether any product on sale has a reduced price, so that menus lead to these. */
    reply: list(Category).extend({ has_sale: z.boolean() }),
  }),
  "GET /categories/admin": category
    .alsoFor("marketing", "settings")
    .list("List categories as a tree, hidden ones included.", AdminCategory, {
      query: CategoryQuery,
    }),
  "GET /categories/export": category.read({
    isExport: true,
    summary: "Download all categories as CSV with columns that an import reads, hidden ones included.",
  }),
  "GET /categories/:id": endpoint({
    summary: "Retrieve a category; hidden ones for administrators only.",
    caller: "visitor",
    params: IdParams,
    reply: one(CategoryDetails),
  }),
  "POST /categories": category.create(
    "Create a category. Its `path` consists of the slugs of its ancestors and its own.",
    CategoryForm,
    CategoryDetails,
    ["not_found", "slug_taken", "category_too_deep"],
  ),
  "PUT /categories/:id": category.update(
    "Update a category. Renaming or moving it changes the paths of it and all below; old paths redirect.",
    CategoryForm.extend({ version: Version }),
    CategoryDetails,
    ["slug_taken", "category_cycle", "category_too_deep", "stale"],
  ),
  "DELETE /categories/:id": category.write({
    summary:
      "Delete a category. If it has products or children, `on_products` is required: `move` to `target_id`, or `detach`.",
    undo: "snapshot",
    params: IdParams,
    query: z.object({ on_products: z.enum(["move", "detach"]).optional(), target_id: Id.optional() }),
    status: 204,
    problems: ["category_not_empty"],
  }),
  "POST /categories/:id/move": category.update(
    "Move a category to another parent (null for the top level) and position.",
    z.object({
      parent_id: Id.nullable(),
      position: Position,
      /** If given and no longer current, the move fails with `stale`. */
      version: Version.optional(),
    }),
    CategoryDetails,
    ["category_cycle", "category_too_deep", "slug_taken", "stale"],
  ),
};
