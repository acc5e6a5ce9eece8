/** HTML of the merchant, sanitized by the server. */
export const RichText = ({ html }: { html: string }) => (
  <div dir="auto" className={prose} dangerouslySetInnerHTML={{ __html: html }} />
);

const prose =
  "grid gap-4 leading-relaxed [&_a]:text-link [&_a]:underline [&_a]:underline-offset-4 [&_h2]:mt-4 [&_h2]:text-xl " +
  "[&_h3]:mt-2 [&_h3]:text-lg [&_li]:ms-5 [&_ol]:list-decimal [&_ul]:list-disc";
