import type { App } from "#server/platform/app.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { fields } from "#server/platform/http/csv.ts";
import { mergeOptionGroups } from "./merge-groups.ts";
import { listOptionGroups } from "./option-groups.sql.ts";
import { createOptionGroup, deleteOptionGroup, orderOptionGroups, updateOptionGroup } from "./option-groups.ts";

/** Option group endpoints. */
export function optionGroupRoutes({ db, handle, handleExport }: App) {
  handle("GET /product/option-group", async (_input, { addCacheTags }) => {
    addCacheTags("catalogue");
    return { data: await listOptionGroups(db) };
  });
  handleExport("GET /product/option-group", {
    ...fields("name", "code", "display"),
    values: ({ values }) => values.map(({ label }) => label),
  });
  handle("POST /product/option-group", async ({ body }, { idempotency }) => ({
    data: await idempotency.transaction(db, (tx) => createOptionGroup(tx, body)),
  }));
  handle("PUT /product/option-group/order", async ({ body }) => ({
    data: await inTransaction(db, (tx) => orderOptionGroups(tx, body.ids)),
  }));
  handle("PUT /product/option-group/:id", async ({ params, body }) => ({
    data: await inTransaction(db, (tx) => updateOptionGroup(tx, params.id, body)),
  }));
  handle("POST /product/option-group/:id/merge", async ({ params, body }) => ({
    data: await inTransaction(db, (tx) => mergeOptionGroups(tx, params.id, body.into_id)),
  }));
  handle("DELETE /product/option-group/:id", ({ params }) =>
    inTransaction(db, (tx) => deleteOptionGroup(tx, params.id)),
  );
}
