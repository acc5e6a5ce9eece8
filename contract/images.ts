import { z } from "zod";
import { product } from "#contract/resources/resources.ts";
import { notUndone } from "#contract/resources/undo.ts";
import { productLimits } from "./catalogue/product-limits.ts";
import { Flag, Id, IdParams, Instant, list, many, one } from "./endpoint.ts";
import { resource } from "./resources/resource.ts";

/** Shown if an image is missing or fails to load. */
export const failedImage = "/failed_image.png";

/** An image: `url` is its rendition of 1280 px; others differ in the last path segment only. */
export const Image = z.object({
  id: z.int(),
  url: z.string(),
  alt: z.string(),
  width: z.int(),
  height: z.int(),
  /** Mean color, shown until the image has loaded. */
  dominant: z.string(),
});
export type Image = z.infer<typeof Image>;

export const UploadedImage = Image.extend({
  status: z.enum(["pending", "ready", "failed"]),
  /** Original file name. */
  file: z.string().optional(),
});
export type UploadedImage = z.infer<typeof UploadedImage>;

export const UploadOutcome = z.object({
  data: z.array(UploadedImage),
  /** Files that could not be used, with the reason; the others are stored. */
  failed: z.array(z.object({ file: z.string(), code: z.string(), message: z.string() })),
});
export type UploadOutcome = z.infer<typeof UploadOutcome>;

/** An image of a product that is downloaded from another site; `failure` says why the last attempt failed. */
export const ImageDownload = z.object({
  id: z.int(),
  product_id: z.int(),
  source_url: z.string(),
  status: z.enum(["pending", "ready", "failed"]),
  failure: z.string().nullable(),
});
export type ImageDownload = z.infer<typeof ImageDownload>;

const image = resource("image", ["catalogue", "settings"]);

export const imagesApi = {
  "GET /images/downloads": image.list(
    "List the images of a product that are downloaded from other sites, with the reason of failed ones.",
    ImageDownload,
    { query: z.object({ product_id: Id }) },
  ),
  "POST /images/downloads/retry": image.write({
    summary: "Download the failed images of a product again.",
    undo: notUndone.unseen,
    body: z.object({ product_id: Id }),
    reply: list(ImageDownload),
    status: 202,
  }),
  "POST /images": image.write({
    summary:
      "Upload images (multipart `file`, repeated), optionally for a product (`product_id`, `option_value_id`, `alt`).",
    undo: notUndone.stored,
    upload: true,
    reply: UploadOutcome,
    status: 201,
    problems: ["upload_missing", "upload_too_large", "upload_unreadable", "not_found"],
  }),
  "DELETE /images/:id": image.delete(
    "Delete an image of a product, category or review. Its file is deleted with the last image that uses it.",
    [],
    notUndone.deleted,
  ),
  "POST /images/reorder": product.alsoFor("settings").write({
    summary: "Sort the images of a product; the first is the cover.",
    undo: "snapshot",
    body: z.object({ product_id: Id, ids: z.array(Id).min(1).max(productLimits.images) }),
    reply: list(Image),
    problems: ["not_found", "not_the_whole_set"],
  }),
};

/** Where an image is shown; `id` is null for logo, home page and deleted products, for a review it is its product's. */
export const ImageUse = z.object({
  kind: z.enum(["product", "category", "review", "logo", "home"]),
  id: z.int().nullable(),
  name: z.string(),
});
export type ImageUse = z.infer<typeof ImageUse>;

/** A file of the media library with all places that show it; `id` is one of its images. */
export const MediaFile = Image.extend({
  bytes: z.int(),
  created_at: Instant,
  /** Whether it needs an alternative text: categories have their name, and customers' review photos need none. */
  lacks_alt: z.boolean(),
  uses: z.array(ImageUse),
});
export type MediaFile = z.infer<typeof MediaFile>;

export const MediaFilters = z.object({
  /** Only the files of these images. */
  id: many(Id).optional(),
  view: z.enum(["unused", "no_alt"]).optional(),
  /** Part of the alternative text, or of the name of what shows it. */
  name: z.string().trim().max(100).optional(),
});
export type MediaFilters = z.infer<typeof MediaFilters>;

export const mediaApi = {
  "GET /images": image.page("List the files of the media library, newest first.", MediaFilters, MediaFile),
  "GET /images/export": image.export("Download the list of files as CSV, newest first.", MediaFilters),
  "PATCH /images/:id": image.update(
    "Describe a file: its alternative text in all places that show it.",
    z.object({ alt: z.string().trim().max(300) }),
    MediaFile,
  ),
  "POST /images/:id/replace": image.update(
    "Show an uploaded image in all places that show a file. The file is deleted.",
    z.object({ image_id: Id }),
    MediaFile,
    [],
    notUndone.deleted,
  ),
  "POST /images/:id/copy": image.write({
    summary: "Create another image of a stored file, to show it in another place.",
    undo: notUndone.unseen,
    params: IdParams,
    reply: one(Image),
    status: 201,
  }),
  "DELETE /images/:id/file": image.write({
    summary: "Delete a file that nothing shows; with `used`, also one that is removed from the places that show it.",
    undo: notUndone.deleted,
    params: IdParams,
    query: z.object({ used: Flag.default(false) }),
    status: 204,
    problems: ["in_use"],
  }),
};
