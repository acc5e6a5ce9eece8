import { useQuery } from "@tanstack/react-query";
import { Boxes } from "lucide-react";
import { pageQuery } from "#web/api/call.ts";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import { AdminPage, CreateLink } from "#web/ui/admin/admin-page.tsx";
import { Chip } from "#web/ui/forms/chip.tsx";
import { ListResult } from "#web/ui/lists/list-result.tsx";
import { ListTabs, ListToolbar, useListQuery } from "#web/ui/lists/list-toolbar.tsx";
import { stockList } from "./stock.queries.ts";
import { stockStatusLabels } from "./stock-labels.ts";
import { StockTable } from "./stock-table.tsx";

export default function StockAdminPage() {
  const query = useListQuery(stockList);
  return (
    <AdminPage title="Stock" exported={{ route: "GET /stock/export", query: stockList.filtersOf(query) }}>
      <ListToolbar
        list={stockList}
        search={{ label: "Search stock", placeholder: "Product or SKU" }}
        filters={
          query.product_id !== undefined && (
            <Chip label="one product" href={stockList.write({ ...query, product_id: undefined, page: 1 })}>
              One product
            </Chip>
          )
        }
      >
        <ListTabs list={stockList} name="status" label="Stock status" options={stockStatusLabels} />
      </ListToolbar>
      <ListResult
        result={useQuery(pageQuery("GET /stock", { query }))}
        list={stockList}
        noun="stock"
        counted="variations"
        empty={{
          icon: <Boxes />,
          title: "No tracked stock yet",
          says: "Variations appear here once a product tracks its stock.",
          action: <CreateLink to={dashboardPaths.newProduct()}>Add product</CreateLink>,
          hint: "Try another product or SKU, or another status.",
        }}
      >
        {(items) => <StockTable items={items} />}
      </ListResult>
    </AdminPage>
  );
}
