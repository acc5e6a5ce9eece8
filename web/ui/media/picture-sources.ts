/** A picture as the API gives it: `url` is one of its sizes (`/images/ab12cd/1280.webp`), or any other address. */
export type PictureImage = {
  url: string;
  alt: string;
  width: number;
  height: number;
  /** The picture's main colour, shown until it has arrived. */
  dominant?: string | null;
};

/** The widths the image store keeps. */
export const pictureWidths = [150, 320, 480, 640, 960, 1280] as const;

/** The address of a picture at one of the kept widths, in webp unless told otherwise; other addresses stay as they are. */
export const pictureUrl = (url: string, width: (typeof pictureWidths)[number], format: "avif" | "webp" = "webp") =>
  url.replace(size, `/${width}.${format}`);

/**
 * The widths of a picture in AVIF for `srcset`, none wider than the picture is; all of them, or those in `offered`.
 * Undefined for an address without sizes.
 */
export function pictureSrcSet({ url, width }: PictureImage, offered: readonly number[] = pictureWidths) {
  if (!size.test(url)) return undefined;
  const fitting = pictureWidths.filter((preset) => preset <= Math.max(width, pictureWidths[0]));
  const chosen = fitting.filter((preset) => offered.includes(preset));
  const widths = chosen.length > 0 ? chosen : fitting;
  return widths.map((preset) => `${pictureUrl(url, preset, "avif")} ${preset}w`).join(", ");
}

/** The last part of a kept picture's address, or the same as a template: `/{w}.{f}`. */
const size = /\/(?:\d+|\{w\})\.(?:avif|webp|\{f\})$/;
