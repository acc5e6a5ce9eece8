import { Package } from "lucide-react";
import { useRef } from "react";
import { useSearchParams } from "react-router";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { ErrorNotice } from "#web/ui/feedback/error-notice.tsx";
import { buttonLook } from "#web/ui/forms/button.tsx";
import { useReadOnly } from "#web/ui/forms/read-only.ts";
import { CreateLink } from "#web/ui/layout/admin-page.tsx";
import { PageHead } from "#web/ui/layout/page-head.tsx";
import { ShopLink } from "#web/ui/layout/shop-link.tsx";
import { ExportButton } from "#web/ui/lists/export-button.tsx";
import { ListFooter } from "#web/ui/lists/list-footer.tsx";
import { isPastEnd } from "#web/ui/lists/list-params.ts";
import { PageOutOfRange } from "#web/ui/lists/page-out-of-range.tsx";
import { useRowSelection } from "#web/ui/lists/row-selection.tsx";
import { TableSkeleton } from "#web/ui/lists/table.tsx";
import { ProductBulkBar } from "./product-bulk-bar.tsx";
import { filtersOf, hasFilters, parseProductList, productListPath } from "./product-list-address.ts";
import { ProductTable } from "./product-table.tsx";
import { ProductToolbar } from "./product-toolbar.tsx";
import { ColumnsButton } from "./product-views.tsx";
import { useAdminProducts } from "./products.queries.ts";

type Query = ReturnType<typeof parseProductList>;

export default function ProductsAdminPage() {
  const [search] = useSearchParams();
  const query = parseProductList(search);
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <main className="mx-auto grid max-w-[90rem] grid-cols-1 gap-4 p-4 md:p-6">
      <PageHead title="Products" hidden />
      <header className="flex flex-wrap items-center justify-between gap-3">
        <h1 ref={heading} tabIndex={-1} className="text-2xl">
          Products
        </h1>
        <div className="flex flex-wrap gap-2">
          <ColumnsButton />
          <ShopLink to={dashboardPaths.productGrid(filtersOf(query))} className={buttonLook({ size: "small" })}>
            Grid
          </ShopLink>
          <ShopLink to={dashboardPaths.bulkEdits()} className={buttonLook({ size: "small" })}>
            Bulk edits
          </ShopLink>
          <ExportButton route="GET /product/admin/export" query={filtersOf(query)} name="products" />
          <ShopLink to={dashboardPaths.productImport()} className={buttonLook({ size: "small" })}>
            Import…
          </ShopLink>
          <AddProduct />
        </div>
      </header>
      <ProductToolbar query={query} />
      <ProductList query={query} onDeleted={() => heading.current?.focus()} />
    </main>
  );
}

const AddProduct = () => <CreateLink to={dashboardPaths.newProduct()}>Add product</CreateLink>;

function ProductList({ query, onDeleted }: { query: Query; onDeleted: () => void }) {
  const { data, error, refetch } = useAdminProducts(query);
  const isReadOnly = useReadOnly();
  const selection = useRowSelection(productListPath(query), data?.data ?? []);
  if (!data && error) return <ErrorNotice onRetry={() => void refetch()}>{error.message}</ErrorNotice>;
  if (!data) return <TableSkeleton label="Loading products" />;
  return (
    <>
      <ProductBulkBar
        products={selection.rows}
        all={selection.isAll && data.meta.pages > 1 ? { meta: data.meta, filters: filtersOf(query) } : undefined}
        onClear={selection.clear}
        onDeleted={onDeleted}
      />
      {isPastEnd(data.meta) ? (
        <PageOutOfRange first={productListPath({ ...query, page: 1 })} />
      ) : data.data.length === 0 ? (
        <NoProducts query={query} />
      ) : (
        <ProductTable products={data.data} selection={isReadOnly ? undefined : selection} query={query} />
      )}
      {data.data.length > 0 && (
        <ListFooter noun="products" meta={data.meta} read={parseProductList} write={productListPath} />
      )}
      {/* Room for the bulk bar, which covers the end of the page. */}
      {selection.rows.length > 0 && <div className="h-14" />}
    </>
  );
}

function NoProducts({ query }: { query: Query }) {
  if (hasFilters(query))
    return (
      <EmptyState
        icon={<Package />}
        title="No products found"
        action={
          <ShopLink to={dashboardPaths.products()} className={buttonLook()}>
            Show all products
          </ShopLink>
        }
      >
        Try another name or SKU, or remove some filters.
      </EmptyState>
    );
  return (
    <EmptyState icon={<Package />} title="No products yet" action={<AddProduct />}>
      Add your first product with a name, price and image. It appears in the shop when you set it as active.
    </EmptyState>
  );
}
