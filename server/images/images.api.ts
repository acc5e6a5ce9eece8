import type { App } from "#server/platform/app.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { assertFound, Problem } from "#server/platform/http/problem.ts";
import { registerFetchJob, retryFailedImages } from "./fetch-images.ts";
import { listDownloads, lockImages, updatePositions } from "./product-images.sql.ts";
import { listImagesByProduct, removeImage } from "./product-images.ts";
import { registerRenderJob } from "./renditions.ts";
import { serveImages } from "./serve-images.ts";
import { registerRemovalJob } from "./store-image.ts";
import { receiveUpload } from "./upload.ts";

/** Image endpoints, files and background jobs. */
export function imagesRoutes(app: App) {
  serveImages(app);
  registerRenderJob(app);
  registerRemovalJob(app);
  registerFetchJob(app);

  app.handle("POST /images", async (_input, { http }) =>
    receiveUpload(app, assertFound(http, "upload_missing").request),
  );

  app.handle("DELETE /images/:id", ({ params }) =>
    inTransaction(app.db, async (tx) => {
      const { product_id } = assertFound(await removeImage(app, tx, params.id));
      if (product_id) await app.events.emit(tx, "product_images.changed", { productIds: [product_id] });
    }),
  );

  app.handle("GET /images/downloads", async ({ query }) => ({ data: await listDownloads(app.db, query.product_id) }));

  app.handle("POST /images/downloads/retry", ({ body: { product_id } }) =>
    inTransaction(app.db, async (tx) => {
      await retryFailedImages(app, tx, [product_id]);
      return { data: await listDownloads(tx, product_id) };
    }),
  );

  app.handle("POST /images/reorder", ({ body: { product_id, ids } }) =>
    inTransaction(app.db, async (tx) => {
      const shown = await lockImages(tx, product_id);
      if (shown.length === 0) throw new Problem("not_found");
      const once = new Set(ids);
      const whole = once.size === ids.length && ids.length === shown.length && shown.every((id) => once.has(id));
      if (!whole) throw new Problem("not_the_whole_set");
      await updatePositions(tx, product_id, ids);
      await app.events.emit(tx, "product_images.changed", { productIds: [product_id] });
      return { data: (await listImagesByProduct(tx, [product_id])).get(product_id) ?? [] };
    }),
  );
}
