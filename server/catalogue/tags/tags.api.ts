import type { App } from "#server/platform/app.ts";
import { fields, sendCsv, tableLines } from "#server/platform/csv.ts";
import { listTags } from "./tags.sql.ts";
import {
  createTag,
  deleteTag,
  findTagState,
  mergeTags,
  restoreTag,
  setProductTag,
  type TagState,
  updateTag,
} from "./tags.ts";

/** Tag endpoints. */
export function tagRoutes(app: App) {
  const { db, handle, answer, write, object } = app;
  object<TagState>("tag", {
    read: (tx, id) => findTagState(tx, Number(id)),
    name: ({ name }) => name,
    update: (tx, id, state) => updateTag(tx, Number(id), state),
    create: (tx, _id, state) => restoreTag(tx, state),
    canCreate: ({ product_ids }) => product_ids !== null,
    remove: (tx, id) => deleteTag(tx, Number(id)),
  });
  answer("GET /tags", () => listTags(db), "catalogue");
  handle("GET /tags/export", async ({ query: { name = "" } }, call) => {
    const tags = (await listTags(db)).filter((tag) => tag.name.toLowerCase().includes(name.toLowerCase()));
    return sendCsv(call, "tags", tableLines(fields("name", "slug"), [tags]));
  });
  write("POST /tags", (tx, { body }) => createTag(tx, body.name));
  write("PUT /tags/:id", (tx, { params, body }) => updateTag(tx, params.id, body));
  write("POST /tags/:id/merge", (tx, { params, body }) => mergeTags(app, tx, params.id, body.into_id));
  write("DELETE /tags/:id", (tx, { params }) => deleteTag(tx, params.id));
  write("POST /product/:id/tag/:tagId", (tx, { params }) => setProductTag(tx, params.id, params.tagId, true), {
    keepsQuantities: () => true,
  });
  write("DELETE /product/:id/tag/:tagId", (tx, { params }) => setProductTag(tx, params.id, params.tagId, false), {
    keepsQuantities: () => true,
  });
}
