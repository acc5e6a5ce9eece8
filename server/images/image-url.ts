import type { imageWidths } from "#contract/formats/image-sizes.ts";
import { failedImage } from "#contract/images.ts";

/** Characters of a content hash in hexadecimal. */
export const imageKeyLength = 20;

/**
 * Key of an image in URLs and folders: 80 bits of its content hash, because pages contain hundreds of them. Storing refuses a
 * content that was made to have the key of another.
 */
export const imageKey = (sha256: string) => sha256.slice(0, imageKeyLength);

/** URL of an image's rendition at a width in px, or of the placeholder if there is no image. */
export const imageUrl = (sha256: string | null, width: (typeof imageWidths)[number] = 1280) =>
  sha256 === null ? failedImage : `/images/${imageKey(sha256)}/${width}.webp`;
