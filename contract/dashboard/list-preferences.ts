import { z } from "zod";
import { one } from "#contract/endpoint.ts";
import { resource } from "#contract/resources/resource.ts";

/** The lists of the dashboard that can be set up. */
export const ListName = z.enum(["orders", "products"]);
export type ListName = z.infer<typeof ListName>;

/** How a member of staff has set up a list. */
export const ListPreferences = z.object({
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
  /** The shown columns; null for the default ones, and in lists without a choice. */
  columns: z
    .array(z.string().regex(/^[a-z_]{1,40}$/))
    .max(20)
    .nullable(),
});
export type ListPreferences = z.infer<typeof ListPreferences>;

const params = z.object({ list: ListName });

const listPreference = resource("list_preference", ["catalogue", "orders"]);

export const listPreferencesApi = {
  "GET /dashboard/lists/:list": listPreference.read({
    summary: "Retrieve the caller's saved views and columns of a list.",
    params,
    reply: one(ListPreferences),
  }),
  "PUT /dashboard/lists/:list": listPreference.read({
    summary: "Save the caller's views and columns of a list.",
    undo: { none: "It is set back where it was set." },
    recorded: { none: "It is one's own view of a list, of which nobody else sees anything." },
    params,
    body: ListPreferences,
    reply: one(ListPreferences),
  }),
};
