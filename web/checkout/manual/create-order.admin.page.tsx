import { useSuspenseQuery } from "@tanstack/react-query";
import { useNavigate, useSearchParams } from "react-router";
import { AddressFields } from "#web/accounts/addresses/address-fields.tsx";
import { query } from "#web/api/call.ts";
import { countriesQuery } from "#web/checkout/checkout.queries.ts";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import { toast } from "#web/ui/feedback/toast-store.ts";
import { noUnsavedChanges } from "#web/ui/forms/unsaved-changes.ts";
import { Breadcrumbs, PageHead } from "#web/ui/layout/page-head.tsx";
import { ManualOrderForm } from "./manual-order-form.tsx";

/** An order taken by phone, for a new customer or an account (`?customer=`). */
export default function CreateOrderPage() {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const { currency } = useSuspenseQuery(query("GET /shop", {})).data.data;
  const countries = useSuspenseQuery(countriesQuery()).data.data;
  return (
    <main className="mx-auto grid max-w-[76rem] grid-cols-1 gap-5 p-4 md:p-6">
      <PageHead title="Create order" hidden />
      <Breadcrumbs crumbs={[{ label: "Orders", href: dashboardPaths.orders() }, { label: "Create order" }]} />
      <h1 className="text-2xl">Create order</h1>
      <ManualOrderForm
        country={countries[0] ?? ""}
        currency={currency}
        customerId={Number(search.get("customer")) || undefined}
        renderAddress={(place) => <AddressFields {...place} />}
        onPlaced={({ id, number }) => {
          toast({ tone: "success", title: `Order ${number} created` });
          void navigate(dashboardPaths.order(id), { replace: true, state: noUnsavedChanges });
        }}
      />
    </main>
  );
}
