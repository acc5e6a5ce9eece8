import type { App } from "#server/platform/app.ts";
import { userId } from "#server/platform/auth/caller.ts";
import { fields } from "#server/platform/csv.ts";
import {
  bulkEditObject,
  cancelBulkEdit,
  getBulkEdit,
  listLatestBulkEdits,
  previewBulkEdit,
  registerBulkEditJobs,
  startBulkEdit,
  undoBulkEdit,
} from "./bulk-edits.ts";

/** Endpoints and jobs of bulk edits. */
export function bulkEditRoutes(app: App) {
  const { db } = app;
  registerBulkEditJobs(app);
  app.object("bulk_edit", bulkEditObject);
  app.answer("POST /product/admin/bulk-edits/preview", ({ body }) => previewBulkEdit(app, body));
  app.write("POST /product/admin/bulk-edits", async (tx, { body }, { caller }) =>
    getBulkEdit(app, tx, await startBulkEdit(app, tx, body, userId(caller))),
  );
  app.answer("GET /product/admin/bulk-edits", () => listLatestBulkEdits(app));
  app.handleExport("GET /product/admin/bulk-edits", {
    change: ({ change }) => JSON.stringify(change),
    status: "status",
    products: "total",
    ...fields("changed", "unchanged", "failed", "undone", "changed_since", "by", "created_at"),
  });
  app.answer("GET /product/admin/bulk-edits/:id", ({ params }) => getBulkEdit(app, db, params.id));
  app.write("POST /product/admin/bulk-edits/:id/cancel", async (tx, { params }) => {
    await cancelBulkEdit(tx, params.id);
    return getBulkEdit(app, tx, params.id);
  });
  app.write("POST /product/admin/bulk-edits/:id/undo", async (tx, { params }) => {
    await undoBulkEdit(app, tx, params.id);
    return getBulkEdit(app, tx, params.id);
  });
}
