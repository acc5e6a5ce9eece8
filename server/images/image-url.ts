import { failedImage, type imageWidths } from "#contract/images.ts";

/** Key of a picture in URLs and folders: 80 bits of its content hash, because pages contain hundreds of them. */
export const pictureKey = (sha256: string) => sha256.slice(0, 20);

/** URL of a picture's rendition at a width in px, or of the placeholder if there is no picture. */
export const imageUrl = (sha256: string | null, width: (typeof imageWidths)[number] = 1280) =>
  sha256 === null ? failedImage : `/images/${pictureKey(sha256)}/${width}.webp`;
