import { z } from "zod";
import { productLimits } from "./catalogue/product-limits.ts";
import { endpoint, Id, IdParams, list } from "./endpoint.ts";

/** Rendition widths in px, as `/images/<key>/<width>.<avif|webp>`. */
export const imageWidths = [150, 320, 480, 640, 960, 1280] as const;
export const imageFormats = ["avif", "webp"] as const;
/** Shown if an image is missing or fails to load. */
export const failedImage = "/failed_image.png";

/** An image: `url` is its widest rendition; others differ in the last path segment only. */
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

export const imagesApi = {
  "GET /images/downloads": endpoint({
    summary: "List the images of a product that are downloaded from other sites, with the reason of failed ones.",
    caller: "admin",
    query: z.object({ product_id: Id }),
    reply: list(ImageDownload),
  }),
  "POST /images/downloads/retry": endpoint({
    summary: "Download the failed images of a product again.",
    caller: "admin",
    body: z.object({ product_id: Id }),
    reply: list(ImageDownload),
    status: 202,
  }),
  "POST /images": endpoint({
    summary:
      "Upload images (multipart `file`, repeated), optionally for a product (`product_id`, `option_value_id`, `alt`).",
    caller: "admin",
    upload: true,
    reply: UploadOutcome,
    status: 201,
    problems: ["upload_missing", "upload_too_large", "upload_unreadable", "not_found"],
  }),
  "DELETE /images/:id": endpoint({
    summary: "Delete an image of a product, category or review. Its file is deleted with the last image that uses it.",
    caller: "admin",
    params: IdParams,
    status: 204,
    problems: ["not_found"],
  }),
  "POST /images/reorder": endpoint({
    summary: "Sort the images of a product; the first is the cover.",
    caller: "admin",
    body: z.object({ product_id: Id, ids: z.array(Id).min(1).max(productLimits.images) }),
    reply: list(Image),
    problems: ["not_found", "not_the_whole_set"],
  }),
};
