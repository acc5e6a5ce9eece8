import { useQuery } from "@tanstack/react-query";
import { Suspense, useEffect } from "react";
import { useParams } from "react-router";
import { query } from "#web/api/query.ts";
import { shopTime } from "#web/api/shop-clock.ts";
import { usePayment } from "#web/checkout/checkout.queries.ts";
import { secondsLeft } from "#web/checkout/time-left.ts";
import { lazyComponent } from "#web/hydration/lazy-component.tsx";
import { holdMessage } from "#web/orders/hold-message.ts";
import { useOrder } from "#web/orders/orders.queries.ts";
import { paths } from "#web/paths.ts";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { ErrorNotice } from "#web/ui/feedback/error-notice.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { buttonLook } from "#web/ui/forms/button.tsx";
import { PageHead } from "#web/ui/layout/page-head.tsx";
import { ShopLink } from "#web/ui/layout/shop-link.tsx";
import { useNow } from "#web/ui/text/use-now.ts";
import { say } from "#words/say.ts";
import { Cancelled, Completed, Expired, Overdue, Paid, Returned } from "./payment-outcome.tsx";
import { PaymentPanel } from "./payment-panel.tsx";
import { paymentStage } from "./payment-stage.ts";

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
      <div className="mx-auto max-w-2xl">
        <PayOrder key={order_id} orderId={order_id} />
      </div>
    </main>
  );
}

function PayOrder({ orderId }: { orderId: string }) {
  const { data: order, error, refetch } = useOrder(orderId);
  const payment = usePayment(orderId);
  const methods = useQuery({
    ...query("GET /payments/:order_id/methods", { params: { order_id: orderId } }),
    enabled: order?.status === "pending_payment",
    select: ({ data }) => data,
  });
  const isDemo = useQuery(query("GET /shop", {})).data?.data.demo ?? true;
  const waits = order?.status === "pending_payment" && order.expires_at !== null;
  const left = secondsLeft(order?.expires_at ?? null, shopTime(useNow(waits ? 1000 : null)));
  const isOver = waits && left === 0;
  usePollWhileOverdue(isOver, refetch);
  const attempt = payment.data?.status;
  // The payment was decided, so the order has changed.
  useEffect(() => {
    if (attempt === "captured" || attempt === "authorized" || attempt === "failed") void refetch();
  }, [attempt, refetch]);
  if (error && !order)
    return error.status === 404 || error.status === 400 ? (
      <NoOrder />
    ) : (
      <ErrorNotice onRetry={() => void refetch()}>{error.message}</ErrorNotice>
    );
  if (!order || payment.isPending) return <PaymentSkeleton />;
  const stage = paymentStage(order, payment.data ?? null, left);
  switch (stage) {
    case "paid":
      return <Paid order={order} provider={payment.data?.provider} />;
    case "held":
      return (
        <Suspense fallback={<PaymentSkeleton />}>
          <Held order={order} payment={payment.data ?? null} message={holdMessage(order)} />
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
      if (methods.error)
        return <ErrorNotice onRetry={() => void methods.refetch()}>{methods.error.message}</ErrorNotice>;
      if (!methods.data) return <PaymentSkeleton />;
      return (
        <PaymentPanel
          order={order}
          payment={payment.data ?? null}
          stage={stage}
          timeLeft={left}
          isDemo={isDemo}
          methods={methods.data}
        />
      );
  }
}

/** Polls an overdue order: the server ends it once it knows whether it was paid. */
function usePollWhileOverdue(isOver: boolean, ask: () => Promise<unknown>) {
  useEffect(() => {
    if (!isOver) return;
    void ask();
    const again = setInterval(() => void ask(), pollMs);
    return () => clearInterval(again);
  }, [isOver, ask]);
}

const NoOrder = () => (
  <EmptyState
    level={1}
    title={say("Order not found")}
    action={
      <ShopLink to={paths.orders()} className={buttonLook({ look: "primary" })}>
        {say("My orders")}
      </ShopLink>
    }
  >
    {say("It may belong to another account, or the link may be incomplete.")}
  </EmptyState>
);

const PaymentSkeleton = () => (
  <div role="status" className="grid gap-6">
    <span className="sr-only">{say("Loading your order")}</span>
    <Skeleton className="h-9 w-64" />
    <Skeleton className="h-24 rounded-lg" />
    <Skeleton className="h-64 rounded-lg" />
  </div>
);
