/**
 * schema.org data for search engines. Only documents need it: pass `import.meta.env.SSR && data(…)` to keep it out of
 * the browser's scripts.
 */
export const StructuredData = ({ about }: { about: object | false }) => (
  <script
    type="application/ld+json"
    // An escaped "<" can't end the script element.
    dangerouslySetInnerHTML={{
      __html:
        import.meta.env.SSR && about
          ? JSON.stringify({ "@context": "https://schema.org", ...about }).replaceAll("<", "\\u003c")
          : "",
    }}
    suppressHydrationWarning
  />
);
