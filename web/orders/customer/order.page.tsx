import { useParams } from "react-router";
import type { Order } from "#contract/orders/orders.ts";
import { Documents } from "#web/orders/documents.tsx";
import { canTransferRest, holdMessage } from "#web/orders/hold-message.ts";
import { OrderNotFound, Payments, Refunds, Timeline } from "#web/orders/order-facts.tsx";
import { customerStatusLabel, StatusBadge } from "#web/orders/order-labels.tsx";
import { OrderLines, OrderTotals } from "#web/orders/order-lines.tsx";
import { OrderPolicies } from "#web/orders/order-policies.tsx";
import { useOrder } from "#web/orders/orders.queries.ts";
import { isBilledElsewhere, PostalAddress } from "#web/orders/postal-address.tsx";
import { Returns } from "#web/orders/returns/returns.tsx";
import { Shipments } from "#web/orders/shipments.tsx";
import { paths } from "#web/paths.ts";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { ErrorNotice } from "#web/ui/feedback/loaded.tsx";
import { Loading } from "#web/ui/feedback/skeleton.tsx";
import { CardSection } from "#web/ui/layout/card.tsx";
import { Breadcrumbs, PageHead } from "#web/ui/layout/page-head.tsx";
import { ButtonLink } from "#web/ui/layout/shop-link.tsx";
import { formatMoment } from "#web/ui/text/date-format.ts";
import { formatDeliveryDates } from "#web/ui/text/delivery-dates.ts";
import { say } from "#words/say.ts";
import { CustomerActions } from "./customer-actions.tsx";
import { getProgress } from "./progress.ts";
import { ProgressBar } from "./progress-bar.tsx";
import { RefundAccount } from "./refund-account.tsx";

export default function OrderPage() {
  const { order_id = "" } = useParams();
  const { data: order, error, refetch } = useOrder(order_id);
  const isMissing = error?.status === 404 || error?.status === 400;
  return (
    <main className="page-width py-10">
      {!order && <PageHead title={isMissing ? say("Order not found") : say("Order")} hidden />}
      {order ? (
        <OrderDetails order={order} />
      ) : isMissing ? (
        <OrderNotFound />
      ) : (
        <>
          <h1 className="sr-only">{say("Order")}</h1>
          {error ? (
            <ErrorNotice onRetry={() => void refetch()}>{error.message}</ErrorNotice>
          ) : (
            <Loading label={say("Loading order")} looks={["h-9 w-56", "h-28 rounded-lg", "h-64 rounded-lg"]} />
          )}
        </>
      )}
    </main>
  );
}

function OrderDetails({ order }: { order: Order }) {
  const steps = getProgress(order);
  const label = customerStatusLabel(order);
  const placed = formatMoment(order.placed_at);
  return (
    <div className="grid gap-6">
      <PageHead title={say("Order {number}", { number: order.number })} hidden />
      <Breadcrumbs
        crumbs={[
          { label: say("Orders"), href: paths.orders() },
          { label: say("Order {number}", { number: order.number }) },
        ]}
      />
      <header className="flex flex-wrap items-start justify-between gap-4">
        <div className="grid gap-1">
          <div className="flex flex-wrap items-center gap-3">
            <h1 className="text-title">{say("Order {number}", { number: order.number })}</h1>
            <StatusBadge label={label} />
          </div>
          <p className="text-muted">{say("Placed on {date}", { date: placed })}</p>
        </div>
        <CustomerActions order={order} />
      </header>
      {order.status === "on_hold" && <HoldNotice order={order} />}
      {steps && (
        <div className="rounded-lg border border-hairline bg-surface p-5 md:py-6">
          <ProgressBar steps={steps} />
        </div>
      )}
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_18rem]">
        <div className="grid gap-6">
          <CardSection title={say("Items")}>
            <OrderLines order={order} />
            <OrderTotals order={order} />
          </CardSection>
          {order.fulfilments.length > 0 && (
            <CardSection title={say("Shipments")}>
              <Shipments order={order} />
            </CardSection>
          )}
          <Returns order={order} />
        </div>
        <OrderSidebar order={order} />
      </div>
    </div>
  );
}

function HoldNotice({ order }: { order: Order }) {
  const { title, says } = holdMessage(order);
  return (
    <Banner
      role="status"
      tone="warning"
      title={title}
      action={
        canTransferRest(order) && <ButtonLink to={paths.payment(order.id)} size="small" label={say("Go to payment")} />
      }
    >
      {says}
    </Banner>
  );
}

/** The dates that the confirmation named, until something is shipped. */
function Arrival({ order: { shipping_method: method, confirmed_at, fulfilment_status, status } }: { order: Order }) {
  if (!method || !confirmed_at || fulfilment_status !== "unfulfilled" || status === "cancelled") return null;
  return (
    <p className="mt-3 text-sm text-muted">
      {method.name}. {say("Arrives {dates}.", { dates: formatDeliveryDates(method, confirmed_at) })}
    </p>
  );
}

const OrderSidebar = ({ order }: { order: Order }) => (
  <div className="grid gap-6">
    <CardSection title={say("Delivery address")}>
      <PostalAddress address={order.shipping_address} />
      <Arrival order={order} />
    </CardSection>
    {isBilledElsewhere(order) && (
      <CardSection title={say("Billing address")}>
        <PostalAddress address={order.billing_address} />
      </CardSection>
    )}
    <CardSection title={say("Payment")}>
      <Payments order={order} />
      <Refunds order={order} />
      {order.actions.includes("refund_account") && <RefundAccount order={order} />}
    </CardSection>
    <Documents order={order} />
    <OrderPolicies orderId={order.id} />
    {order.customer_note && (
      <CardSection title={say("Order note")}>
        <p className="text-sm whitespace-pre-line">{order.customer_note}</p>
      </CardSection>
    )}
    <CardSection title={say("Timeline")}>
      <Timeline order={order} />
    </CardSection>
  </div>
);
