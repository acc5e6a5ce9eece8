import sanitize from "sanitize-html";

const blocks = "h2 h3 h4 h5 h6 p br hr ul ol li blockquote pre table caption thead tbody tfoot tr th td";
const phrases = "a strong b em i u s sub sup code";

const allowed: sanitize.IOptions = {
  allowedTags: `${blocks} ${phrases}`.split(" "),
  allowedAttributes: { a: ["href", "title", "rel"], th: ["colspan", "rowspan", "scope"], td: ["colspan", "rowspan"] },
  allowedSchemes: ["http", "https", "mailto"],
  allowProtocolRelative: false,
  transformTags: {
    // The page has its one first heading already.
    h1: "h2",
    a: sanitize.simpleTransform("a", { rel: "nofollow noopener noreferrer" }),
  },
};

/** A description without anything that could run, load or restyle the page: text, lists, tables and links stay. */
export const safeDescription = (html: string): string => sanitize(html, allowed).trim();
