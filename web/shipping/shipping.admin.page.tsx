import { useSuspenseQuery } from "@tanstack/react-query";
import { Truck } from "lucide-react";
import { query } from "#web/api/call.ts";
import { PricePreview } from "#web/checkout/price-preview.tsx";
import { AdminPage, CreateButton } from "#web/ui/admin/admin-page.tsx";
import { CardsSkeleton } from "#web/ui/admin/loaded-record.tsx";
import { combineResults, EmptyState, Loaded } from "#web/ui/feedback/loaded.tsx";
import { openDialog } from "#web/ui/overlay/dialog-store.ts";
import { CoverageTable } from "./coverage-table.tsx";
import { useMethods, useZones } from "./shipping.queries.ts";
import { ZoneCard } from "./zone-card.tsx";
import { ZoneForm } from "./zone-form.tsx";

export default function ShippingAdminPage() {
  const { currency } = useSuspenseQuery(query("GET /shop", {})).data.data;
  return (
    <AdminPage title="Shipping" width="settings" actions={<CreateZone />}>
      <Loaded
        result={combineResults(useZones(), useMethods())}
        skeleton={<CardsSkeleton label="Loading shipping" heights={["h-40", "h-40"]} />}
      >
        {([zones, methods]) =>
          zones.length === 0 ? (
            <EmptyState icon={<Truck />} title="No shipping zones yet" action={<CreateZone />}>
              Create a zone with the countries you ship to, then add a method with its price. Until then nobody can
              order.
            </EmptyState>
          ) : (
            <>
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
                hint="Prices an example product for an address, as the checkout does. It starts with Anna in Lyon."
              />
              <CoverageTable zones={zones} methods={methods} currency={currency} />
            </>
          )
        }
      </Loaded>
    </AdminPage>
  );
}

const CreateZone = () => (
  <CreateButton onClick={() => openDialog({ title: "Create zone", content: <ZoneForm /> })}>Create zone</CreateButton>
);
