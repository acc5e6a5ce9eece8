import type { ReactNode } from "react";
import type { Order } from "#contract/orders/orders.ts";
import { EmptyState, ErrorNotice } from "#web/ui/feedback/loaded.tsx";
import { buttonLook } from "#web/ui/forms/button.tsx";
import { PageHead } from "#web/ui/layout/page-head.tsx";
import { ShopLink } from "#web/ui/layout/shop-link.tsx";
import { say } from "#words/say.ts";
import { useOrder } from "./orders.queries.ts";

type Props = {
  orderId: string;
  /** Link of the not-found state. */
  wayOn: { to: string; says: string };
  hint?: string | undefined;
  skeleton: ReactNode;
  children: (order: Order) => ReactNode;
};

/** Loads an order and renders it, or its loading and error states. */
export function LoadedOrder({ orderId, wayOn, hint, skeleton, children }: Props) {
  const { data: order, error, refetch } = useOrder(orderId);
  if (order) return children(order);
  if (error?.status === 404 || error?.status === 400) return <NoOrder wayOn={wayOn} hint={hint} />;
  return (
    <>
      <PageHead title={say("Order")} hidden />
      <h1 className="sr-only">{say("Order")}</h1>
      {error ? (
        <ErrorNotice onRetry={() => void refetch()}>{error.message}</ErrorNotice>
      ) : (
        <div role="status" className="grid gap-6">
          <span className="sr-only">{say("Loading order")}</span>
          {skeleton}
        </div>
      )}
    </>
  );
}

const NoOrder = ({ wayOn, hint }: Pick<Props, "wayOn" | "hint">) => (
  <>
    <PageHead title={say("Order not found")} hidden />
    <EmptyState
      level={1}
      title={say("Order not found")}
      action={
        <ShopLink to={wayOn.to} className={buttonLook({ look: "primary" })}>
          {wayOn.says}
        </ShopLink>
      }
    >
      {hint}
    </EmptyState>
  </>
);
