import { type imageFormats, imageWidths, pageWidths } from "#contract/formats/image-sizes.ts";

/** An image of the API: `url` is one of its sizes (`/images/ab12cd/1280.webp`), or any other URL. */
export type ImageSource = {
  url: string;
  alt: string;
  width: number;
  height: number;
  /** Its main color, shown while loading. */
  dominant?: string | null;
};

/** The URL of an image at a stored width; other URLs are returned unchanged. */
export const imageUrl = (
  url: string,
  width: (typeof imageWidths)[number],
  format: (typeof imageFormats)[number] = "webp",
) => url.replace(size, `/${width}.${format}`);

/**
 * `srcset` of an image in AVIF, with the widths for pages or those in `offered`; undefined for URLs without sizes. The
 * widest has the width of the image itself, if that is smaller.
 */
export function imageSrcSet({ url, width }: ImageSource, offered: readonly number[] = pageWidths) {
  if (!size.test(url)) return undefined;
  const fitting = imageWidths.filter((_, at) => (imageWidths[at - 1] ?? 0) < width);
  const chosen = fitting.filter((preset) => offered.includes(preset));
  const widths = chosen.length > 0 ? chosen : fitting;
  return widths.map((preset) => `${imageUrl(url, preset, "avif")} ${Math.min(preset, width)}w`).join(", ");
}

/** The last part of a stored image's URL, or of its template: `/{w}.{f}`. */
const size = /\/(?:\d+|\{w\})\.(?:avif|webp|\{f\})$/;
