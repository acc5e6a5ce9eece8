import type { ProductDetails } from "#contract/catalogue/products.ts";
import { countryName } from "#web/ui/text/country-name.ts";
import { say } from "#words/say.ts";

export const DescriptionAndSpecification = ({
  html,
  attributes,
  country_of_origin,
}: { html: string } & Pick<ProductDetails, "attributes" | "country_of_origin">) => (
  <div className="grid gap-12 md:grid-cols-[minmax(0,1.15fr)_minmax(0,1fr)] lg:gap-16">
    <Description html={html} />
    <Specification rows={specification({ attributes, country_of_origin })} />
  </div>
);

/** The merchant's description; the server has sanitized the HTML. */
function Description({ html }: { html: string }) {
  if (!html.trim()) return null;
  return (
    <section aria-labelledby="description" className="grid content-start gap-4">
      <h2 id="description" className="text-section">
        {say("Description")}
      </h2>
      {/* The description may be in another language than the shop. */}
      <div dir="auto" className={prose} dangerouslySetInnerHTML={{ __html: html }} />
    </section>
  );
}

const prose =
  "grid max-w-prose gap-4 leading-relaxed [&_a]:text-link [&_a]:underline [&_a]:underline-offset-4 [&_h3]:text-lg " +
  "[&_li]:ms-5 [&_ol]:list-decimal [&_ul]:list-disc [&_img]:rounded";

/** The attributes and the country of origin. */
const specification = ({
  attributes,
  country_of_origin: country,
}: Pick<ProductDetails, "attributes" | "country_of_origin">) => [
  ...attributes.map(({ key, label, value, unit }) => ({ key, label, value: unit ? `${value} ${unit}` : value })),
  ...(country ? [{ key: "country of origin", label: say("Country of origin"), value: countryName(country) }] : []),
];

function Specification({ rows }: { rows: ReturnType<typeof specification> }) {
  if (rows.length === 0) return null;
  return (
    <section aria-labelledby="specification" className="grid content-start gap-4">
      <h2 id="specification" className="text-section">
        {say("Specification")}
      </h2>
      <table className="w-full text-start text-sm">
        <tbody>
          {rows.map(({ key, label, value }) => (
            <tr key={key} className="border-t border-hairline last:border-b">
              <th scope="row" className="w-2/5 py-3 pe-4 text-start align-top font-normal text-muted">
                {label}
              </th>
              <td className="py-3 align-top">
                <bdi>{value}</bdi>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
