import { useQuery } from "@tanstack/react-query";
import { CalendarClock, CircleCheck, TriangleAlert } from "lucide-react";
import type { LegalDuty } from "#contract/shop/legal.ts";
import { freshQuery } from "#web/api/call.ts";
import { AdminPage } from "#web/ui/admin/admin-page.tsx";
import { Loaded } from "#web/ui/feedback/loaded.tsx";
import { Loading } from "#web/ui/feedback/skeleton.tsx";
import { CardSection } from "#web/ui/layout/card.tsx";
import { ShopLink } from "#web/ui/layout/shop-link.tsx";
import { countryName } from "#web/ui/text/country-name.ts";

/** The duties of the shop in the countries it sells to: missing, to be done regularly, or met. */
export default function LegalAdminPage() {
  const result = useQuery({ ...freshQuery("GET /settings/legal", {}), select: ({ data }) => data });
  return (
    <AdminPage title="Legal" width="settings">
      <p className="text-sm text-muted">
        What the law asks of shops that sell to the countries of your shipping zones, as far as Kiosk knows and can see.
        This is no legal advice: Kiosk doesn't know what your goods need, nor whether a text is right.
      </p>
      <Loaded result={result} skeleton={<Loading label="Loading duties" looks={["h-64 rounded-lg"]} />}>
        {(duties) => (
          <>
            <Duties
              title="Missing"
              duties={duties.filter(({ state }) => state === "missing")}
              none="Nothing is missing."
            />
            {duties.some(({ state }) => state === "regular") && (
              <Duties title="To do regularly" duties={duties.filter(({ state }) => state === "regular")} none="" />
            )}
            <Duties title="Met" duties={duties.filter(({ state }) => state === "met")} none="No duty is met yet." />
          </>
        )}
      </Loaded>
    </AdminPage>
  );
}

const Duties = ({ title, duties, none }: { title: string; duties: LegalDuty[]; none: string }) => (
  <CardSection title={title}>
    {duties.length === 0 ? (
      <p className="text-sm text-muted">{none}</p>
    ) : (
      <ul aria-label={title} className="grid divide-y divide-hairline">
        {duties.map((duty) => (
          <Duty key={duty.key} duty={duty} />
        ))}
      </ul>
    )}
  </CardSection>
);

function Duty({ duty: { title, state, text, law, link, countries } }: { duty: LegalDuty }) {
  const { Icon, tone } = looks[state];
  return (
    <li className="flex gap-3 py-4 text-sm first:pt-0 last:pb-0">
      <Icon aria-hidden className={`mt-0.5 size-4 shrink-0 ${tone}`} />
      <div className="grid min-w-0 gap-1">
        <h3 className="font-medium">
          <ShopLink to={link} className="text-link underline underline-offset-4">
            {title}
          </ShopLink>
        </h3>
        <p>{text}</p>
        <p className="text-muted">
          {law}. In {countryNames(countries)}.
        </p>
      </div>
    </li>
  );
}

const looks = {
  missing: { Icon: TriangleAlert, tone: "text-warning" },
  regular: { Icon: CalendarClock, tone: "text-muted" },
  met: { Icon: CircleCheck, tone: "text-success" },
};

const mostNames = 6;
const countryNames = (codes: string[]) =>
  [
    ...codes.slice(0, mostNames).map(countryName),
    ...(codes.length > mostNames ? [`${codes.length - mostNames} more`] : []),
  ].join(", ");
