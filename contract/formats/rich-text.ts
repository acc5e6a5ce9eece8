/** The elements that a rich text may have; the editor and the server remove others. */
export const richTextTags =
  "h2 h3 h4 h5 h6 p br hr ul ol li blockquote pre table caption thead tbody tfoot tr th td a strong b em i u s sub sup code".split(
    " ",
  );

/** The attributes that its elements may have; links get a `rel` on the server. */
export const richTextAttributes: Record<string, readonly string[]> = {
  a: ["href", "title"],
  th: ["colspan", "rowspan", "scope"],
  td: ["colspan", "rowspan"],
};
