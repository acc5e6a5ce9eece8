import { z } from "zod";
import { productLimits } from "#contract/catalogue/product-limits.ts";
import { endpoint, Id, IdParams, list, one } from "#contract/endpoint.ts";

export const Tag = z.object({ id: z.int(), name: z.string(), slug: z.string() });
export type Tag = z.infer<typeof Tag>;
export const TagForm = z.object({
  name: z.string("Name required").trim().min(1, "Name required").max(productLimits.tag),
});

const ProductTagParams = z.object({ id: Id, tagId: Id });

export const tagsApi = {
  "GET /tags": endpoint({ summary: "List tags.", caller: "anyone", cached: true, reply: list(Tag) }),
  "POST /tags": endpoint({
    summary: "Create a tag.",
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
  "POST /tags/:id/merge": endpoint({
    summary: "Replace a tag by another one on all its products and delete it.",
    caller: "admin",
    params: IdParams,
    body: z.object({ into_id: Id }),
    reply: one(Tag),
    problems: ["not_found", "tag_merge_self"],
  }),
  "DELETE /tags/:id": endpoint({
    summary: "Delete a tag.",
    caller: "admin",
    params: IdParams,
    status: 204,
    problems: ["not_found"],
  }),
  "POST /product/:id/tag/:tagId": endpoint({
    summary: "Add a tag to a product.",
    caller: "admin",
    params: ProductTagParams,
    reply: list(Tag),
    problems: ["not_found"],
  }),
  "DELETE /product/:id/tag/:tagId": endpoint({
    summary: "Remove a tag from a product.",
    caller: "admin",
    params: ProductTagParams,
    reply: list(Tag),
    problems: ["not_found"],
  }),
};
