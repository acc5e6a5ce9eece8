import type { OrderSummary } from "#contract/orders/orders.ts";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import { orderStatusLabels, paymentStatusLabels } from "#web/orders/order-labels.ts";
import { orderQuery, useOrders } from "#web/orders/orders.queries.ts";
import { QuietStatusBadge } from "#web/orders/status-badge.tsx";
import { ErrorNotice } from "#web/ui/feedback/error-notice.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { ShopLink } from "#web/ui/layout/shop-link.tsx";
import { ListFooter } from "#web/ui/lists/list-footer.tsx";
import { pageSizes, readPageParams } from "#web/ui/lists/list-params.ts";
import { Cell, HeadCell, LinkRows, Row, Table } from "#web/ui/lists/table.tsx";
import { formatDay } from "#web/ui/text/date-format.ts";
import { formatMoney } from "#web/ui/text/money-format.ts";
import { shopLocale } from "#words/say.ts";

type At = { page: number; per_page: number };
type Props = {
  customerId: number;
  at: At;
  href: (at: At) => string;
  none: string;
};

/** The orders of one customer, newest first. */
export function CustomerOrders({ customerId, at, href, none }: Props) {
  const { data, error, refetch } = useOrders({ customer_id: customerId, ...at });
  if (!data && error) return <ErrorNotice onRetry={() => void refetch()}>{error.message}</ErrorNotice>;
  if (!data) return <OrdersSkeleton />;
  if (data.meta.total === 0) return <p className="text-sm text-muted">{none}</p>;
  if (data.data.length === 0)
    return (
      <p className="text-sm text-muted">
        No more orders.{" "}
        <ShopLink to={href({ ...at, page: 1 })} className="text-link underline underline-offset-4">
          Show the newest orders
        </ShopLink>
      </p>
    );
  return (
    // On phones the table uses the card's padding.
    <div className="grid grid-cols-1 gap-3 max-sm:-mx-3 max-sm:-mb-3">
      <OrderRows orders={data.data} />
      {data.meta.total > pageSizes[0] && (
        <ListFooter noun="orders" meta={data.meta} read={readPageParams} write={href} />
      )}
    </div>
  );
}

function OrderRows({ orders }: { orders: OrderSummary[] }) {
  return (
    <Table label="Orders">
      <thead>
        <tr>
          <HeadCell>Order</HeadCell>
          <HeadCell className="max-sm:hidden">Date</HeadCell>
          <HeadCell>Status</HeadCell>
          <HeadCell className="max-sm:hidden">Payment</HeadCell>
          <HeadCell numeric>Total</HeadCell>
        </tr>
      </thead>
      <LinkRows>
        {orders.map((order) => (
          <Row key={order.id} to={dashboardPaths.order(order.id)}>
            <OrderCells order={order} />
          </Row>
        ))}
      </LinkRows>
    </Table>
  );
}

function OrderCells({ order }: { order: OrderSummary }) {
  const locale = shopLocale();
  const day = formatDay(order.placed_at, locale);
  return (
    <>
      <Cell>
        <ShopLink
          to={dashboardPaths.order(order.id)}
          warm={[orderQuery(order.id)]}
          className="touch-target font-semibold tabular-nums underline-offset-4 hover:underline"
        >
          {order.number}
        </ShopLink>
        <span className="block text-xs whitespace-nowrap text-muted sm:hidden">{day}</span>
      </Cell>
      <Cell className="whitespace-nowrap text-muted max-sm:hidden">{day}</Cell>
      <Cell>
        <QuietStatusBadge label={orderStatusLabels[order.status]} />
      </Cell>
      <Cell className="max-sm:hidden">
        <QuietStatusBadge label={paymentStatusLabels[order.payment_status]} />
      </Cell>
      <Cell numeric className="font-medium whitespace-nowrap">
        {formatMoney(order.total, locale)}
      </Cell>
    </>
  );
}

const OrdersSkeleton = () => (
  <div role="status" className="grid gap-px">
    <span className="sr-only">Loading orders</span>
    {[1, 2, 3].map((row) => (
      <Skeleton key={row} className="h-13" />
    ))}
  </div>
);
