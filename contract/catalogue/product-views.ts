import { z } from "zod";
import { endpoint, one } from "#contract/endpoint.ts";

/** Columns of the product list that can be shown or hidden. */
export const productColumns = [
  "status",
  "stock",
  "variations",
  "price",
  "updated",
  "type",
  "brand",
  "schedule",
] as const;
export type ProductColumn = (typeof productColumns)[number];

/** How an administrator has set up the product list. */
export const ProductListPreferences = z.object({
  /** Saved filters, in the order of their tabs. */
  views: z
    .array(
      z.object({
        name: z.string().trim().min(1, "Enter a name.").max(40),
        /** Query of the list's URL, such as `status=draft&stock=low`. */
        query: z.string().max(2000),
      }),
    )
    .max(20, "You can save up to 20 views. Delete one first.")
    .refine((views) => new Set(views.map(({ name }) => name)).size === views.length, "Each view needs its own name."),
  /** The shown columns; null for the default ones. */
  columns: z.array(z.enum(productColumns)).max(productColumns.length).nullable(),
});
export type ProductListPreferences = z.infer<typeof ProductListPreferences>;

export const productViewsApi = {
  "GET /product/admin/preferences": endpoint({
    summary: "Retrieve the administrator's saved views and columns of the product list.",
    caller: "admin",
    reply: one(ProductListPreferences),
  }),
  "PUT /product/admin/preferences": endpoint({
    summary: "Save the administrator's views and columns of the product list.",
    caller: "admin",
    body: ProductListPreferences,
    reply: one(ProductListPreferences),
  }),
};
