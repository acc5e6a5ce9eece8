/** What a page is about in schema.org's words, for search engines. A data block: no browser runs it. */
export const StructuredData = ({ about }: { about: object }) => (
  <script
    type="application/ld+json"
    // "<" cannot end the block early when it is written as an escape.
    dangerouslySetInnerHTML={{
      __html: JSON.stringify({ "@context": "https://schema.org", ...about }).replaceAll("<", "\\u003c"),
    }}
  />
);
