import { useQuery } from "@tanstack/react-query";
import { Package } from "lucide-react";
import { useRef } from "react";
import { pageQuery } from "#web/api/call.ts";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import { AdminPage, CreateLink } from "#web/ui/admin/admin-page.tsx";
import { useReadOnly } from "#web/ui/forms/button.tsx";
import { ButtonLink } from "#web/ui/layout/shop-link.tsx";
import type { QueryOf } from "#web/ui/lists/list-address.ts";
import { ListResult } from "#web/ui/lists/list-result.tsx";
import { useListQuery } from "#web/ui/lists/list-toolbar.tsx";
import { useRowSelection } from "#web/ui/lists/row-selection.tsx";
import { ProductBulkBar } from "./product-bulk-bar.tsx";
import { ColumnsButton } from "./product-columns.tsx";
import { productList } from "./product-list-address.ts";
import { ProductTable } from "./product-table.tsx";
import { ProductToolbar } from "./product-toolbar.tsx";

export default function ProductsAdminPage() {
  const query = useListQuery(productList);
  const filters = productList.filtersOf(query);
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <AdminPage
      title="Products"
      heading={heading}
      exported={{ route: "GET /product/admin/export", query: filters }}
      actions={
        <>
          <ColumnsButton />
          <ButtonLink to={dashboardPaths.productGrid(filters)} size="small" label="Grid" />
          <ButtonLink to={dashboardPaths.bulkEdits()} size="small" label="Bulk edits" />
          <ButtonLink to={dashboardPaths.productImport()} size="small" label="Import…" />
          <AddProduct />
        </>
      }
    >
      <ProductToolbar query={query} />
      <Products query={query} onDeleted={() => heading.current?.focus()} />
    </AdminPage>
  );
}

const AddProduct = () => <CreateLink to={dashboardPaths.newProduct()}>Add product</CreateLink>;

function Products({ query, onDeleted }: { query: QueryOf<typeof productList>; onDeleted: () => void }) {
  const result = useQuery(pageQuery("GET /product/admin", { query }));
  const { data: rows = [], meta } = result.data ?? {};
  const isReadOnly = useReadOnly();
  const selection = useRowSelection(productList.write(query), rows);
  return (
    <>
      {meta && (
        <ProductBulkBar
          products={selection.rows}
          all={selection.isAll && meta.pages > 1 ? { meta, filters: productList.filtersOf(query) } : undefined}
          onClear={selection.clear}
          onDeleted={onDeleted}
        />
      )}
      <ListResult
        result={result}
        list={productList}
        noun="products"
        empty={{
          icon: <Package />,
          title: "No products yet",
          says: "Add your first product with a name, price and image. It appears in the shop when you set it as active.",
          action: <AddProduct />,
          hint: "Try another name or SKU, or remove some filters.",
        }}
      >
        {(products) => <ProductTable products={products} selection={isReadOnly ? undefined : selection} />}
      </ListResult>
      {/* Room for the bulk bar, which covers the end of the page. */}
      {selection.rows.length > 0 && <div className="h-14" />}
    </>
  );
}
