import { useQuery } from "@tanstack/react-query";
import { Suspense, useEffect } from "react";
import { useParams } from "react-router";
import type { Order } from "#contract/orders/orders.ts";
import type { Payment } from "#contract/payments.ts";
import { query } from "#web/api/call.ts";
import { shopTime } from "#web/api/shop-clock.ts";
import { orderArrival } from "#web/checkout/arrival-text.ts";
import { usePayment } from "#web/checkout/checkout.queries.ts";
import { clearDraft } from "#web/checkout/draft.ts";
import { secondsLeft } from "#web/checkout/time-left.ts";
import { lazyComponent } from "#web/hydration/lazy-component.tsx";
import { getProgress } from "#web/orders/customer/progress.ts";
import { ProgressBar } from "#web/orders/customer/progress-bar.tsx";
import { Documents } from "#web/orders/documents.tsx";
import { holdMessage } from "#web/orders/hold-message.ts";
import { OrderNotFound } from "#web/orders/order-facts.tsx";
import { OrderLines, OrderTotals } from "#web/orders/order-lines.tsx";
import { useOrder } from "#web/orders/orders.queries.ts";
import { isBilledElsewhere, PostalAddress } from "#web/orders/postal-address.tsx";
import { ErrorNotice } from "#web/ui/feedback/loaded.tsx";
import { Loading } from "#web/ui/feedback/skeleton.tsx";
import { PageHead } from "#web/ui/layout/page-head.tsx";
import { useNow, usePoll } from "#web/ui/text/use-now.ts";
import { say } from "#words/say.ts";
import { Cancelled, Completed, Expired, Overdue, Paid, Returned } from "./payment-outcome.tsx";
import { PaymentPanel } from "./payment-panel.tsx";
import { type PaymentStage, paymentStage } from "./payment-stage.ts";

const Held = lazyComponent(() => import("./held-order.tsx").then((part) => part.HeldOrder));

const pollMs = 5000;

export default function PaymentPage() {
  const { order_id = "" } = useParams();
  const order = useOrder(order_id).data;
  const stage = order && paymentStage(order, null, null);
  const isPaid = stage === "paid" || stage === "completed";
  return (
    <main className="page-width py-8 md:py-14">
      <PageHead title={isPaid ? say("Thank you for your order") : say("Payment")} hidden />
      <div className="grid items-start gap-10 lg:grid-cols-[minmax(0,1fr)_25rem] lg:gap-16">
        <PayOrder key={order_id} orderId={order_id} />
        {order && <OrderAside order={order} />}
      </div>
    </main>
  );
}

function PayOrder({ orderId }: { orderId: string }) {
  const { data: order, error, refetch } = useOrder(orderId);
  const payment = usePayment(orderId);
  const hasDeadline = order?.status === "pending_payment" && order.expires_at !== null;
  const timeLeft = secondsLeft(order?.expires_at ?? null, shopTime(useNow(hasDeadline ? 1000 : null)));
  const isOver = hasDeadline && timeLeft === 0;
  // The server ends an overdue order once it knows whether it was paid.
  usePoll(isOver, refetch, pollMs);
  const isConfirmed = typeof order?.confirmed_at === "string";
  // An order that isn't confirmed can be edited in the checkout.
  useEffect(() => {
    if (isConfirmed) clearDraft();
  }, [isConfirmed]);
  const attempt = payment.data?.status;
  // The payment was decided, so the order has changed.
  useEffect(() => {
    if (attempt === "captured" || attempt === "authorized" || attempt === "failed") void refetch();
  }, [attempt, refetch]);
  if (error && !order)
    return error.status === 404 || error.status === 400 ? (
      <OrderNotFound />
    ) : (
      <ErrorNotice onRetry={() => void refetch()}>{error.message}</ErrorNotice>
    );
  if (!order || payment.isPending) return <PaymentSkeleton />;
  // A payment may be under way, so no other is offered.
  if (order.status === "pending_payment" && payment.isError && payment.data === undefined)
    return <ErrorNotice onRetry={() => void payment.refetch()}>{payment.error.message}</ErrorNotice>;
  return <PaymentStageView order={order} payment={payment.data ?? null} timeLeft={timeLeft} />;
}

type StageProps = { order: Order; payment: Payment | null; timeLeft: number | null };

/** What the customer can do now, or how the payment ended. */
function PaymentStageView({ order, payment, timeLeft }: StageProps) {
  const stage = paymentStage(order, payment, timeLeft);
  switch (stage) {
    case "paid":
      return (
        <Paid
          order={order}
          progress={<ProgressBar steps={getProgress(order) ?? []} />}
          documents={<Documents order={order} />}
        />
      );
    case "held":
      return (
        <Suspense fallback={<PaymentSkeleton />}>
          <Held order={order} payment={payment} message={holdMessage(order)} />
        </Suspense>
      );
    case "completed":
      return <Completed order={order} />;
    case "returned":
      return <Returned order={order} />;
    case "overdue":
      return <Overdue order={order} />;
    case "expired":
      return <Expired order={order} />;
    case "ended":
      return <Cancelled order={order} />;
    default:
      return <Pay order={order} payment={payment} stage={stage} timeLeft={timeLeft} />;
  }
}

function Pay({ order, payment, stage, timeLeft }: StageProps & { stage: PaymentStage }) {
  const isDemo = useQuery(query("GET /shop", {})).data?.data.demo ?? true;
  const methods = useQuery({
    ...query("GET /payments/:order_id/methods", { params: { order_id: order.id } }),
    select: ({ data }) => data,
  });
  if (methods.error) return <ErrorNotice onRetry={() => void methods.refetch()}>{methods.error.message}</ErrorNotice>;
  if (!methods.data) return <PaymentSkeleton />;
  return <PaymentPanel {...{ order, payment, stage, isDemo }} timeLeft={timeLeft} methods={methods.data} />;
}

/** Items, totals and addresses of the order. */
function OrderAside({ order }: { order: Order }) {
  const { shipping_method: method, shipping_address: to, billing_address: billed } = order;
  const arrives = orderArrival(order, shopTime(useNow(null)));
  return (
    <aside
      aria-labelledby="order-summary"
      className="grid gap-5 rounded-lg border border-hairline bg-surface p-5 md:p-6"
    >
      <h2 id="order-summary" className="text-lg font-semibold">
        {say("Order summary")}
      </h2>
      <OrderLines order={order} />
      <OrderTotals order={order} />
      <section className="grid gap-1.5 border-t border-hairline pt-4">
        <h3 className="text-sm font-semibold">{say("Delivery address")}</h3>
        <PostalAddress address={to} />
      </section>
      {isBilledElsewhere(order) && (
        <section className="grid gap-1.5">
          <h3 className="text-sm font-semibold">{say("Billing address")}</h3>
          <PostalAddress address={billed} />
        </section>
      )}
      {method && (
        <section className="grid gap-1.5 text-sm">
          <h3 className="font-semibold">{say("Delivery")}</h3>
          <p>{method.name}</p>
          {arrives && <p className="text-muted">{arrives}</p>}
        </section>
      )}
    </aside>
  );
}

const PaymentSkeleton = () => (
  <Loading label={say("Loading your order")} looks={["h-9 w-64", "h-24 rounded-lg", "h-64 rounded-lg"]} />
);
