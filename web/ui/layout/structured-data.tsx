/**
 * What a page is about in schema.org's words, for search engines. A data block: no browser runs it, and it is written
 * into documents only, so pass `import.meta.env.SSR && about(…)` and the browser need not know how to say it.
 */
export const StructuredData = ({ about }: { about: object | false }) => (
  <script
    type="application/ld+json"
    // "<" cannot end the block early when it is written as an escape.
    dangerouslySetInnerHTML={{
      __html: about ? JSON.stringify({ "@context": "https://schema.org", ...about }).replaceAll("<", "\\u003c") : "",
    }}
    suppressHydrationWarning
  />
);
