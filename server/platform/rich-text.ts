import sanitize from "sanitize-html";
import { richTextAttributes, richTextTags } from "#contract/formats/rich-text.ts";

const sanitizeOptions: sanitize.IOptions = {
  allowedTags: richTextTags,
  allowedAttributes: {
    ...Object.fromEntries(Object.entries(richTextAttributes).map(([tag, names]) => [tag, [...names]])),
    a: [...(richTextAttributes.a ?? []), "rel"],
  },
  allowedSchemes: ["http", "https", "mailto"],
  allowProtocolRelative: false,
  transformTags: {
    // The page has an h1 already.
    h1: "h2",
    a: sanitize.simpleTransform("a", { rel: "nofollow noopener noreferrer" }),
  },
};

/** Sanitizes HTML that a merchant wrote: only text, lists, tables and links remain. */
export const sanitizeRichText = (html: string): string => sanitize(html, sanitizeOptions).trim();

/** The text of sanitized HTML, in one line. */
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
