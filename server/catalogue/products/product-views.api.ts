import type { App } from "#server/platform/app.ts";
import { userId } from "#server/platform/auth/caller.ts";
import { deletePreferences, findPreferences, savePreferences } from "./product-views.sql.ts";

/** Endpoints for the saved views and columns of the product list. */
export function productViewRoutes({ db, handle, events }: App) {
  events.on("account.deleted", async (tx, { userId: gone }) => void (await deletePreferences(tx, gone)));
  handle("GET /product/admin/preferences", async (_input, { caller }) => ({
    data: (await findPreferences(db, userId(caller))) ?? { views: [], columns: null },
  }));
  handle("PUT /product/admin/preferences", async ({ body }, { caller }) => {
    await savePreferences(db, userId(caller), body);
    return { data: body };
  });
}
