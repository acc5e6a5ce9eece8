import { failedImage, type imageWidths } from "#contract/images.ts";

/** How a picture is named in addresses and folders: 80 bits of its content's hash, since pages carry hundreds of them. */
export const pictureKey = (sha256: string) => sha256.slice(0, 20);

/** The address of a picture's rendition at a width in px, or of the placeholder when there is no picture. */
export const imageUrl = (sha256: string | null, width: (typeof imageWidths)[number] = 1280) =>
  sha256 === null ? failedImage : `/images/${pictureKey(sha256)}/${width}.webp`;
