import type { ReactNode } from "react";
import type { Order } from "#contract/orders.ts";
import { Button } from "#web/ui/button.tsx";
import { buttonLook } from "#web/ui/button-look.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { ShopLink } from "#web/ui/shop-link.tsx";
import { say } from "#words/say.ts";
import { useOrder } from "./orders.queries.ts";

type Props = {
  orderId: string;
  /** Where to go on when there is no such order. */
  wayOn: { to: string; says: string };
  hint?: string;
  /** Stands for the order while it is fetched. */
  skeleton: ReactNode;
  children: (order: Order) => ReactNode;
};

/** An order once it is there, and whatever there is to say while it is not. */
export function ShownOrder({ orderId, wayOn, hint, skeleton, children }: Props) {
  const { data: order, error, refetch } = useOrder(orderId);
  if (order) return children(order);
  if (error?.status === 404 || error?.status === 400)
    return (
      <EmptyState
        level={1}
        title={say("There is no such order")}
        action={
          <ShopLink to={wayOn.to} className={buttonLook({ look: "primary" })}>
            {wayOn.says}
          </ShopLink>
        }
      >
        {hint}
      </EmptyState>
    );
  if (error)
    return (
      <Notice
        tone="danger"
        role="alert"
        action={
          <Button size="small" onClick={() => void refetch()}>
            {say("Retry")}
          </Button>
        }
      >
        {error.message}
      </Notice>
    );
  return (
    <div role="status" className="grid gap-6">
      <span className="sr-only">{say("Loading the order")}</span>
      {skeleton}
    </div>
  );
}
