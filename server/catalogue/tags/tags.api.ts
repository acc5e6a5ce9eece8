import type { App } from "#server/platform/app.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { fields, sendCsv, tableLines } from "#server/platform/http/csv.ts";
import { listTags } from "./tags.sql.ts";
import { createTag, deleteTag, mergeTags, setProductTag, updateTag } from "./tags.ts";

/** Tag endpoints. */
export function tagRoutes({ db, handle }: App) {
  handle("GET /tags", async (_input, { addCacheTags }) => {
    addCacheTags("catalogue");
    return { data: await listTags(db) };
  });
  handle("GET /tags/export", async ({ query: { name = "" } }, call) => {
    const tags = (await listTags(db)).filter((tag) => tag.name.toLowerCase().includes(name.toLowerCase()));
    return sendCsv(call, "tags", tableLines(fields("name", "slug"), [tags]));
  });
  handle("POST /tags", async ({ body }, { idempotency }) => ({
    data: await idempotency.transaction(db, (tx) => createTag(tx, body.name)),
  }));
  handle("PUT /tags/:id", async ({ params, body }) => ({
    data: await inTransaction(db, (tx) => updateTag(tx, params.id, body.name)),
  }));
  handle("POST /tags/:id/merge", async ({ params, body }) => ({
    data: await inTransaction(db, (tx) => mergeTags(tx, params.id, body.into_id)),
  }));
  handle("DELETE /tags/:id", ({ params }) => inTransaction(db, (tx) => deleteTag(tx, params.id)));
  handle("POST /product/:id/tag/:tagId", async ({ params }) => ({
    data: await inTransaction(db, (tx) => setProductTag(tx, params.id, params.tagId, true)),
  }));
  handle("DELETE /product/:id/tag/:tagId", async ({ params }) => ({
    data: await inTransaction(db, (tx) => setProductTag(tx, params.id, params.tagId, false)),
  }));
}
