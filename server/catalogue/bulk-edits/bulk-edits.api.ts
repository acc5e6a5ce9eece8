import type { App } from "#server/platform/app.ts";
import { userId } from "#server/platform/auth/caller.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { fields } from "#server/platform/http/csv.ts";
import {
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
  app.handle("POST /product/admin/bulk-edits/preview", async ({ body }) => ({
    data: await previewBulkEdit(app, body),
  }));
  app.handle("POST /product/admin/bulk-edits", ({ body }, { caller, idempotency }) =>
    idempotency.transaction(db, async (tx) => {
      const id = await startBulkEdit(app, tx, body, userId(caller));
      return { data: await getBulkEdit(app, tx, id) };
    }),
  );
  app.handle("GET /product/admin/bulk-edits", async () => ({ data: await listLatestBulkEdits(app) }));
  app.handleExport("GET /product/admin/bulk-edits", {
    change: ({ change }) => JSON.stringify(change),
    status: "status",
    products: "total",
    ...fields("changed", "unchanged", "failed", "undone", "changed_since", "by", "created_at"),
  });
  app.handle("GET /product/admin/bulk-edits/:id", async ({ params }) => ({
    data: await getBulkEdit(app, db, params.id),
  }));
  app.handle("POST /product/admin/bulk-edits/:id/cancel", ({ params }) =>
    inTransaction(db, async (tx) => {
      await cancelBulkEdit(tx, params.id);
      return { data: await getBulkEdit(app, tx, params.id) };
    }),
  );
  app.handle("POST /product/admin/bulk-edits/:id/undo", ({ params }) =>
    inTransaction(db, async (tx) => {
      await undoBulkEdit(app, tx, params.id);
      return { data: await getBulkEdit(app, tx, params.id) };
    }),
  );
}
