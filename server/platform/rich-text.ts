import sanitize from "sanitize-html";

const blockTags = "h2 h3 h4 h5 h6 p br hr ul ol li blockquote pre table caption thead tbody tfoot tr th td";
const inlineTags = "a strong b em i u s sub sup code";

const sanitizeOptions: sanitize.IOptions = {
  allowedTags: `${blockTags} ${inlineTags}`.split(" "),
  allowedAttributes: { a: ["href", "title", "rel"], th: ["colspan", "rowspan", "scope"], td: ["colspan", "rowspan"] },
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
