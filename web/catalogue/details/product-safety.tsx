import type { ProductSafety as Safety, SafetyContact } from "#contract/catalogue/product-safety.ts";
import { countryName } from "#web/ui/text/country-name.ts";
import { say } from "#words/say.ts";

/** Who answers for the safety of the product, and what to heed; nothing if nothing is known. */
export function ProductSafety({ safety: { manufacturer, responsible_person, warnings } }: { safety: Safety }) {
  if (!manufacturer && !responsible_person && !warnings) return null;
  return (
    <section aria-labelledby="product-safety" className="grid content-start gap-4">
      <h2 id="product-safety" className="text-section">
        {say("Product safety")}
      </h2>
      {warnings && (
        <p dir="auto" className="max-w-prose whitespace-pre-line leading-relaxed">
          {warnings}
        </p>
      )}
      <dl className="grid gap-6 text-sm sm:grid-cols-2">
        {manufacturer && <Contact label={say("Manufacturer")} of={manufacturer} />}
        {responsible_person && <Contact label={say("Responsible person in the EU")} of={responsible_person} />}
      </dl>
    </section>
  );
}

const Contact = ({ label, of: { name, address, contact, country } }: { label: string; of: SafetyContact }) => (
  <div className="grid content-start gap-1">
    <dt className="text-muted">{label}</dt>
    <dd className="grid gap-0.5">
      <bdi>{name}</bdi>
      <bdi className="whitespace-pre-line">{address}</bdi>
      {country && <span>{countryName(country)}</span>}
      <ContactLink contact={contact} />
    </dd>
  </div>
);

/** An email address or a web page as a link; anything else as text. */
function ContactLink({ contact }: { contact: string }) {
  const link = /^https?:\/\//i.test(contact)
    ? contact
    : /^[^\s@]+@[^\s@]+$/.test(contact)
      ? `mailto:${contact}`
      : undefined;
  if (!link) return contact ? <bdi>{contact}</bdi> : null;
  return (
    <a href={link} rel="nofollow noopener" className="break-all text-link underline underline-offset-4">
      {contact}
    </a>
  );
}
