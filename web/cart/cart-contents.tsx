import { ShoppingBag } from "lucide-react";
import { Suspense, useRef } from "react";
import type { Cart } from "#contract/cart.ts";
import { CartLine } from "#web/cart/lines/cart-line.tsx";
import { useRemoveUnavailable } from "#web/cart/lines/use-cart-line.ts";
import { lazyComponent } from "#web/hydration/lazy-component.tsx";
import { paths } from "#web/paths.ts";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { EmptyState, ErrorNotice } from "#web/ui/feedback/loaded.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { Button } from "#web/ui/forms/button.tsx";
import { Card } from "#web/ui/layout/card.tsx";
import { classes } from "#web/ui/layout/classes.ts";
import { ButtonLink } from "#web/ui/layout/shop-link.tsx";
import { Price } from "#web/ui/text/price.tsx";
import { say, sayCount } from "#words/say.ts";
import { useCart } from "./cart.queries.ts";
import { CartSkeleton, cartColumns } from "./cart-skeleton.tsx";
import { CartTotals, CheckoutButton } from "./cart-totals.tsx";
import { FreeDelivery } from "./free-delivery.tsx";
import { ShareCart } from "./sharing/share-cart.tsx";
import { useIsVisible } from "./use-is-visible.ts";

const CartDelivery = lazyComponent(() => import("./destination/destination.tsx").then((part) => part.CartDelivery));
const DiscountCodes = lazyComponent(() => import("./discount-codes.tsx").then((part) => part.DiscountCodes));

/** The cart page's content; a skeleton until the session is known. */
export function CartContents() {
  const { data: cart, isError, error, refetch, hasNone } = useCart();
  if (hasNone)
    return (
      <EmptyState icon={<ShoppingBag />} title={say("Administrators can't place orders")}>
        {say("Sign in with a customer account to place an order.")}
      </EmptyState>
    );
  if (cart) return <LoadedCart cart={cart} />;
  if (isError)
    return (
      <ErrorNotice onRetry={() => void refetch()}>{error?.message ?? say("Couldn't load your cart.")}</ErrorNotice>
    );
  return <CartSkeleton />;
}

const LoadedCart = ({ cart }: { cart: Cart }) => (
  <div className="grid gap-14">
    {cart.items.length === 0 ? (
      <EmptyState
        icon={<ShoppingBag />}
        title={say("Your cart is empty")}
        action={<ButtonLink to={paths.products()} look="primary" label={say("Browse products")} />}
      >
        {say("Items you add stay here for 30 days.")}
      </EmptyState>
    ) : (
      <div className={cartColumns}>
        <div className="grid gap-6">
          <Unavailable cart={cart} />
          <ul aria-label={say("In your cart")} className="-mt-5">
            {cart.items.map((line) => (
              <CartLine key={line.id} line={line} level={2} />
            ))}
          </ul>
          <ShareCart cart={cart} />
        </div>
        <Summary cart={cart} />
      </div>
    )}
    {cart.saved_for_later.length > 0 && (
      <section aria-labelledby="saved" className="grid max-w-3xl gap-2">
        <h2 id="saved" className="text-section">
          {say("Saved for later")}
        </h2>
        <ul>
          {cart.saved_for_later.map((line) => (
            <CartLine key={line.id} line={line} saved />
          ))}
        </ul>
      </section>
    )}
  </div>
);

function Unavailable({ cart }: { cart: Cart }) {
  const { count, remove } = useRemoveUnavailable(cart.items);
  if (count === 0) return null;
  return (
    <Banner
      tone="warning"
      className="items-center"
      action={
        <Button size="small" onClick={remove}>
          {say("Remove unavailable items")}
        </Button>
      }
    >
      {sayCount("1 item is no longer available.", "{n} items are no longer available.", count)}
    </Banner>
  );
}

/** The totals; on phones a bar repeats the total and the button while the button is off screen. */
function Summary({ cart }: { cart: Cart }) {
  const button = useRef<HTMLDivElement>(null);
  const isVisible = useIsVisible(button);
  return (
    <Card className="order-aside grid gap-5 lg:sticky lg:below-header">
      <h2 className="text-lg font-semibold">{say("Summary")}</h2>
      <FreeDelivery cart={cart} />
      <CartTotals cart={cart} />
      <Suspense fallback={<Skeleton className="h-12" />}>
        <CartDelivery cart={cart} />
      </Suspense>
      <Suspense fallback={<Skeleton className="h-11" />}>
        <DiscountCodes {...cart} country={cart.destination?.country} />
      </Suspense>
      <div ref={button}>
        <CheckoutButton cart={cart} />
      </div>
      <p className="text-sm text-muted">{say("Delivery and tax are calculated from your address at checkout.")}</p>
      {cart.can_checkout && (
        <div inert={isVisible} className={classes("cart-bar", isVisible && "translate-y-full opacity-0")}>
          <p className="grid grow">
            <span className="text-sm text-muted">
              {cart.totals.gift_cards.amount > 0 ? say("Amount due") : say("Total")}
            </span>
            <Price price={cart.totals.due} />
          </p>
          <div className="grow">
            <CheckoutButton cart={cart} />
          </div>
        </div>
      )}
    </Card>
  );
}
