// The door of the images room: what rooms above it may call.
declare module "#server/platform/happenings.ts" {
  interface Happenings {
    /** The pictures of these products are others now, or in another order. */
    "images.changed": { productIds: number[] };
    /** This picture is taken away, whatever shows it; it is there for the last time. */
    "images.leaving": { id: number };
  }
}

export { fetchPending } from "./fetch-pictures.ts";
export { imageUrl } from "./image-url.ts";
export { keepOwnPicture } from "./own-picture.ts";
export { pictureSources } from "./pictures.sql.ts";
export { addPicture, picturesOfProducts, removePicture, showPictures } from "./pictures.ts";
export { takePictures } from "./upload.ts";
