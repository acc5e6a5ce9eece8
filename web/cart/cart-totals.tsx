import type { MouseEvent } from "react";
import { useNavigate } from "react-router";
import type { Cart } from "#contract/cart.ts";
import { summarizeTotals } from "#contract/orders/order-summary.ts";
import { useSession } from "#web/api/session/session.ts";
import { openSignIn } from "#web/api/session/sign-in-request.ts";
import { paths } from "#web/paths.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { ButtonLink } from "#web/ui/layout/shop-link.tsx";
import { SummaryFigures, SummaryList } from "#web/ui/text/summary-list.tsx";
import { say } from "#words/say.ts";

/** The totals with their explanations. */
export function CartTotals({ cart }: { cart: Cart }) {
  const { totals, reasons, prices_include_tax, requires_shipping, shipping_method } = cart;
  return (
    <SummaryList>
      <SummaryFigures
        figures={summarizeTotals({ ...totals, shipping: totals.shipping_estimate }, prices_include_tax)}
        reasons={reasons}
        labels={{ shipping: say("Estimated delivery"), tax: say("Estimated tax") }}
        freeDelivery={shipping_method ? say("Free") : requires_shipping ? say("Not available") : say("Not needed")}
      />
    </SummaryList>
  );
}

/** The checkout link, or why it is disabled. Guests sign in over the current page first. */
export function CheckoutButton({ cart, onLeave }: { cart: Cart; onLeave?: () => void }) {
  const navigate = useNavigate();
  const isGuest = useSession(({ status }) => status === "out");
  const open = (event: MouseEvent) => {
    onLeave?.();
    if (!isGuest || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    openSignIn(() => void navigate(paths.checkout()), true, paths.checkout());
  };
  if (cart.can_checkout)
    return (
      <ButtonLink to={paths.checkout()} look="primary" size="large" wide label={say("Go to checkout")} onClick={open} />
    );
  return (
    <div className="grid gap-2">
      <Button look="primary" size="large" wide disabled aria-describedby="why-no-checkout">
        {say("Go to checkout")}
      </Button>
      <p id="why-no-checkout" className="text-sm text-danger">
        {cart.items.length === 0
          ? say("There are no items in your cart to order.")
          : say("Some items in your cart need your attention before you check out.")}
      </p>
    </div>
  );
}
