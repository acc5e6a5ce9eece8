import type { Order } from "#contract/orders/orders.ts";
import { lazyComponent } from "#web/hydration/lazy-component.tsx";
import { Button } from "#web/ui/forms/button.tsx";
import { openDialog } from "#web/ui/overlay/dialog-store.ts";
import { say } from "#words/say.ts";

const RefundAccountForm = lazyComponent(() =>
  import("./refund-account-form.tsx").then((part) => part.RefundAccountForm),
);

/** Asks the customer where a refund that the shop transfers itself should go, and lets them change that. */
export const RefundAccount = ({ order }: { order: Order }) => (
  <div className="mt-3 grid justify-items-start gap-2">
    {order.refund_iban === null && (
      <p className="text-sm text-muted">{say("Tell us the account we should transfer your refund to.")}</p>
    )}
    <Button
      size="small"
      look={order.refund_iban === null ? "primary" : "ghost"}
      onClick={() => openDialog({ title: say("Account for the refund"), content: <RefundAccountForm order={order} /> })}
    >
      {order.refund_iban === null ? say("Enter account") : say("Change account")}
    </Button>
  </div>
);
