declare module "#server/platform/events.ts" {
  interface DomainEvents {
    /** The pictures of these products or their order changed. */
    "product_images.changed": { productIds: number[] };
    /** A picture is deleted; this is the last time it can be read. */
    "image.deleting": { id: number };
  }
}

export { enqueueFetch, retryFailedPictures } from "./fetch-pictures.ts";
export { imageUrl } from "./image-url.ts";
export { listPictureSources, listPicturesForExport, type ProductPicture } from "./pictures.sql.ts";
export { addPicture, listPicturesByProduct, removePicture, replacePictures } from "./pictures.ts";
export { storeTrustedPicture } from "./trusted-picture.ts";
export { receivePictures } from "./upload.ts";
