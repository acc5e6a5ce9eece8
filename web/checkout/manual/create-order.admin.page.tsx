import { useSuspenseQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router";
import { AddressFields } from "#web/accounts/addresses/address-fields.tsx";
import { query } from "#web/api/call.ts";
import { countriesQuery } from "#web/checkout/checkout.queries.ts";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import { AdminPage } from "#web/ui/admin/admin-page.tsx";
import { toast } from "#web/ui/feedback/toast-store.ts";
import { useLeavePage } from "#web/ui/forms/unsaved/use-leave-page.ts";
import { languageOf } from "#words/say.ts";
import { ManualOrderForm } from "./manual-order-form.tsx";

/** An order taken by phone, for a new customer or an account (`?customer=`). */
export default function CreateOrderPage() {
  const [search] = useSearchParams();
  const leave = useLeavePage();
  const { currency, locale, other_languages } = useSuspenseQuery(query("GET /shop", {})).data.data;
  const countries = useSuspenseQuery(countriesQuery()).data.data;
  return (
    <AdminPage title="Create order" width="medium" above={[{ label: "Orders", href: dashboardPaths.orders() }]}>
      <ManualOrderForm
        country={countries[0] ?? ""}
        currency={currency}
        languages={[languageOf(locale), ...other_languages]}
        customerId={Number(search.get("customer")) || undefined}
        renderAddress={(place) => <AddressFields {...place} />}
        onPlaced={({ id, number }) => {
          toast({ tone: "success", title: `Order ${number} created` });
          void leave(dashboardPaths.order(id), { replace: true });
        }}
      />
    </AdminPage>
  );
}
