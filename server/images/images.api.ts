import type { House } from "#server/platform/house.ts";
import { found, Refusal } from "#server/platform/refusal.ts";
import { inTransaction } from "#server/platform/transaction.ts";
import { fetchPictures } from "./fetch-pictures.ts";
import { lockPictures, placePictures } from "./pictures.sql.ts";
import { picturesOfProducts, removePicture } from "./pictures.ts";
import { renderAhead } from "./renditions.ts";
import { serveImages } from "./serve-images.ts";
import { dropFiles } from "./store-picture.ts";
import { takeUpload } from "./upload.ts";

/** Calls about pictures, the pictures themselves, and the work done on them in the background. */
export function imagesRoutes(house: House) {
  serveImages(house);
  renderAhead(house);
  dropFiles(house);
  fetchPictures(house);

  house.handle("POST /images", async (_input, { http }) => takeUpload(house, found(http, "upload_missing").request));

  house.handle("DELETE /images/:id", ({ params }) =>
    inTransaction(house.db, async (tx) => {
      const { product_id } = found(await removePicture(house, tx, params.id));
      if (product_id) await house.happenings.announce(tx, "images.changed", { productIds: [product_id] });
    }),
  );

  house.handle("POST /images/reorder", ({ body: { product_id, ids } }) =>
    inTransaction(house.db, async (tx) => {
      const shown = await lockPictures(tx, product_id);
      if (shown.length === 0) throw new Refusal("not_found");
      const once = new Set(ids);
      const whole = once.size === ids.length && ids.length === shown.length && shown.every((id) => once.has(id));
      if (!whole) throw new Refusal("not_the_whole_set");
      await placePictures(tx, product_id, ids);
      await house.happenings.announce(tx, "images.changed", { productIds: [product_id] });
      return { data: (await picturesOfProducts(tx, [product_id])).get(product_id) ?? [] };
    }),
  );
}
