import { useQuery } from "@tanstack/react-query";
import { TicketPercent } from "lucide-react";
import { pageQuery } from "#web/api/call.ts";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import { AdminPage, CreateLink } from "#web/ui/admin/admin-page.tsx";
import { ListResult } from "#web/ui/lists/list-result.tsx";
import { ListFilter, ListTabs, ListToolbar, useListQuery } from "#web/ui/lists/list-toolbar.tsx";
import { couponKindLabels, couponStatusLabels } from "./coupon-labels.ts";
import { couponList } from "./coupons.queries.ts";
import { CouponsTable } from "./coupons-table.tsx";

export default function CouponsAdminPage() {
  const query = useListQuery(couponList);
  const create = <CreateLink to={dashboardPaths.newCoupon()}>Create coupon</CreateLink>;
  return (
    <AdminPage
      title="Coupons"
      exported={{ route: "GET /coupons/export", query: couponList.filtersOf(query) }}
      actions={create}
    >
      <ListToolbar
        list={couponList}
        search={{ label: "Search coupons", placeholder: "Code" }}
        filters={
          <ListFilter
            list={couponList}
            name="kind"
            label="Kind of discount"
            all="All kinds"
            options={couponKindLabels}
          />
        }
      >
        <ListTabs list={couponList} name="status" label="Coupon status" options={couponStatusLabels} />
      </ListToolbar>
      <ListResult
        result={useQuery(pageQuery("GET /coupons", { query }))}
        list={couponList}
        noun="coupons"
        empty={{
          icon: <TicketPercent />,
          title: "No coupons yet",
          says: "Create a code that customers enter in their cart for a discount or free shipping.",
          action: create,
          hint: "Try another code, or another status or kind.",
        }}
      >
        {(coupons) => <CouponsTable coupons={coupons} />}
      </ListResult>
    </AdminPage>
  );
}
