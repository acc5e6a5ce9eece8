import { z } from "zod";
import { productLimits } from "#contract/catalogue/product-limits.ts";
import { endpoint, Id, list } from "#contract/endpoint.ts";
import { resource } from "#contract/resources/resource.ts";
import { product } from "#contract/resources/resources.ts";
import { notUndone } from "#contract/resources/undo.ts";

export const Tag = z.object({ id: z.int(), name: z.string(), slug: z.string() });
export type Tag = z.infer<typeof Tag>;
export const TagForm = z.object({
  name: z.string("Name required").trim().min(1, "Name required").max(productLimits.tag),
});

const ProductTagParams = z.object({ id: Id, tagId: Id });

const tag = resource("tag", ["catalogue"]);

export const tagsApi = {
  "GET /tags": endpoint({ summary: "List tags.", caller: "anyone", cached: true, reply: list(Tag) }),
  "GET /tags/export": tag.export("Download tags as CSV.", z.object({ name: z.string().max(100).optional() })),
  "POST /tags": tag.create("Create a tag.", TagForm, Tag, ["name_taken"]),
  "PUT /tags/:id": tag.update("Rename a tag.", TagForm, Tag, ["name_taken"]),
  "POST /tags/:id/merge": tag.update(
    "Replace a tag by another one on all its products and delete it.",
    z.object({ into_id: Id }),
    Tag,
    ["tag_merge_self"],
    notUndone.deleted,
  ),
  "DELETE /tags/:id": tag.delete("Delete a tag."),
  "POST /product/:id/tag/:tagId": product.write({
    summary: "Add a tag to a product.",
    undo: "snapshot",
    params: ProductTagParams,
    reply: list(Tag),
  }),
  "DELETE /product/:id/tag/:tagId": product.write({
    summary: "Remove a tag from a product.",
    undo: "snapshot",
    params: ProductTagParams,
    reply: list(Tag),
  }),
};
