/** What a description (HTML as the shop keeps it) says, in one line without markup. */
export const plainText = (html: string): string =>
  html
    .replace(/<[^>]*>/g, " ")
    .replaceAll("&nbsp;", " ")
    .replaceAll("&quot;", '"')
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    // Last, as what it stands for may begin another.
    .replaceAll("&amp;", "&")
    .replace(/\s+/g, " ")
    .trim();
