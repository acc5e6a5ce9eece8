import { useQuery } from "@tanstack/react-query";
import { SlidersHorizontal } from "lucide-react";
import { OrderView } from "#contract/orders/order-list.ts";
import { query as queryOf } from "#web/api/call.ts";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import { lazyComponent } from "#web/hydration/lazy-component.tsx";
import {
  fulfilmentStatusLabels,
  orderStatusLabels,
  paymentStatusLabels,
  providerLabels,
} from "#web/orders/order-labels.tsx";
import { useOrderCounts } from "#web/orders/orders.queries.ts";
import { CreateLink } from "#web/ui/admin/admin-page.tsx";
import { Button } from "#web/ui/forms/button.tsx";
import { Chip } from "#web/ui/forms/chip.tsx";
import { TabLink } from "#web/ui/layout/tab-link.tsx";
import { ExportButton } from "#web/ui/lists/export-button.tsx";
import { useListParams } from "#web/ui/lists/list-params.ts";
import { ListSearch } from "#web/ui/lists/list-search.tsx";
import { SaveViewButton, useSavedView, ViewTabs } from "#web/ui/lists/saved-views.tsx";
import { openDialog } from "#web/ui/overlay/dialog-store.ts";
import { CountBadge } from "#web/ui/text/badge.tsx";
import { countryName } from "#web/ui/text/country-name.ts";
import { formatDay } from "#web/ui/text/date-format.ts";
import { formatMoney } from "#web/ui/text/money-format.ts";
import { localInputValue } from "#web/ui/text/shop-time.ts";
import { monthBefore } from "./months.ts";
import { type OrdersListQuery, ordersList, viewPath } from "./orders-list-address.ts";

const AccountingForm = lazyComponent(() => import("./accounting-form.tsx").then((part) => part.AccountingForm));
const FiltersForm = lazyComponent(() => import("./order-filters-form.tsx").then((part) => part.OrderFiltersForm));
const ShipForm = lazyComponent(() => import("./ship-orders-form.tsx").then((part) => part.ShipOrdersForm));

const viewLabels: Record<OrderView, string> = {
  unpaid: "Unpaid",
  to_ship: "To ship",
  on_hold: "On hold",
  returns: "Returns",
  refunds_to_send: "Refunds to send",
  completed: "Completed",
};

/** Title, views, search and filters of the order list. */
export function OrdersToolbar({ query }: { query: OrdersListQuery }) {
  const change = useListParams(ordersList.read, ordersList.write);
  const openFilters = () =>
    openDialog({
      title: "Filter orders",
      content: <FiltersForm query={query} onApply={(filters) => change(() => filters)} />,
    });
  const openShipForm = () =>
    openDialog({ title: "Ship orders", content: <ShipForm numbers={[]} onDone={() => undefined} /> });
  const openAccounting = () =>
    openDialog({
      title: "Export for accounting",
      content: <AccountingForm month={monthBefore(localInputValue(new Date().toISOString()))} />,
    });
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl">Orders</h1>
        <div className="flex flex-wrap items-center gap-3">
          <Button size="small" onClick={openAccounting}>
            Accounting
          </Button>
          <ExportButton route="GET /orders/export" query={ordersList.filtersOf(query)} name="orders" />
          {query.view === "to_ship" && (
            <Button size="small" onClick={openShipForm}>
              Ship from list
            </Button>
          )}
          <CreateLink to={dashboardPaths.newOrder()}>Create order</CreateLink>
        </div>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Views query={query} />
        <div className="flex items-center gap-3 max-sm:w-full">
          <Button onClick={openFilters}>
            <SlidersHorizontal />
            Filter
          </Button>
          <ListSearch
            label="Search orders"
            placeholder="Number, name, product…"
            name={query.name}
            onSearch={(name) => change(() => ({ name }))}
          />
        </div>
      </div>
      <div className="flex flex-wrap items-center gap-2 empty:hidden">
        <Chips query={query} />
        {/* The views of the shop need no saving. */}
        {viewPath(query) !== ordersList.write({ view: query.view }) && <SaveViewButton {...savedOf(query)} />}
      </div>
    </>
  );
}

const savedOf = (query: OrdersListQuery) => ({ list: "orders", path: viewPath(query) }) as const;

/** The views with their counts, and those the user has saved. A view replaces the filters. */
function Views({ query }: { query: OrdersListQuery }) {
  const { data: counts } = useOrderCounts();
  const isSaved = useSavedView(savedOf(query)) !== undefined;
  return (
    <nav aria-label="Views" className="scroller -mx-1 max-w-full gap-0.5 px-1">
      <TabLink to={ordersList.write({ per_page: query.per_page })} chosen={!isSaved && query.view === undefined}>
        All
      </TabLink>
      {OrderView.options.map((view) => (
        <TabLink
          key={view}
          to={ordersList.write({ view, per_page: query.per_page })}
          chosen={!isSaved && query.view === view}
        >
          {viewLabels[view]}
          {view !== "completed" && counts !== undefined && counts[view] > 0 && (
            <>
              {" "}
              <CountBadge count={counts[view]} tone="quiet" className="ms-1.5" />
            </>
          )}
        </TabLink>
      ))}
      <ViewTabs {...savedOf(query)} />
    </nav>
  );
}

/** The filters in effect; a press removes one. */
function Chips({ query }: { query: OrdersListQuery }) {
  const labels = useFilterLabels(query);
  if (labels.length === 0) return null;
  const without = (name: keyof OrdersListQuery) => ordersList.write({ ...query, [name]: undefined, page: 1 });
  return (
    <ul aria-label="Filters" className="flex flex-wrap gap-2">
      {labels.map(({ name, label }) => (
        <li key={name}>
          <Chip label={label} href={without(name)}>
            {label}
          </Chip>
        </li>
      ))}
    </ul>
  );
}

function useFilterLabels(query: OrdersListQuery): { name: keyof OrdersListQuery; label: string }[] {
  const methods = useQuery({ ...queryOf("GET /shipping/methods", {}), enabled: query.shipping_method !== undefined });
  const product = useQuery({
    ...queryOf("GET /product/admin", { query: { id: [query.product_id ?? 0] } }),
    enabled: query.product_id !== undefined,
  });
  const { currency } = useQuery(queryOf("GET /shop", {})).data?.data ?? { currency: "EUR" };
  const day = (date: string) => formatDay(`${date}T12:00:00Z`);
  const label = <Name extends keyof OrdersListQuery>(
    name: Name,
    write: (value: NonNullable<OrdersListQuery[Name]>) => string,
  ) => {
    const value = query[name];
    return value === undefined || value === null ? [] : [{ name, label: write(value) }];
  };
  return [
    ...label("status", (status) => `Status: ${orderStatusLabels[status].label}`),
    ...label("from", (date) => `From ${day(date)}`),
    ...label("to", (date) => `Until ${day(date)}`),
    ...label("sold", () => "Sold"),
    ...label("moved_from", (date) => `Paid or refunded from ${day(date)}`),
    ...label("moved_to", (date) => `Paid or refunded until ${day(date)}`),
    ...label("refunded_from", (date) => `Refunded from ${day(date)}`),
    ...label("refunded_to", (date) => `Refunded until ${day(date)}`),
    ...label("payment_status", (status) => `Payment: ${paymentStatusLabels[status].label}`),
    ...label("payment_method", (method) => `Paid by: ${providerLabels[method]}`),
    ...label("fulfilment_status", (status) => `Fulfillment: ${fulfilmentStatusLabels[status].label}`),
    ...label("shipping_method", (id) => {
      const method = methods.data?.data.find((one) => one.id === id);
      return `Shipping: ${method?.name ?? `No. ${id}`}`;
    }),
    ...label("country", (country) => `Country: ${countryName(country)}`),
    ...label("product_id", (id) => `Product: ${product.data?.data[0]?.name ?? `No. ${id}`}`),
    ...label("sku", (sku) => `SKU: ${sku}`),
    ...label("total_min", (amount) => `From ${formatMoney({ amount, currency })}`),
    ...label("total_max", (amount) => `Up to ${formatMoney({ amount, currency })}`),
  ];
}
