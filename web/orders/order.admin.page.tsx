import { useParams } from "react-router";
import type { Order } from "#contract/orders.ts";
import { paths } from "#web/paths.ts";
import { Breadcrumbs } from "#web/ui/breadcrumbs.tsx";
import { Button } from "#web/ui/button.tsx";
import { buttonLook } from "#web/ui/button-look.ts";
import { CardSection } from "#web/ui/card.tsx";
import { formatMoment } from "#web/ui/date-format.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { PageHead } from "#web/ui/page-head.tsx";
import { ShopLink } from "#web/ui/shop-link.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { useLocale } from "#web/ui/words.ts";
import { AdminActions, DeliverButton } from "./admin-actions.tsx";
import { StateBadge } from "./order-badges.tsx";
import { Payments, PostalAddress, Timeline } from "./order-facts.tsx";
import { OrderLines, OrderTotals } from "./order-lines.tsx";
import { fulfilmentWords, holdWords, paymentWords, statusWords } from "./order-words.ts";
import { useMove, useOrder } from "./orders.queries.ts";
import { useOrdersNews } from "./orders-news.ts";
import { Parcels } from "./parcels.tsx";

export default function OrderAdminPage() {
  const { order_id = "" } = useParams();
  useOrdersNews();
  return (
    <main className="mx-auto grid max-w-[76rem] grid-cols-1 gap-5 p-4 md:p-6">
      <ShownOrder key={order_id} orderId={order_id} />
    </main>
  );
}

function ShownOrder({ orderId }: { orderId: string }) {
  const { data: order, error, refetch } = useOrder(orderId);
  if (order) return <OrderDesk order={order} />;
  if (error?.status === 404 || error?.status === 400)
    return (
      <EmptyState
        level={1}
        title="There is no such order"
        action={
          <ShopLink to={paths.dashboardOrders()} className={buttonLook({ look: "primary" })}>
            All orders
          </ShopLink>
        }
      />
    );
  if (error)
    return (
      <Notice
        tone="danger"
        role="alert"
        action={
          <Button size="small" onClick={() => void refetch()}>
            Retry
          </Button>
        }
      >
        {error.message}
      </Notice>
    );
  return (
    <div role="status" className="grid gap-5">
      <span className="sr-only">Loading the order</span>
      <Skeleton className="h-8 w-64" />
      <Skeleton className="h-72 rounded-lg" />
    </div>
  );
}

function OrderDesk({ order }: { order: Order }) {
  const move = useMove(order.id);
  const placed = formatMoment(order.placed_at, useLocale());
  return (
    <>
      <PageHead title={`Order ${order.number}`} hidden />
      <Breadcrumbs crumbs={[{ label: "Orders", href: paths.dashboardOrders() }, { label: String(order.number) }]} />
      <header className="flex flex-wrap items-start justify-between gap-4">
        <div className="grid gap-2">
          <h1 className="text-2xl">Order {order.number}</h1>
          <p className="flex flex-wrap items-center gap-2 text-sm text-muted">
            <StateBadge said={statusWords[order.status]} />
            <StateBadge said={paymentWords[order.payment_status]} />
            <StateBadge said={fulfilmentWords[order.fulfilment_status]} />
            {placed}
          </p>
        </div>
        <AdminActions order={order} move={move} />
      </header>
      <div role="alert" className="grid gap-3 empty:hidden">
        {move.error && (
          <Notice tone="danger" title="That was not done">
            {move.error.message} What you see is how the order stands now.
          </Notice>
        )}
      </div>
      {order.status === "on_hold" && (
        <Notice tone="warning" title="On hold">
          {holdWords(order.hold_reason)}
        </Notice>
      )}
      <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid gap-5">
          <CardSection title={`Items (${order.quantity})`}>
            <OrderLines order={order} withStock />
            <OrderTotals order={order} />
          </CardSection>
          {order.fulfilments.length > 0 && (
            <CardSection title="Parcels">
              <Parcels order={order} action={(parcel) => <DeliverButton order={order} parcel={parcel} move={move} />} />
            </CardSection>
          )}
          <CardSection title="Payments">
            <Payments order={order} />
          </CardSection>
        </div>
        <div className="grid gap-5">
          <Customer order={order} />
          <CardSection title="What happened">
            <Timeline order={order} />
          </CardSection>
        </div>
      </div>
    </>
  );
}

const Customer = ({ order: { customer, shipping_address, shipping_method, customer_note } }: { order: Order }) => (
  <CardSection title="Customer">
    <div className="grid gap-4 text-sm">
      <p>
        <span className="block font-medium">{customer.fullname || "No name given"}</span>
        {customer.email && (
          <a href={`mailto:${customer.email}`} className="text-link underline underline-offset-4">
            {customer.email}
          </a>
        )}
      </p>
      <div className="grid gap-1">
        <h3 className="text-muted">Delivery address</h3>
        <PostalAddress address={shipping_address} />
      </div>
      {shipping_method && (
        <div className="grid gap-1">
          <h3 className="text-muted">Way of delivery</h3>
          <p>{shipping_method.name}</p>
        </div>
      )}
      {customer_note && (
        <div className="grid gap-1">
          <h3 className="text-muted">Note of the customer</h3>
          <p className="whitespace-pre-line">{customer_note}</p>
        </div>
      )}
    </div>
  </CardSection>
);
