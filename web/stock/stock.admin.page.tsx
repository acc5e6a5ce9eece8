import { Boxes } from "lucide-react";
import { useSearchParams } from "react-router";
import { StockStatus } from "#contract/stock.ts";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { ErrorNotice } from "#web/ui/feedback/error-notice.tsx";
import { buttonLook } from "#web/ui/forms/button.tsx";
import { Chip } from "#web/ui/forms/chip.tsx";
import { PageHead } from "#web/ui/layout/page-head.tsx";
import { ShopLink } from "#web/ui/layout/shop-link.tsx";
import { TabLink } from "#web/ui/layout/tab-link.tsx";
import { ExportButton } from "#web/ui/lists/export-button.tsx";
import { ListFooter } from "#web/ui/lists/list-footer.tsx";
import { isPastEnd, useListParams } from "#web/ui/lists/list-params.ts";
import { ListSearch } from "#web/ui/lists/list-search.tsx";
import { PageOutOfRange } from "#web/ui/lists/page-out-of-range.tsx";
import { TableSkeleton } from "#web/ui/lists/table.tsx";
import { useStock } from "./stock.queries.ts";
import { stockStatusLabels } from "./stock-labels.ts";
import { hasFilters, parseStockList, type StockListQuery, stockListPath } from "./stock-list-address.ts";
import { StockTable } from "./stock-table.tsx";

type Query = ReturnType<typeof parseStockList>;

export default function StockAdminPage() {
  const [search] = useSearchParams();
  const query = parseStockList(search);
  const { page: _page, per_page: _size, ...filters } = query;
  return (
    <main className="mx-auto grid max-w-[90rem] grid-cols-1 gap-4 p-4 md:p-6">
      <PageHead title="Stock" hidden />
      <header className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl">Stock</h1>
        <ExportButton route="GET /stock/export" query={filters} name="stock" />
      </header>
      <Toolbar query={query} />
      <StockList query={query} />
    </main>
  );
}

function Toolbar({ query }: { query: Query }) {
  const change = useListParams<StockListQuery>(parseStockList, stockListPath);
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <nav aria-label="Stock status" className="scroller -mx-1 max-w-full gap-0.5 px-1 py-1">
        {[undefined, ...StockStatus.options].map((status) => (
          <TabLink
            key={status ?? "all"}
            to={stockListPath({ ...query, status, page: 1 })}
            chosen={query.status === status}
          >
            {status ? stockStatusLabels[status].label : "All"}
          </TabLink>
        ))}
      </nav>
      <div className="flex flex-wrap items-center gap-3 max-sm:w-full">
        {query.product_id !== undefined && (
          <Chip label="one product" href={stockListPath({ ...query, product_id: undefined, page: 1 })}>
            One product
          </Chip>
        )}
        <ListSearch
          label="Search stock"
          placeholder="Product or SKU"
          name={query.name}
          onSearch={(name) => change(() => ({ name }))}
        />
      </div>
    </div>
  );
}

function StockList({ query }: { query: Query }) {
  const { data, error, refetch } = useStock(query);
  if (!data && error) return <ErrorNotice onRetry={() => void refetch()}>{error.message}</ErrorNotice>;
  if (!data) return <TableSkeleton label="Loading stock" />;
  if (isPastEnd(data.meta)) return <PageOutOfRange first={stockListPath({ ...query, page: 1 })} />;
  if (data.data.length === 0) return <NoStock isFiltered={hasFilters(query)} />;
  return (
    <>
      <StockTable items={data.data} />
      <ListFooter noun="variations" meta={data.meta} read={parseStockList} write={stockListPath} />
    </>
  );
}

const NoStock = ({ isFiltered }: { isFiltered: boolean }) =>
  isFiltered ? (
    <EmptyState
      icon={<Boxes />}
      title="No stock found"
      action={
        <ShopLink to={dashboardPaths.stock()} className={buttonLook()}>
          Show all stock
        </ShopLink>
      }
    >
      Try another product or SKU, or another status.
    </EmptyState>
  ) : (
    <EmptyState
      icon={<Boxes />}
      title="No tracked stock yet"
      action={
        <ShopLink to={dashboardPaths.newProduct()} className={buttonLook({ look: "primary" })}>
          Add product
        </ShopLink>
      }
    >
      Variations appear here once a product tracks its stock.
    </EmptyState>
  );
