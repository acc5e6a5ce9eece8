export { sanitizeRichText as sanitizeDescription } from "#server/platform/rich-text.ts";

/** The text of a sanitized description, in one line. */
export const stripHtml = (html: string): string =>
  html
    .replace(/<[^>]*>/g, " ")
    .replaceAll("&nbsp;", " ")
    .replaceAll("&quot;", '"')
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    // Last, since the result may look like another entity.
    .replaceAll("&amp;", "&")
    .replace(/\s+/g, " ")
    .trim();
