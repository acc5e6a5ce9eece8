import { useMutation, useQuery } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import type { Cart } from "#contract/cart.ts";
import type { Order } from "#contract/orders/orders.ts";
import { browserClient, call, query } from "#web/api/call.ts";
import { cacheCart, cartKey } from "#web/api/cart-cache.ts";
import { lazyComponent } from "#web/hydration/lazy-component.tsx";
import { useOrderAction } from "#web/orders/orders.queries.ts";
import { paths } from "#web/paths.ts";
import { toast, toastProblem } from "#web/ui/feedback/toast-store.ts";
import { Button, isFirstClick } from "#web/ui/forms/button.tsx";
import { useIsShown } from "#web/ui/forms/use-is-shown.ts";
import { ButtonLink } from "#web/ui/layout/shop-link.tsx";
import { confirm } from "#web/ui/overlay/confirm.tsx";
import { openDialog } from "#web/ui/overlay/dialog-store.ts";
import { say } from "#words/say.ts";
import { cancelText } from "./cancel-text.ts";
import { reorderTexts } from "./reorder-texts.ts";

const ReturnForm = lazyComponent(() => import("#web/orders/returns/return-form.tsx").then((part) => part.ReturnForm));

/** The actions the customer may take. */
export function CustomerActions({ order }: { order: Order }) {
  const action = useOrderAction(order.id);
  const reorder = useReorder(order.id, order.items);
  const can = (action: Order["actions"][number]) => order.actions.includes(action);
  const cancel = async () => {
    if (!(await confirm(cancelConfirmation(order)))) return;
    action.mutate(
      { route: "POST /orders/:id/cancel", args: { params: { id: order.id }, body: { status: order.status } } },
      {
        onSuccess: () =>
          toast({ tone: "success", title: say("Order {number} is cancelled", { number: order.number }) }),
        onError: toastProblem(),
      },
    );
  };
  return (
    <div className="flex flex-wrap gap-3">
      {can("pay") && <ButtonLink to={paths.payment(order.id)} look="primary" label={say("Pay now")} />}
      {can("review") && <ButtonLink to={paths.reviews()} label={say("Write a review")} />}
      {can("reorder") && (
        <Button onClick={(click) => isFirstClick(click) && reorder.mutate()} busy={reorder.isPending}>
          {say("Order again")}
        </Button>
      )}
      {can("return") && (
        <Button onClick={() => openDialog({ title: say("Return items"), content: <ReturnForm order={order} /> })}>
          {say("Return items")}
        </Button>
      )}
      {can("resend_confirmation") && <ResendButton orderId={order.id} />}
      <WithdrawLink orderId={order.id} />
      {can("cancel") && (
        <Button look="ghost" onClick={() => void cancel()} busy={action.isPending}>
          {say("Cancel order")}
        </Button>
      )}
    </div>
  );
}

/** Sends the confirmation of the order again. */
function ResendButton({ orderId }: { orderId: string }) {
  const action = useOrderAction(orderId);
  const send = () =>
    action.mutate(
      { route: "POST /orders/:id/confirmation", args: { params: { id: orderId } } },
      {
        onSuccess: () => toast({ tone: "success", title: say("We've sent the confirmation again.") }),
        onError: toastProblem(),
      },
    );
  return (
    <Button look="ghost" busy={action.isPending} onClick={(click) => isFirstClick(click) && send()}>
      {say("Email the confirmation again")}
    </Button>
  );
}

/** Leads to the withdrawal from the contract, while it is possible. */
function WithdrawLink({ orderId }: { orderId: string }) {
  const { data } = useQuery({ ...query("GET /orders/:id/withdrawal", { params: { id: orderId } }), staleTime: 0 });
  return data?.data.key && <ButtonLink to={paths.withdraw(data.data.key)} label={say("Withdraw from contract here")} />;
}

const cancelConfirmation = (order: Order) => ({
  title: say("Cancel order {number}?", { number: order.number }),
  says: cancelText(order),
  action: say("Cancel order"),
  dismiss: say("Keep order"),
  danger: true,
});

function useReorder(orderId: string, items: Order["items"]) {
  const navigate = useNavigate();
  const isShown = useIsShown();
  return useMutation({
    mutationFn: () => call("POST /orders/:id/reorder", { params: { id: orderId } }),
    onSuccess: (cart) => {
      const before = browserClient().getQueryData<Cart>(cartKey)?.quantity ?? 0;
      cacheCart(browserClient(), cart);
      // The toast says it to who has gone on meanwhile.
      if (isShown()) void navigate(paths.cart());
      toast(reorderTexts({ added: cart.quantity - before, items, cart }));
    },
    onError: toastProblem(),
  });
}
