import { Undo2 } from "lucide-react";
import { useSearchParams } from "react-router";
import type { ReplyOf } from "#contract/api.ts";
import { type Return, ReturnStatus } from "#contract/orders/returns.ts";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import { type ReturnsListQuery, useLiveOrders, useReturnCounts, useReturnsList } from "#web/orders/orders.queries.ts";
import { adminReturnStatusLabels } from "#web/orders/returns/return-labels.ts";
import { ReturnFacts } from "#web/orders/returns/returns.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { ErrorNotice } from "#web/ui/feedback/error-notice.tsx";
import { buttonLook } from "#web/ui/forms/button.tsx";
import { TextField } from "#web/ui/forms/fields/text-field.tsx";
import { PageHead } from "#web/ui/layout/page-head.tsx";
import { ShopLink } from "#web/ui/layout/shop-link.tsx";
import { TabLink } from "#web/ui/layout/tab-link.tsx";
import { ExportButton } from "#web/ui/lists/export-button.tsx";
import { ListFooter } from "#web/ui/lists/list-footer.tsx";
import { isPastEnd, useListParams } from "#web/ui/lists/list-params.ts";
import { ListSearch } from "#web/ui/lists/list-search.tsx";
import { NewRowsNotice, useNewRows } from "#web/ui/lists/new-rows.tsx";
import { PageOutOfRange } from "#web/ui/lists/page-out-of-range.tsx";
import { TableSkeleton } from "#web/ui/lists/table.tsx";
import { CountBadge } from "#web/ui/text/badge.tsx";
import { ReturnActions } from "./return-actions.tsx";
import { parseReturnsList, returnsListPath } from "./returns-list-address.ts";

type Query = ReturnType<typeof parseReturnsList>;

export default function ReturnsAdminPage() {
  const [search] = useSearchParams();
  const query = parseReturnsList(search);
  useLiveOrders();
  return (
    <main className="mx-auto grid max-w-[70rem] grid-cols-1 gap-4 p-4 md:p-6">
      <PageHead title="Returns" hidden />
      <Toolbar query={query} />
      <ReturnsList query={query} />
    </main>
  );
}

function Toolbar({ query }: { query: Query }) {
  const change = useListParams<ReturnsListQuery>(parseReturnsList, returnsListPath);
  const { data: counts } = useReturnCounts();
  const { status, name, from, to } = query;
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-3">
        <h1 className="text-2xl">Returns</h1>
        <div className="flex flex-wrap items-end gap-3 max-sm:w-full">
          <ExportButton route="GET /returns/export" query={{ status, name, from, to }} name="returns" />
          <TextField
            label="From"
            className="w-36"
            type="date"
            max={to}
            value={from ?? ""}
            onChange={({ target }) => change(() => ({ from: target.value || undefined }))}
          />
          <TextField
            label="Until"
            className="w-36"
            type="date"
            min={from}
            value={to ?? ""}
            onChange={({ target }) => change(() => ({ to: target.value || undefined }))}
          />
          <ListSearch
            label="Search returns"
            placeholder="Return, order or name"
            name={query.name}
            onSearch={(text) => change(() => ({ name: text }))}
          />
        </div>
      </div>
      <nav aria-label="Return status" className="scroller -mx-1 max-w-full gap-0.5 px-1">
        <TabLink to={returnsListPath({ ...query, status: undefined, page: 1 })} chosen={status === undefined}>
          All
        </TabLink>
        {ReturnStatus.options.map((one) => (
          <TabLink key={one} to={returnsListPath({ ...query, status: one, page: 1 })} chosen={status === one}>
            {adminReturnStatusLabels[one].label}
            {(one === "requested" || one === "approved") && counts !== undefined && counts[one] > 0 && (
              <>
                {" "}
                <CountBadge count={counts[one]} tone="quiet" className="ms-1.5" />
              </>
            )}
          </TabLink>
        ))}
      </nav>
    </>
  );
}

function ReturnsList({ query }: { query: Query }) {
  const { data, error, refetch, isPlaceholderData } = useReturnsList(query);
  if (!data && error) return <ErrorNotice onRetry={() => void refetch()}>{error.message}</ErrorNotice>;
  if (!data) return <TableSkeleton label="Loading returns" />;
  if (isPastEnd(data.meta)) return <PageOutOfRange first={returnsListPath({ ...query, page: 1 })} />;
  if (data.data.length === 0)
    return <NoReturns hasFilters={Boolean(query.status || query.name || query.from || query.to)} />;
  return <LoadedReturns query={query} isStale={isPlaceholderData} {...data} />;
}

function LoadedReturns({ query, isStale, data, meta }: { query: Query; isStale: boolean } & ReplyOf<"GET /returns">) {
  const { rows, count, show } = useNewRows(query.page === 1 && !isStale ? returnsListPath(query) : undefined, data);
  return (
    <>
      <div className="relative">
        <NewRowsNotice count={count} nouns={["return", "returns"]} onShow={show} />
        <ul
          aria-label="Returns"
          className="divide-y divide-hairline overflow-hidden rounded-lg border border-hairline bg-surface"
        >
          {rows.map((one) => (
            <ReturnRow key={one.id} one={one} />
          ))}
        </ul>
      </div>
      <ListFooter noun="returns" meta={meta} read={parseReturnsList} write={returnsListPath} />
    </>
  );
}

const ReturnRow = ({ one }: { one: Return }) => (
  <li className="flex flex-wrap items-start justify-between gap-3 p-4 text-sm">
    <div className="grid min-w-0 gap-1">
      <p className="flex flex-wrap gap-x-2">
        <ShopLink
          to={dashboardPaths.order(one.order_id)}
          className="touch-target font-semibold underline-offset-4 hover:underline"
        >
          Order {one.order_number}
        </ShopLink>
        <span className="text-muted">{one.customer.fullname}</span>
      </p>
      <ReturnFacts one={one} isAdmin />
    </div>
    <ReturnActions one={one} />
  </li>
);

const NoReturns = ({ hasFilters }: { hasFilters: boolean }) =>
  hasFilters ? (
    <EmptyState
      icon={<Undo2 />}
      title="No returns found"
      action={
        <ShopLink to={dashboardPaths.returns()} className={buttonLook()}>
          Show all returns
        </ShopLink>
      }
    >
      Try another number or name, or another status.
    </EmptyState>
  ) : (
    <EmptyState icon={<Undo2 />} title="No returns yet">
      Customers request a return on the page of their order. Requests appear here automatically.
    </EmptyState>
  );
