import type { OrderSummary } from "#contract/orders/orders.ts";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import { orderStatusLabels, QuietStatusBadge } from "#web/orders/order-labels.tsx";
import { ShopLink } from "#web/ui/layout/shop-link.tsx";

type Props = { id: string; order: OrderSummary | undefined };

/** A link to an order with its number, customer and status; of one that is not loaded only the link. */
export const OrderReference = ({ id, order }: Props) => (
  <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
    <ShopLink
      to={dashboardPaths.order(id)}
      className="touch-target font-medium tabular-nums underline-offset-4 hover:underline"
    >
      {order ? `Order ${order.number}` : "Order"}
    </ShopLink>
    {order && (
      <>
        <span className="text-muted">{order.customer.fullname}</span>
        <QuietStatusBadge label={orderStatusLabels[order.status]} />
      </>
    )}
  </span>
);
