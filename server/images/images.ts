declare module "#server/platform/events.ts" {
  interface DomainEvents {
    /** The images of these products or their order changed. */
    "product_images.changed": { productIds: number[] };
    /** An image is deleted; this is the last time it can be read. */
    "image.deleting": { id: number };
    /** An image shows something else or has another alternative text. */
    "image.changed": { id: number };
  }
}

export { fetchBytes } from "./fetch-bytes.ts";
export { enqueueFetch, retryFailedImages } from "./fetch-images.ts";
export { describeFile, removeFile, replaceFile, undescribeFile } from "./image-contents.ts";
export { imageUrlOf } from "./image-url.sql.ts";
export { imageUrl } from "./image-url.ts";
export {
  addImage,
  type ExportImage,
  listAltsOf,
  listImageSources,
  listImagesForExport,
  moveOptionImages,
} from "./product-images.sql.ts";
export { canRestoreImages, listImagesByProduct, removeImage, replaceImages, restoreImages } from "./product-images.ts";
export { imagePng, thumbnailOf } from "./renditions.ts";
export { enqueueRemoval, storeImage, storeTrustedImage } from "./store-image.ts";
export { maxImageBytes, receiveImages } from "./upload.ts";
