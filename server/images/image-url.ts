import { failedImage, type imageWidths } from "#contract/images.ts";

/** The address of a picture's rendition at a width in px, or of the placeholder when there is no picture. */
export const imageUrl = (sha256: string | null, width: (typeof imageWidths)[number] = 1280) =>
  sha256 === null ? failedImage : `/images/${sha256}/${width}.webp`;
