import { useQuery } from "@tanstack/react-query";
import { TrendingUp } from "lucide-react";
import type { DemandSignal } from "#contract/dashboard/demand.ts";
import { pageQuery } from "#web/api/call.ts";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import { AdminPage } from "#web/ui/admin/admin-page.tsx";
import { ButtonLink } from "#web/ui/layout/shop-link.tsx";
import { ListResult } from "#web/ui/lists/list-result.tsx";
import { ListTabs, ListToolbar, useListQuery } from "#web/ui/lists/list-toolbar.tsx";
import { DemandTable, demandList } from "./demand-table.tsx";

const labels: Record<DemandSignal, string> = {
  order_more: "Order more",
  waiting: "Back in stock",
  refused: "Refused",
  wishes: "Wishlists",
  searches: "Searches",
};

export default function DemandAdminPage() {
  const query = useListQuery(demandList);
  const { page: _page, per_page: _size, ...filters } = query;
  const result = useQuery(pageQuery("GET /dashboard/demand", { query }));
  return (
    <AdminPage
      title="Demand"
      hint={
        "What shoppers want and don't get. Order more = back-in-stock requests + units sold in 30 days − units " +
        "available: what the next 30 days need at the same pace. Wishlists count where stock is low."
      }
      exported={{ route: "GET /dashboard/demand/export", query: filters }}
    >
      <ListToolbar list={demandList} search={{ label: "Search demand", placeholder: "Product, SKU or search" }}>
        <ListTabs list={demandList} name="signal" label="Reasons" options={labels} />
      </ListToolbar>
      <ListResult
        result={result}
        list={demandList}
        noun="demand"
        counted="entries"
        empty={{
          icon: <TrendingUp />,
          title: "Everything shoppers want is in stock",
          says: "Back-in-stock requests, refused quantities and searches without results appear here.",
          action: <ButtonLink to={dashboardPaths.stock()} label="Show stock" />,
          hint: "Try another reason, product or search.",
        }}
      >
        {(rows) => <DemandTable rows={rows} />}
      </ListResult>
    </AdminPage>
  );
}
