import { useQuery } from "@tanstack/react-query";
import { Undo2 } from "lucide-react";
import type { ReactNode } from "react";
import { type Return, ReturnStatus } from "#contract/orders/returns.ts";
import { pageQuery } from "#web/api/call.ts";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import { useLiveOrders, useReturnCounts } from "#web/orders/orders.queries.ts";
import { adminReturnStatusLabels } from "#web/orders/returns/return-labels.ts";
import { ReturnFacts } from "#web/orders/returns/returns.tsx";
import { AdminPage } from "#web/ui/admin/admin-page.tsx";
import { ShopLink } from "#web/ui/layout/shop-link.tsx";
import type { QueryOf } from "#web/ui/lists/list-address.ts";
import { ListResult } from "#web/ui/lists/list-result.tsx";
import { ListDays, ListTabs, ListToolbar, useListQuery } from "#web/ui/lists/list-toolbar.tsx";
import { NewRowsNotice, useNewRows } from "#web/ui/lists/new-rows.tsx";
import { CountBadge } from "#web/ui/text/badge.tsx";
import { returnsList } from "./list/orders-list-address.ts";
import { ReturnActions } from "./return-actions.tsx";

type Query = QueryOf<typeof returnsList>;

export default function ReturnsAdminPage() {
  const query = useListQuery(returnsList);
  const result = useQuery(pageQuery("GET /returns", { query }));
  useLiveOrders();
  return (
    <AdminPage
      title="Returns"
      width="medium"
      exported={{ route: "GET /returns/export", query: returnsList.filtersOf(query) }}
    >
      <Toolbar />
      <ListResult
        result={result}
        list={returnsList}
        noun="returns"
        empty={{
          icon: <Undo2 />,
          title: "No returns yet",
          says: "Customers request a return on the page of their order. Requests appear here automatically.",
          hint: "Try another number or name, or another status.",
        }}
      >
        {(returns) => <Returns query={query} isStale={result.isPlaceholderData} returns={returns} />}
      </ListResult>
    </AdminPage>
  );
}

const Toolbar = () => (
  <ListToolbar
    list={returnsList}
    search={{ label: "Search returns", placeholder: "Return, order or name" }}
    filters={<ListDays list={returnsList} className="w-44 max-sm:w-[calc(50%-0.375rem)]" />}
  >
    <ListTabs list={returnsList} name="status" label="Return status" options={useStatusTabs()} />
  </ListToolbar>
);

/** The statuses, with the number of returns that wait for the shop. */
function useStatusTabs() {
  const { data: counts } = useReturnCounts();
  const tabs = ReturnStatus.options.map((status) => {
    const isWaiting = status === "requested" || status === "approved";
    const count = (isWaiting && counts?.[status]) || 0;
    const label = (
      <>
        {adminReturnStatusLabels[status].label}
        {count > 0 && (
          <>
            {" "}
            <CountBadge count={count} tone="quiet" className="ms-1.5" />
          </>
        )}
      </>
    );
    return [status, { label }] as const;
  });
  return Object.fromEntries(tabs) as Record<ReturnStatus, { label: ReactNode }>;
}

function Returns({ query, isStale, returns }: { query: Query; isStale: boolean; returns: Return[] }) {
  const list = query.page === 1 && !isStale ? returnsList.write(query) : undefined;
  const { rows, count, show } = useNewRows(list, returns);
  return (
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
