import { useParams } from "react-router";
import type { Order } from "#contract/orders.ts";
import { paths } from "#web/paths.ts";
import { Breadcrumbs } from "#web/ui/breadcrumbs.tsx";
import { CardSection } from "#web/ui/card.tsx";
import { formatMoment } from "#web/ui/date-format.ts";
import { PageHead } from "#web/ui/page-head.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { useLocale } from "#web/ui/words.ts";
import { CustomerActions } from "./customer-actions.tsx";
import { Documents } from "./documents.tsx";
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
        wayOn={{ to: paths.orders(), says: "My orders" }}
        hint="It may belong to another account, or the address is not complete."
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
  const placed = formatMoment(order.placed_at, useLocale());
  return (
    <div className="grid gap-6">
      <PageHead title={`Order ${order.number}`} hidden />
      <Breadcrumbs crumbs={[{ label: "Orders", href: paths.orders() }, { label: `Order ${order.number}` }]} />
      <header className="flex flex-wrap items-start justify-between gap-4">
        <div className="grid gap-1">
          <div className="flex flex-wrap items-center gap-3">
            <h1 className="text-title">Order {order.number}</h1>
            <StateBadge said={said} />
          </div>
          <p className="text-muted">Placed on {placed}</p>
        </div>
        <CustomerActions order={order} />
      </header>
      {steps && (
        <div className="rounded-lg border border-hairline bg-surface p-5 md:py-6">
          <ProgressBar steps={steps} />
        </div>
      )}
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_18rem]">
        <div className="grid gap-6">
          <CardSection title="Items">
            <OrderLines order={order} />
            <OrderTotals order={order} />
          </CardSection>
          {order.fulfilments.length > 0 && (
            <CardSection title="Parcels">
              <Parcels order={order} />
            </CardSection>
          )}
          <Returns order={order} />
        </div>
        <div className="grid gap-6">
          <CardSection title="Delivery address">
            <PostalAddress address={order.shipping_address} />
          </CardSection>
          <CardSection title="Payment">
            <Payments order={order} />
            <Refunds order={order} />
          </CardSection>
          <Documents order={order} />
          {order.customer_note && (
            <CardSection title="Your note">
              <p className="text-sm whitespace-pre-line">{order.customer_note}</p>
            </CardSection>
          )}
          <CardSection title="What happened">
            <Timeline order={order} />
          </CardSection>
        </div>
      </div>
    </div>
  );
}
