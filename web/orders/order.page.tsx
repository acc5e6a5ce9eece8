import { useParams } from "react-router";
import type { Order } from "#contract/orders.ts";
import { paths } from "#web/paths.ts";
import { Breadcrumbs } from "#web/ui/breadcrumbs.tsx";
import { buttonLook } from "#web/ui/button-look.ts";
import { CardSection } from "#web/ui/card.tsx";
import { formatMoment } from "#web/ui/date-format.ts";
import { Notice } from "#web/ui/notice.tsx";
import { PageHead } from "#web/ui/page-head.tsx";
import { ShopLink } from "#web/ui/shop-link.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { say, shopLocale } from "#words/say.ts";
import { CustomerActions } from "./customer-actions.tsx";
import { Documents } from "./documents.tsx";
import { heldWords, isRestAsked } from "./held-words.ts";
import { StateBadge } from "./order-badges.tsx";
import { Payments, PostalAddress, Refunds, Timeline } from "./order-facts.tsx";
import { OrderLines, OrderTotals } from "./order-lines.tsx";
import { customerWords } from "./order-words.ts";
import { Parcels } from "./parcels.tsx";
import { progressOf } from "./progress.ts";
import { ProgressBar } from "./progress-bar.tsx";
import { Returns } from "./returns.tsx";
import { ShownOrder } from "./shown-order.tsx";

export default function OrderPage() {
  const { order_id = "" } = useParams();
  return (
    <main className="page-width py-10">
      <ShownOrder
        orderId={order_id}
        wayOn={{ to: paths.orders(), says: say("My orders") }}
        hint={say("It may belong to another account, or the address is not complete.")}
        skeleton={
          <>
            <Skeleton className="h-9 w-56" />
            <Skeleton className="h-28 rounded-lg" />
            <Skeleton className="h-64 rounded-lg" />
          </>
        }
      >
        {(order) => <OrderDetails order={order} />}
      </ShownOrder>
    </main>
  );
}

function OrderDetails({ order }: { order: Order }) {
  const steps = progressOf(order);
  const said = customerWords(order);
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
            <StateBadge said={said} />
          </div>
          <p className="text-muted">{say("Placed on {date}", { date: placed })}</p>
        </div>
        <CustomerActions order={order} />
      </header>
      {order.status === "on_hold" && <HeldNotice order={order} />}
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
            <CardSection title={say("Parcels")}>
              <Parcels order={order} />
            </CardSection>
          )}
          <Returns order={order} />
        </div>
        <Beside order={order} />
      </div>
    </div>
  );
}

/** What was paid of an order that is held, and the way to what is missing. */
function HeldNotice({ order }: { order: Order }) {
  const { title, says } = heldWords(order);
  return (
    <Notice
      role="status"
      tone="warning"
      title={title}
      action={
        isRestAsked(order) && (
          <ShopLink to={paths.payment(order.id)} className={buttonLook({ size: "small" })}>
            {say("Go to the payment")}
          </ShopLink>
        )
      }
    >
      {says}
    </Notice>
  );
}

/** Where it goes, what was paid, the papers, and what happened. */
const Beside = ({ order }: { order: Order }) => (
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
      <CardSection title={say("Your note")}>
        <p className="text-sm whitespace-pre-line">{order.customer_note}</p>
      </CardSection>
    )}
    <CardSection title={say("What happened")}>
      <Timeline order={order} />
    </CardSection>
  </div>
);
