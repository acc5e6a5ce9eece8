import { Package, Plus } from "lucide-react";
import { useRef, useState } from "react";
import { useSearchParams } from "react-router";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { ErrorNotice } from "#web/ui/feedback/error-notice.tsx";
import { buttonLook } from "#web/ui/forms/button.tsx";
import { PageHead } from "#web/ui/layout/page-head.tsx";
import { ShopLink } from "#web/ui/layout/shop-link.tsx";
import { ListFooter } from "#web/ui/lists/list-footer.tsx";
import { isPastEnd } from "#web/ui/lists/list-params.ts";
import { PageOutOfRange } from "#web/ui/lists/page-out-of-range.tsx";
import { TableSkeleton } from "#web/ui/lists/table.tsx";
import { ProductBulkBar } from "./product-bulk-bar.tsx";
import { hasFilters, parseProductList, productListPath } from "./product-list-address.ts";
import { ProductTable } from "./product-table.tsx";
import { ProductToolbar } from "./product-toolbar.tsx";
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

const AddProduct = () => (
  <ShopLink to={dashboardPaths.newProduct()} className={buttonLook({ look: "primary", size: "small" })}>
    <Plus aria-hidden="true" />
    Add product
  </ShopLink>
);

function ProductList({ query, onDeleted }: { query: Query; onDeleted: () => void }) {
  const { data, error, refetch } = useAdminProducts(query);
  const [selected, setSelected] = useSelection(productListPath(query));
  if (!data && error) return <ErrorNotice onRetry={() => void refetch()}>{error.message}</ErrorNotice>;
  if (!data) return <TableSkeleton label="Loading the products" />;
  const selectedProducts = data.data.filter(({ id }) => selected.has(id));
  return (
    <>
      <ProductBulkBar products={selectedProducts} onClear={() => setSelected(new Set())} onDeleted={onDeleted} />
      {isPastEnd(data.meta) ? (
        <PageOutOfRange first={productListPath({ ...query, page: 1 })} />
      ) : data.data.length === 0 ? (
        <NoProducts query={query} />
      ) : (
        <ProductTable
          products={data.data}
          selected={new Set(selectedProducts.map(({ id }) => id))}
          onSelect={setSelected}
          query={query}
        />
      )}
      {data.data.length > 0 && (
        <ListFooter noun="products" meta={data.meta} read={parseProductList} write={productListPath} />
      )}
      {/* Room for the bulk bar, which covers the end of the page. */}
      {selectedProducts.length > 0 && <div className="h-14" />}
    </>
  );
}

/** The selection belongs to one page of the list. */
function useSelection(address: string) {
  const [state, setState] = useState({ address, ids: new Set<number>() });
  const ids = state.address === address ? state.ids : new Set<number>();
  return [ids, (next: Set<number>) => setState({ address, ids: next })] as const;
}

function NoProducts({ query }: { query: Query }) {
  if (hasFilters(query))
    return (
      <EmptyState
        icon={<Package />}
        title="No product fits"
        action={
          <ShopLink to={dashboardPaths.products()} className={buttonLook()}>
            Show all products
          </ShopLink>
        }
      >
        Look for another name or SKU, or in another state or category.
      </EmptyState>
    );
  return (
    <EmptyState icon={<Package />} title="No products yet" action={<AddProduct />}>
      Add the first with its name, price and a picture. It is in the shop as soon as you publish it.
    </EmptyState>
  );
}
