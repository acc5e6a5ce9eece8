import { Check } from "lucide-react";
import { useParams } from "react-router";
import type { Order } from "#contract/orders/orders.ts";
import { Documents } from "#web/orders/documents.tsx";
import { canTransferRest, holdMessage } from "#web/orders/hold-message.ts";
import { LoadedOrder } from "#web/orders/loaded-order.tsx";
import { Payments, Refunds, Timeline } from "#web/orders/order-facts.tsx";
import { customerStatusLabel } from "#web/orders/order-labels.ts";
import { OrderLines, OrderTotals } from "#web/orders/order-lines.tsx";
import { PostalAddress } from "#web/orders/postal-address.tsx";
import { Returns } from "#web/orders/returns/returns.tsx";
import { Shipments } from "#web/orders/shipments.tsx";
import { StatusBadge } from "#web/orders/status-badge.tsx";
import { paths } from "#web/paths.ts";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { buttonLook } from "#web/ui/forms/button.tsx";
import { Breadcrumbs } from "#web/ui/layout/breadcrumbs.tsx";
import { CardSection } from "#web/ui/layout/card.tsx";
import { classes } from "#web/ui/layout/classes.ts";
import { PageHead } from "#web/ui/layout/page-head.tsx";
import { ShopLink } from "#web/ui/layout/shop-link.tsx";
import { formatDay, formatMoment } from "#web/ui/text/date-format.ts";
import { say, shopLocale } from "#words/say.ts";
import { CustomerActions } from "./customer-actions.tsx";
import { getProgress, progressText, type Step } from "./progress.ts";

export default function OrderPage() {
  const { order_id = "" } = useParams();
  return (
    <main className="page-width py-10">
      <LoadedOrder
        orderId={order_id}
        wayOn={{ to: paths.orders(), says: say("My orders") }}
        hint={say("It may belong to another account, or the link may be incomplete.")}
        skeleton={
          <>
            <Skeleton className="h-9 w-56" />
            <Skeleton className="h-28 rounded-lg" />
            <Skeleton className="h-64 rounded-lg" />
          </>
        }
      >
        {(order) => <OrderDetails order={order} />}
      </LoadedOrder>
    </main>
  );
}

function OrderDetails({ order }: { order: Order }) {
  const steps = getProgress(order);
  const label = customerStatusLabel(order);
  const placed = formatMoment(order.placed_at, shopLocale());
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
        canTransferRest(order) && (
          <ShopLink to={paths.payment(order.id)} className={buttonLook({ size: "small" })}>
            {say("Go to payment")}
          </ShopLink>
        )
      }
    >
      {says}
    </Banner>
  );
}

const OrderSidebar = ({ order }: { order: Order }) => (
  <div className="grid gap-6">
    <CardSection title={say("Delivery address")}>
      <PostalAddress address={order.shipping_address} />
    </CardSection>
    <CardSection title={say("Payment")}>
      <Payments order={order} />
      <Refunds order={order} />
    </CardSection>
    <Documents order={order} />
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

/** The progress of an order, horizontal on wide screens. */
function ProgressBar({ steps }: { steps: Step[] }) {
  const locale = shopLocale();
  return (
    <div>
      <p role="status" className="sr-only">
        {progressText(steps)}
      </p>
      <ol aria-label={say("Status")} className="grid gap-0 md:grid-flow-col md:auto-cols-fr">
        {steps.map(({ label, at, state }, index) => (
          <li
            key={label}
            aria-current={state === "now" ? "step" : undefined}
            className="relative flex gap-3 pb-5 last:pb-0 md:grid md:content-start md:justify-items-center md:pb-0 md:text-center"
          >
            {steps[index + 1] && <Line done={steps[index + 1]?.state === "done"} />}
            <span className={classes(dot, state === "done" ? done : state === "now" ? current : upcoming)}>
              {state === "done" && <Check className="size-3.5" strokeWidth={3} aria-hidden="true" />}
            </span>
            <span className="text-sm">
              <span className={classes("block", state === "ahead" ? "text-muted" : "font-medium")}>{say(label)}</span>
              {at && <span className="block text-muted">{formatDay(at, locale)}</span>}
            </span>
          </li>
        ))}
      </ol>
    </div>
  );
}

const Line = ({ done }: { done: boolean }) => (
  <span
    aria-hidden="true"
    className={classes(
      "absolute inset-s-[0.6875rem] top-7 bottom-1 w-0.5 md:inset-s-[calc(50%+1rem)]",
      "md:inset-e-[calc(-50%+1rem)] md:top-[0.6875rem] md:bottom-auto md:h-0.5 md:w-auto",
      done ? "bg-accent" : "bg-hairline",
    )}
  />
);

const dot = "z-1 grid size-6 shrink-0 place-items-center rounded-full border-2";
const done = "border-accent bg-accent text-on-accent";
const current = "border-accent bg-surface";
const upcoming = "border-hairline bg-surface";
