import type { ComponentProps, ComponentType, ReactNode } from "react";
import type { OrderSummary } from "#contract/orders/orders.ts";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import { fulfilmentLabel, orderStatusLabels, paymentStatusLabels } from "#web/orders/order-labels.ts";
import { orderQuery } from "#web/orders/orders.queries.ts";
import { QuietStatusBadge } from "#web/orders/status-badge.tsx";
import { ShopLink } from "#web/ui/layout/shop-link.tsx";
import { useSmallScreen } from "#web/ui/layout/small-screen.ts";
import { nextSort, sortState, useListParams } from "#web/ui/lists/list-params.ts";
import { type RowSelection, SelectAllCell, SelectCell } from "#web/ui/lists/row-selection.tsx";
import { Cell, HeadCell, LinkRows, Row, Table } from "#web/ui/lists/table.tsx";
import { ResponsiveImage } from "#web/ui/media/responsive-image.tsx";
import { formatDay, formatMoment } from "#web/ui/text/date-format.ts";
import { formatMoney } from "#web/ui/text/money-format.ts";
import { shopLocale } from "#words/say.ts";
import { defaultSort, type OrdersListQuery, ordersList } from "./orders-list-address.ts";

type Props = { orders: OrderSummary[]; query: OrdersListQuery; selection: RowSelection<OrderSummary> };

/** The order table. A click opens a row, the arrow keys move between rows. */
export function OrdersTable({ orders, query, selection }: Props) {
  const isSmall = useSmallScreen();
  const [Heads, Cells] = isSmall ? [NarrowHeads, NarrowCells] : [WideHeads, WideCells];
  const change = useListParams(ordersList.read, ordersList.write);
  const sorted: Sorted = (first) => ({
    sort: sortState(first, query.sort ?? defaultSort),
    onSort: () => change(({ sort = defaultSort }) => ({ sort: nextSort<typeof sort>(first, sort) })),
  });
  return <OrderRows orders={orders} heads={<Heads sorted={sorted} />} Cells={Cells} selection={selection} />;
}

type CellsProps = { order: OrderSummary };
type RowsProps = {
  orders: OrderSummary[];
  heads: ReactNode;
  Cells: ComponentType<CellsProps>;
  selection?: RowSelection<OrderSummary>;
};

const OrderRows = ({ orders, heads, Cells, selection }: RowsProps) => (
  <Table label="Orders">
    <thead>
      <tr>
        <SelectAllCell label="Select all orders on this page" selection={selection} />
        {heads}
      </tr>
    </thead>
    <LinkRows>
      {orders.map((order) => (
        <Row key={order.id} selected={selection?.isSelected(order.id)} to={dashboardPaths.order(order.id)}>
          <SelectCell label={`Select order ${order.number}`} row={order} selection={selection} />
          <Cells order={order} />
        </Row>
      ))}
    </LinkRows>
  </Table>
);

/** The orders of one customer; not sortable. */
export const CustomerOrdersTable = ({ orders }: { orders: OrderSummary[] }) => (
  <OrderRows
    orders={orders}
    heads={
      <>
        <HeadCell>Order</HeadCell>
        <HeadCell className="max-sm:hidden">Date</HeadCell>
        <HeadCell>Status</HeadCell>
        <HeadCell className="max-sm:hidden">Payment</HeadCell>
        <HeadCell numeric>Total</HeadCell>
      </>
    }
    Cells={CustomerOrderCells}
  />
);

function CustomerOrderCells({ order }: CellsProps) {
  const day = formatDay(order.placed_at, shopLocale());
  return (
    <>
      <Cell>
        <NumberLink order={order} />
        <span className="block text-xs whitespace-nowrap text-muted sm:hidden">{day}</span>
      </Cell>
      <Cell className="whitespace-nowrap text-muted max-sm:hidden">{day}</Cell>
      <Cell>
        <QuietStatusBadge label={orderStatusLabels[order.status]} />
      </Cell>
      <Cell className="max-sm:hidden">
        <QuietStatusBadge label={paymentStatusLabels[order.payment_status]} />
      </Cell>
      <TotalCell order={order} />
    </>
  );
}

const TotalCell = ({ order }: CellsProps) => (
  <Cell numeric className="font-medium whitespace-nowrap">
    {formatMoney(order.total, shopLocale())}
  </Cell>
);

type Sorted = (first: "-placed_at" | "-total") => Pick<ComponentProps<typeof HeadCell>, "sort" | "onSort">;
type HeadProps = { sorted: Sorted };

const WideHeads = ({ sorted }: HeadProps) => (
  <>
    <HeadCell>Order</HeadCell>
    <HeadCell {...sorted("-placed_at")}>Date</HeadCell>
    <HeadCell>Customer</HeadCell>
    <HeadCell className="@max-4xl:hidden">Items</HeadCell>
    <HeadCell>Status</HeadCell>
    <HeadCell>Payment</HeadCell>
    <HeadCell>Fulfillment</HeadCell>
    <HeadCell numeric {...sorted("-total")}>
      Total
    </HeadCell>
  </>
);

function WideCells({ order }: CellsProps) {
  const locale = shopLocale();
  return (
    <>
      <Cell>
        <NumberLink order={order} />
      </Cell>
      <Cell className="whitespace-nowrap text-muted">
        <span className="@max-5xl:hidden">{formatMoment(order.placed_at, locale)}</span>
        <span className="@5xl:hidden">{formatDay(order.placed_at, locale)}</span>
      </Cell>
      <Cell className="max-w-52 truncate @max-4xl:max-w-32">{order.customer.fullname || order.customer.email}</Cell>
      <Cell className="@max-4xl:hidden">
        <Thumbnails order={order} />
      </Cell>
      <Cell>
        <QuietStatusBadge label={orderStatusLabels[order.status]} />
      </Cell>
      <Cell>
        <QuietStatusBadge label={paymentStatusLabels[order.payment_status]} />
      </Cell>
      <Cell>
        <QuietStatusBadge label={fulfilmentLabel(order)} />
      </Cell>
      <TotalCell order={order} />
    </>
  );
}

const NarrowHeads = ({ sorted }: HeadProps) => (
  <>
    <HeadCell {...sorted("-placed_at")}>Order</HeadCell>
    <HeadCell>Customer</HeadCell>
    <HeadCell numeric {...sorted("-total")}>
      Total
    </HeadCell>
  </>
);

function NarrowCells({ order }: CellsProps) {
  const locale = shopLocale();
  return (
    <>
      <Cell className="pe-0 align-top">
        <NumberLink order={order} />
        <span className="block text-xs text-muted">{formatDay(order.placed_at, locale)}</span>
      </Cell>
      <Cell className="max-w-32 align-top">
        <span className="block truncate pb-1">{order.customer.fullname || order.customer.email}</span>
        <QuietStatusBadge label={orderStatusLabels[order.status]} />
      </Cell>
      <Cell numeric className="ps-0 align-top font-medium whitespace-nowrap">
        {formatMoney(order.total, locale)}
      </Cell>
    </>
  );
}

const NumberLink = ({ order }: CellsProps) => (
  <ShopLink
    to={dashboardPaths.order(order.id)}
    warm={[orderQuery(order.id)]}
    className="touch-target font-semibold tabular-nums underline-offset-4 hover:underline"
  >
    {order.number}
  </ShopLink>
);

const Thumbnails = ({ order }: CellsProps) => (
  <span className="flex items-center gap-2">
    <span className="flex *:not-first:-ms-2" aria-hidden="true">
      {order.thumbnails.slice(0, 3).map((thumbnail, index) => (
        // Thumbnails may repeat.
        <span
          key={`${thumbnail}-${index}`}
          className="size-6 overflow-hidden rounded-sm border border-surface bg-sunken"
        >
          <ResponsiveImage image={{ url: thumbnail, alt: "", width: 320, height: 320 }} sizes="24px" />
        </span>
      ))}
    </span>
    <span className="text-muted tabular-nums">
      {order.quantity}
      <span className="sr-only"> items</span>
    </span>
  </span>
);
