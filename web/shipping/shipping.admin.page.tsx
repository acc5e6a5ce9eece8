import { useSuspenseQuery } from "@tanstack/react-query";
import { Plus, Truck } from "lucide-react";
import { query } from "#web/api/query.ts";
import { PricePreview } from "#web/checkout/price-preview.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { ErrorNotice } from "#web/ui/feedback/error-notice.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { Button } from "#web/ui/forms/button.tsx";
import { PageHead } from "#web/ui/layout/page-head.tsx";
import { openDialog } from "#web/ui/overlay/dialog-store.ts";
import { CoverageTable } from "./coverage-table.tsx";
import { useMethods, useZones } from "./shipping.queries.ts";
import { ZoneCard } from "./zone-card.tsx";
import { ZoneForm } from "./zone-form.tsx";

export default function ShippingAdminPage() {
  return (
    <main className="grid min-w-0 grid-cols-1 gap-5">
      <PageHead title="Shipping" hidden />
      <header className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl">Shipping</h1>
        <CreateZone />
      </header>
      <Zones />
    </main>
  );
}

const CreateZone = () => (
  <Button look="primary" size="small" onClick={() => openDialog({ title: "Create zone", content: <ZoneForm /> })}>
    <Plus aria-hidden="true" />
    Create zone
  </Button>
);

function Zones() {
  const { currency } = useSuspenseQuery(query("GET /shop", {})).data.data;
  const zones = useZones();
  const methods = useMethods();
  const error = zones.error ?? methods.error;
  if (zones.data && methods.data)
    return zones.data.length === 0 ? (
      <EmptyState icon={<Truck />} title="No shipping zones yet" action={<CreateZone />}>
        Create a zone with the countries you ship to, then add a method with its price. Until then nobody can order.
      </EmptyState>
    ) : (
      <>
        {zones.data.map((zone) => (
          <ZoneCard
            key={zone.id}
            zone={zone}
            methods={methods.data.filter(({ zone_id }) => zone_id === zone.id)}
            currency={currency}
          />
        ))}
        <PricePreview
          title="What would a customer pay?"
          hint="Prices an example product for an address, as the checkout does. It starts with Anna in Lyon."
        />
        <CoverageTable zones={zones.data} methods={methods.data} currency={currency} />
      </>
    );
  if (error)
    return (
      <ErrorNotice onRetry={() => void Promise.all([zones.refetch(), methods.refetch()])}>{error.message}</ErrorNotice>
    );
  return (
    <div role="status" className="grid gap-5">
      <span className="sr-only">Loading shipping</span>
      <Skeleton className="h-40 rounded-lg" />
      <Skeleton className="h-40 rounded-lg" />
    </div>
  );
}
