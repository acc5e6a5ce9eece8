import type { Input } from "#contract/api.ts";
import type { App } from "#server/platform/app.ts";
import { userId } from "#server/platform/auth/caller.ts";
import type { Tx } from "#server/platform/database/database.ts";
import { assertFound, Problem } from "#server/platform/http/problem.ts";
import { registerFetchJob, retryFailedImages } from "./fetch-images.ts";
import { makeImageFolders } from "./files.ts";
import { listDownloads, lockImages, updatePositions } from "./product-images.sql.ts";
import { listImagesByProduct, registerImageRemoval, removeImage } from "./product-images.ts";
import { registerRenderJob } from "./renditions.ts";
import { serveImages } from "./serve-images.ts";
import { registerRemovalJob } from "./store-image.ts";
import { receiveUpload } from "./upload.ts";

/** Image endpoints, files and background jobs. */
export function imagesRoutes(app: App) {
  makeImageFolders(app.config);
  serveImages(app);
  registerRenderJob(app);
  registerRemovalJob(app);
  registerImageRemoval(app);
  registerFetchJob(app);

  app.handle(
    "POST /images",
    (_input, call) =>
      receiveUpload(app, assertFound(call.http, "upload_missing").request, userId(call.caller), (tx, name, add) =>
        app.change(tx, { object: "image", action: "POST /images", name }, call, add),
      ),
    { recordsItself: true },
  );

  app.write("DELETE /images/:id", async (tx, { params }) => {
    const { product_id } = assertFound(await removeImage(app, tx, params.id));
    if (product_id) await app.events.emit(tx, "product_images.changed", { productIds: [product_id] });
  });

  app.answer("GET /images/downloads", ({ query }) => listDownloads(app.db, query.product_id));

  app.write("POST /images/downloads/retry", async (tx, { body: { product_id } }) => {
    await retryFailedImages(app, tx, [product_id]);
    return listDownloads(tx, product_id);
  });

  const reorder = async (tx: Tx, { product_id, ids }: Input<"POST /images/reorder">["body"]) => {
    const shown = await lockImages(tx, product_id);
    if (shown.length === 0) throw new Problem("not_found");
    const once = new Set(ids);
    const whole = once.size === ids.length && ids.length === shown.length && shown.every((id) => once.has(id));
    if (!whole) throw new Problem("not_the_whole_set");
    await updatePositions(tx, product_id, ids);
    await app.events.emit(tx, "product_images.changed", { productIds: [product_id] });
    return (await listImagesByProduct(tx, [product_id])).get(product_id) ?? [];
  };
  app.write("POST /images/reorder", (tx, { body }) => reorder(tx, body), {
    id: ({ body }) => body.product_id,
    keepsQuantities: () => true,
  });
}
