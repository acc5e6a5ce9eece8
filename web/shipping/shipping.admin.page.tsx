import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { Truck } from "lucide-react";
import type { SetupStep } from "#contract/dashboard/dashboard.ts";
import { countryCodes } from "#contract/formats/countries.ts";
import { isInEu } from "#contract/formats/european-union.ts";
import type { ShippingZone, ZoneMethod } from "#contract/shipping.ts";
import { freshQuery, query } from "#web/api/call.ts";
import { PricePreview } from "#web/checkout/price-preview.tsx";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import { AdminPage, CreateButton } from "#web/ui/admin/admin-page.tsx";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { combineResults, EmptyState, Loaded } from "#web/ui/feedback/loaded.tsx";
import { Loading } from "#web/ui/feedback/skeleton.tsx";
import { Button } from "#web/ui/forms/button.tsx";
import { CardSection } from "#web/ui/layout/card.tsx";
import { ShopLink } from "#web/ui/layout/shop-link.tsx";
import { DataTable } from "#web/ui/lists/data-table.tsx";
import { openDialog } from "#web/ui/overlay/dialog-store.ts";
import { Badge } from "#web/ui/text/badge.tsx";
import { countryName, sortCountries } from "#web/ui/text/country-name.ts";
import { formatMoney } from "#web/ui/text/money-format.ts";
import { formatWeight, shopWeightUnit } from "#web/ui/text/weight-format.ts";
import { type Gap, listCoverage } from "./coverage.ts";
import { useMethods, useZones } from "./shipping.queries.ts";
import { ZoneCard } from "./zone-card.tsx";
import { ZoneForm } from "./zone-form.tsx";

export default function ShippingAdminPage() {
  const { currency } = useSuspenseQuery(query("GET /shop", {})).data.data;
  return (
    <AdminPage title="Shipping" width="settings" exported={{ route: "GET /shipping/export" }} actions={<CreateZone />}>
      <Loaded
        result={combineResults(useZones(), useMethods())}
        skeleton={<Loading label="Loading shipping" looks={["h-40 rounded-lg", "h-40 rounded-lg"]} />}
      >
        {([zones, methods]) =>
          zones.length === 0 ? (
            <EmptyState icon={<Truck />} title="No shipping zones yet" action={<CreateZone />}>
              Create a zone with the countries you ship to, then add a method with its price. Until then nobody can
              order.
            </EmptyState>
          ) : (
            <>
              {zones.some(({ countries }) => countries.some(isInEu)) && <LegalDetailsNotice />}
              {zones.map((zone) => (
                <ZoneCard
                  key={zone.id}
                  zone={zone}
                  methods={methods.filter(({ zone_id }) => zone_id === zone.id)}
                  currency={currency}
                />
              ))}
              <PricePreview
                title="What would a customer pay?"
                hint="The prices of an example product at an address, as the checkout computes them."
              />
              <CoverageTable zones={zones} methods={methods} currency={currency} />
            </>
          )
        }
      </Loaded>
    </AdminPage>
  );
}

/** Says that orders to the EU need the seller's legal details, until they are complete. */
function LegalDetailsNotice() {
  const steps = useQuery(freshQuery("GET /dashboard/setup", {})).data?.data ?? [];
  const isOpen = (name: SetupStep) => steps.some(({ step, is_done }) => step === name && !is_done);
  if (!isOpen("imprint") && !isOpen("policies")) return null;
  return (
    <Banner tone="warning" title="Complete your legal details to sell to the EU">
      Customers there must see who sells, and your terms, returns and privacy policies.{" "}
      <ShopLink to={dashboardPaths.settings("general")} className="underline">
        General
      </ShopLink>{" "}
      and{" "}
      <ShopLink to={dashboardPaths.settings("policies")} className="underline">
        Policies
      </ShopLink>
      . A new shop takes no orders to EU countries until then.
    </Banner>
  );
}

const CreateZone = () => (
  <CreateButton onClick={() => openDialog({ title: "Create zone", content: <ZoneForm /> })}>Create zone</CreateButton>
);

type Props = { zones: ShippingZone[]; methods: ZoneMethod[]; currency: string };

/** Every country that is shipped to, with its methods; what is missing is named, and comes first. */
function CoverageTable({ zones, methods, currency }: Props) {
  const coverage = listCoverage(zones, methods);
  const order = sortCountries(coverage.map(({ country }) => country));
  const rows = coverage.toSorted(
    (one, other) =>
      Number(other.gaps.length > 0) - Number(one.gaps.length > 0) ||
      order.indexOf(one.country) - order.indexOf(other.country),
  );
  const others = sortCountries(countryCodes.filter((code) => !order.includes(code)));
  return (
    <CardSection
      title="Countries"
      hint={`${order.length === 1 ? "1 country" : `${order.length} countries`} in your zones, ${others.length} not shipped to.`}
    >
      <div className="grid gap-4">
        {rows.length > 0 && (
          <DataTable
            label="Countries"
            rows={rows}
            rowKey={({ country }) => country}
            columns={[
              { head: "Country", className: "font-medium", cell: ({ country }) => countryName(country) },
              { head: "Zone", from: "md", quiet: true, cell: (row) => row.zones.map(({ name }) => name).join(", ") },
              {
                head: "Methods",
                className: "w-full py-2",
                cell: ({ country, methods: offered, gaps }) => (
                  <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
                    {offered.length > 0 && [...new Set(offered.map(({ name }) => name))].join(", ")}
                    {gaps.map((gap) => (
                      <Badge key={JSON.stringify(gap)} tone="warning" className="h-auto whitespace-normal">
                        {describeGap(gap, countryName(country), currency)}
                      </Badge>
                    ))}
                  </span>
                ),
              },
            ]}
          />
        )}
        <NotShippedTo countries={others} />
      </div>
    </CardSection>
  );
}

const NotShippedTo = ({ countries: others }: { countries: string[] }) => (
  <details className="text-sm">
    <summary className="cursor-pointer py-1 font-medium">Countries in no zone ({others.length})</summary>
    <ul aria-label="Countries in no zone" className="mt-2 flex flex-wrap gap-2">
      {others.map((code) => (
        <li key={code}>
          <Button
            writes
            size="small"
            aria-label={`Create a zone for ${countryName(code)}`}
            onClick={() => openDialog({ title: "Create zone", content: <ZoneForm country={code} /> })}
          >
            {countryName(code)}
          </Button>
        </li>
      ))}
    </ul>
  </details>
);

/** A gap in words: "No method for Norway", "No method for orders from €50.00". */
function describeGap(gap: Gap, country: string, currency: string): string {
  const place = gap.postal ? ` in ${gap.postal}` : "";
  if (gap.kind === "no_method") return gap.postal ? `No method for ${gap.postal}` : `No method for ${country}`;
  const show = (value: number) =>
    gap.kind === "weight" ? formatWeight(value, shopWeightUnit()) : formatMoney({ amount: value, currency });
  const noun = gap.kind === "weight" ? "weights" : "orders";
  const span = gap.to === null ? `from ${show(gap.from)}` : `from ${show(gap.from)} to ${show(gap.to)}`;
  return `No method for ${noun} ${span}${place}`;
}
