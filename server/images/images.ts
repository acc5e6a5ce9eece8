// The door of the images room: what rooms above it may call.
declare module "#server/platform/events.ts" {
  interface DomainEvents {
    /** The pictures of these products are others now, or in another order. */
    "product_images.changed": { productIds: number[] };
    /** This picture is taken away, whatever shows it; it is there for the last time. */
    "image.deleting": { id: number };
  }
}

export { fetchPending } from "./fetch-pictures.ts";
export { imageUrl } from "./image-url.ts";
export { keepOwnPicture } from "./own-picture.ts";
export { pictureSources } from "./pictures.sql.ts";
export { addPicture, picturesOfProducts, removePicture, showPictures } from "./pictures.ts";
export { takePictures } from "./upload.ts";
