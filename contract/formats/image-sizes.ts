// Without zod, as every page of the storefront needs them.

/** Widths in px of the renditions of an image, up to its own: `/images/<key>/<width>.<format>`. */
export const imageWidths = [150, 320, 480, 640, 960, 1280, 2560] as const;
/** Without the widest, which is for the zoom view. */
export const pageWidths = imageWidths.slice(0, -1);
export const imageFormats = ["avif", "webp"] as const;
/** For emails: not every mail program shows the others. */
export const emailFormat = "jpeg";
