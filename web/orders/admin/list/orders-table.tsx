import type { OrderSummary } from "#contract/orders/orders.ts";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import { fulfilmentLabel, orderPaymentLabel, orderStatusLabels, QuietStatusBadge } from "#web/orders/order-labels.tsx";
import { orderQuery } from "#web/orders/orders.queries.ts";
import { usePhoneScreen } from "#web/ui/layout/small-screen.ts";
import { type Column, DataTable, RowLink, useSorting } from "#web/ui/lists/data-table.tsx";
import type { RowSelection } from "#web/ui/lists/row-selection.tsx";
import { Thumbnail } from "#web/ui/media/responsive-image.tsx";
import { formatDay, formatMoment } from "#web/ui/text/date-format.ts";
import { formatMoney } from "#web/ui/text/money-format.ts";
import { defaultSort, ordersList } from "./orders-list-address.ts";

type CellsProps = { order: OrderSummary };
type Columns = Column<OrderSummary>[];

const rows = {
  label: "Orders",
  rowKey: ({ id }: OrderSummary) => id,
  to: ({ id }: OrderSummary) => dashboardPaths.order(id),
};

type Props = { orders: OrderSummary[]; selection: RowSelection<OrderSummary> };

/** The order table. A click opens a row, the arrow keys move between rows. */
export const OrdersTable = ({ orders, selection }: Props) => (
  <DataTable
    {...rows}
    rows={orders}
    columns={usePhoneScreen() ? narrowColumns : wideColumns}
    sorting={useSorting(ordersList, defaultSort)}
    selection={{
      rows: selection,
      label: ({ number }) => `Select order ${number}`,
      allLabel: "Select all orders on this page",
    }}
  />
);

/** The orders of one customer; not sortable. */
export const CustomerOrdersTable = ({ orders }: { orders: OrderSummary[] }) => (
  <DataTable {...rows} rows={orders} columns={customerColumns} />
);

const dayOf = ({ placed_at }: OrderSummary) => formatDay(placed_at);
const customerOf = ({ customer: { fullname, email } }: OrderSummary) => fullname || email;
/** The total, and what is due of it where that is less. */
const totalOf = ({ total, due }: OrderSummary) => (
  <>
    {formatMoney(total)}
    {due.amount > 0 && due.amount < total.amount && (
      <span className="block text-xs font-normal text-muted">{formatMoney(due)} due</span>
    )}
  </>
);
const statusOf = ({ status }: OrderSummary) => <QuietStatusBadge label={orderStatusLabels[status]} />;
const paymentOf = (order: OrderSummary) => <QuietStatusBadge label={orderPaymentLabel(order)} />;

const customerColumns: Columns = [
  {
    head: "Order",
    cell: (order) => (
      <>
        <NumberLink order={order} />
        <span className="block text-xs whitespace-nowrap text-muted sm:hidden">{dayOf(order)}</span>
      </>
    ),
  },
  { head: "Date", from: "sm", quiet: true, cell: dayOf },
  { head: "Status", cell: statusOf },
  { head: "Payment", from: "sm", cell: paymentOf },
  { head: "Total", numeric: true, className: "font-medium whitespace-nowrap", cell: totalOf },
];

const wideColumns: Columns = [
  { head: "Order", cell: (order) => <NumberLink order={order} /> },
  {
    head: "Date",
    sort: "-placed_at",
    quiet: true,
    cell: (order) => (
      <>
        <span className="@max-5xl:hidden">{formatMoment(order.placed_at)}</span>
        <span className="@5xl:hidden">{dayOf(order)}</span>
      </>
    ),
  },
  { head: "Customer", className: "max-w-52 truncate @max-4xl:max-w-32", cell: customerOf },
  { head: "Items", from: "@4xl", cell: (order) => <Thumbnails order={order} /> },
  { head: "Status", cell: statusOf },
  { head: "Payment", cell: paymentOf },
  { head: "Fulfillment", from: "@3xl", cell: (order) => <QuietStatusBadge label={fulfilmentLabel(order)} /> },
  { head: "Total", sort: "-total", numeric: true, className: "font-medium whitespace-nowrap", cell: totalOf },
];

const narrowColumns: Columns = [
  {
    head: "Order",
    sort: "-placed_at",
    className: "pe-0 align-top",
    cell: (order) => (
      <>
        <NumberLink order={order} />
        <span className="block text-xs text-muted">{dayOf(order)}</span>
      </>
    ),
  },
  {
    head: "Customer",
    className: "max-w-32 align-top",
    cell: (order) => (
      <>
        <span className="block truncate pb-1">{customerOf(order)}</span>
        {statusOf(order)}
      </>
    ),
  },
  {
    head: "Total",
    sort: "-total",
    numeric: true,
    className: "ps-0 align-top font-medium whitespace-nowrap",
    cell: totalOf,
  },
];

const NumberLink = ({ order }: CellsProps) => (
  <RowLink to={dashboardPaths.order(order.id)} warm={[orderQuery(order.id)]} className="tabular-nums">
    {order.number}
  </RowLink>
);

const Thumbnails = ({ order }: CellsProps) => (
  <span className="flex items-center gap-2">
    <span className="flex *:not-first:-ms-2" aria-hidden="true">
      {order.thumbnails.slice(0, 3).map((thumbnail, index) => (
        // Thumbnails may repeat.
        <Thumbnail
          key={`${thumbnail}-${index}`}
          url={thumbnail}
          sizes="24px"
          className="size-6 rounded-sm border border-surface"
        />
      ))}
    </span>
    <span className="text-muted tabular-nums">
      {order.quantity}
      <span className="sr-only"> items</span>
    </span>
  </span>
);
