import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { TrendingUp } from "lucide-react";
import { useSearchParams } from "react-router";
import { DemandSignal } from "#contract/dashboard/demand.ts";
import { query as apiQuery } from "#web/api/query.ts";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { ErrorNotice } from "#web/ui/feedback/error-notice.tsx";
import { buttonLook } from "#web/ui/forms/button.tsx";
import { PageHead } from "#web/ui/layout/page-head.tsx";
import { ShopLink } from "#web/ui/layout/shop-link.tsx";
import { TabLink } from "#web/ui/layout/tab-link.tsx";
import { ExportButton } from "#web/ui/lists/export-button.tsx";
import { ListFooter } from "#web/ui/lists/list-footer.tsx";
import { isPastEnd, useListParams } from "#web/ui/lists/list-params.ts";
import { ListSearch } from "#web/ui/lists/list-search.tsx";
import { PageOutOfRange } from "#web/ui/lists/page-out-of-range.tsx";
import { TableSkeleton } from "#web/ui/lists/table.tsx";
import { type DemandListQuery, demandListPath, parseDemandList } from "./demand-list-address.ts";
import { DemandTable } from "./demand-table.tsx";

type Query = ReturnType<typeof parseDemandList>;

const labels: Record<DemandSignal, string> = {
  order_more: "Order more",
  waiting: "Back in stock",
  refused: "Refused",
  wishes: "Wishlists",
  searches: "Searches",
};

export default function DemandAdminPage() {
  const [search] = useSearchParams();
  const query = parseDemandList(search);
  const { page: _page, per_page: _size, ...filters } = query;
  return (
    <main className="mx-auto grid max-w-[90rem] grid-cols-1 gap-4 p-4 md:p-6">
      <PageHead title="Demand" hidden />
      <header className="flex flex-wrap items-start justify-between gap-3">
        <div className="max-w-2xl">
          <h1 className="text-2xl">Demand</h1>
          <p className="text-sm text-muted">
            What shoppers want and don't get. Order more = back-in-stock requests + units sold in 30 days − units
            available: what the next 30 days need at the same pace. Wishlists count where stock is low.
          </p>
        </div>
        <ExportButton route="GET /dashboard/demand/export" query={filters} name="demand" />
      </header>
      <Toolbar query={query} />
      <DemandList query={query} />
    </main>
  );
}

function Toolbar({ query }: { query: Query }) {
  const change = useListParams<DemandListQuery>(parseDemandList, demandListPath);
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <nav aria-label="Reasons" className="scroller -mx-1 max-w-full gap-0.5 px-1 py-1">
        {[undefined, ...DemandSignal.options].map((signal) => (
          <TabLink
            key={signal ?? "all"}
            to={demandListPath({ ...query, signal, page: 1 })}
            chosen={query.signal === signal}
          >
            {signal ? labels[signal] : "All"}
          </TabLink>
        ))}
      </nav>
      <ListSearch
        label="Search demand"
        placeholder="Product, SKU or search"
        name={query.name}
        onSearch={(name) => change(() => ({ name }))}
      />
    </div>
  );
}

function DemandList({ query }: { query: Query }) {
  const { data, error, refetch } = useQuery({
    ...apiQuery("GET /dashboard/demand", { query }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
  if (!data && error) return <ErrorNotice onRetry={() => void refetch()}>{error.message}</ErrorNotice>;
  if (!data) return <TableSkeleton label="Loading demand" />;
  if (isPastEnd(data.meta)) return <PageOutOfRange first={demandListPath({ ...query, page: 1 })} />;
  if (data.data.length === 0) return <NoDemand isFiltered={Boolean(query.signal || query.name)} />;
  return (
    <>
      <DemandTable rows={data.data} query={query} />
      <ListFooter noun="entries" meta={data.meta} read={parseDemandList} write={demandListPath} />
    </>
  );
}

const NoDemand = ({ isFiltered }: { isFiltered: boolean }) =>
  isFiltered ? (
    <EmptyState
      icon={<TrendingUp />}
      title="Nothing found"
      action={
        <ShopLink to={dashboardPaths.demand()} className={buttonLook()}>
          Show all demand
        </ShopLink>
      }
    >
      Try another reason, product or search.
    </EmptyState>
  ) : (
    <EmptyState
      icon={<TrendingUp />}
      title="Everything shoppers want is in stock"
      action={
        <ShopLink to={dashboardPaths.stock()} className={buttonLook()}>
          Show stock
        </ShopLink>
      }
    >
      Back-in-stock requests, refused quantities and searches without results appear here.
    </EmptyState>
  );
