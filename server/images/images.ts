// The door of the images room: what rooms above it may call.
declare module "#server/platform/events.ts" {
  interface DomainEvents {
    /** The pictures of these products are others now, or in another order. */
    "product_images.changed": { productIds: number[] };
    /** This picture is taken away, whatever shows it; it is there for the last time. */
    "image.deleting": { id: number };
  }
}

export { enqueueFetch } from "./fetch-pictures.ts";
export { imageUrl } from "./image-url.ts";
export { storeTrustedPicture } from "./trusted-picture.ts";
export { listPictureSources } from "./pictures.sql.ts";
export { addPicture, listPicturesByProduct, removePicture, replacePictures } from "./pictures.ts";
export { receivePictures } from "./upload.ts";
