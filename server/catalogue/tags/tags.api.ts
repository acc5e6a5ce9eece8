import type { App } from "#server/platform/app.ts";
import { fields, sendCsv, tableLines } from "#server/platform/csv.ts";
import { listTags } from "./tags.sql.ts";
import { createTag, deleteTag, mergeTags, restoreTag, setProductTag, updateTag } from "./tags.ts";

/** Tag endpoints. */
export function tagRoutes({ db, handle, answer, write, restore }: App) {
  answer("GET /tags", () => listTags(db), "catalogue");
  handle("GET /tags/export", async ({ query: { name = "" } }, call) => {
    const tags = (await listTags(db)).filter((tag) => tag.name.toLowerCase().includes(name.toLowerCase()));
    return sendCsv(call, "tags", tableLines(fields("name", "slug"), [tags]));
  });
  write("POST /tags", (tx, { body }) => createTag(tx, body.name));
  write("PUT /tags/:id", (tx, { params, body }) => updateTag(tx, params.id, body.name));
  write("POST /tags/:id/merge", (tx, { params, body }) => mergeTags(tx, params.id, body.into_id));
  write("DELETE /tags/:id", (tx, { params }, { audit }) => deleteTag(tx, params.id, audit));
  restore("DELETE /tags/:id", (tx, _params, before) => restoreTag(tx, before as Parameters<typeof restoreTag>[1]));
  write("POST /product/:id/tag/:tagId", (tx, { params }) => setProductTag(tx, params.id, params.tagId, true));
  write("DELETE /product/:id/tag/:tagId", (tx, { params }) => setProductTag(tx, params.id, params.tagId, false));
}
