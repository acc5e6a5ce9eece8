import type { MouseEvent } from "react";
import { useNavigate } from "react-router";
import type { Cart, Reason } from "#contract/cart.ts";
import { useSession } from "#web/api/session/session.ts";
import { openSignIn } from "#web/api/session/sign-in-request.ts";
import { paths } from "#web/paths.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { ButtonLink } from "#web/ui/layout/shop-link.tsx";
import { SummaryList, SummaryRow } from "#web/ui/text/summary-list.tsx";
import { say } from "#words/say.ts";

/** The totals with their explanations. */
export function CartTotals({ cart }: { cart: Cart }) {
  const { totals, reasons, prices_include_tax, requires_shipping, shipping_method } = cart;
  const { subtotal, discount, shipping_estimate, tax, total, gift_cards, due } = totals;
  const why = (figure: Reason["figure"]) => reasons.filter((reason) => reason.figure === figure);
  return (
    <SummaryList>
      <SummaryRow label={say("Subtotal")} money={subtotal} why={why("subtotal")} />
      {discount.amount > 0 && (
        <SummaryRow label={say("Discount")} money={{ ...discount, amount: -discount.amount }} why={why("discount")} />
      )}
      <SummaryRow
        label={say("Estimated delivery")}
        money={shipping_estimate}
        zero={shipping_method ? say("Free") : requires_shipping ? say("Not available") : say("Not needed")}
        why={why("shipping")}
      />
      {!prices_include_tax && <SummaryRow label={say("Estimated tax")} money={tax} why={why("tax")} />}
      <SummaryRow label={say("Total")} money={total} why={why("total")} isTotal />
      {prices_include_tax && <SummaryRow label={say("Tax included")} money={tax} why={why("tax")} />}
      {gift_cards.amount > 0 && (
        <>
          <SummaryRow
            label={say("Gift cards")}
            money={{ ...gift_cards, amount: -gift_cards.amount }}
            why={why("gift_card")}
          />
          <SummaryRow label={say("Amount due")} money={due} isTotal />
        </>
      )}
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
    openSignIn(() => void navigate(paths.checkout()), true);
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
