import { ShoppingBag } from "lucide-react";
import { Suspense, useEffect, useRef, useState } from "react";
import { lazyComponent } from "#web/hydration/lazy-component.tsx";
import { paths } from "#web/paths.ts";
import { classes } from "#web/ui/layout/classes.ts";
import { ShopLink } from "#web/ui/layout/shop-link.tsx";
import { CountBadge } from "#web/ui/text/badge.tsx";
import { say, sayCount } from "#words/say.ts";
import { useCart, useCartDrawer, useCartSession } from "./cart.queries.ts";

const CartDrawer = lazyComponent(() => import("./cart-drawer.tsx").then((part) => part.CartDrawer));

/** The cart icon with its quantity. It also owns the guest cart and the drawer, so render it once per page. */
export function CartBadge() {
  useCartSession();
  const { data, hasNone } = useCart();
  const drawer = useCartDrawer();
  const [drawerNeeded, setDrawerNeeded] = useState(false);
  if (drawer.open && !drawerNeeded) setDrawerNeeded(true);
  const count = data?.quantity ?? 0;
  const additions = useAdditions(data?.quantity);
  if (hasNone) return null;
  return (
    <>
      <ShopLink
        to={paths.cart()}
        aria-label={sayCount("Cart, 1 item", "Cart, {n} items", count)}
        title={say("Cart")}
        className="touch-target relative grid size-11 place-items-center rounded transition-colors hover:bg-sunken"
      >
        {/* A new key plays the animation again. */}
        <span key={additions} className={classes("grid size-full place-items-center", additions > 0 && "animate-pop")}>
          <ShoppingBag className="size-5" />
          <CountBadge
            count={count}
            tone={count > 0 ? "accent" : "quiet"}
            className="absolute inset-e-0 top-0.5 scale-85 ring-2 ring-page"
          />
        </span>
      </ShopLink>
      <CartAnnouncement count={data?.quantity} />
      {drawerNeeded && (
        <Suspense fallback={null}>
          <CartDrawer />
        </Suspense>
      )}
    </>
  );
}

/** How often the quantity has grown since it was first known. */
function useAdditions(quantity: number | undefined): number {
  const [before, setBefore] = useState(quantity);
  const [additions, setAdditions] = useState(0);
  if (quantity !== before) {
    setBefore(quantity);
    if (before !== undefined && quantity !== undefined && quantity > before) setAdditions(additions + 1);
  }
  return additions;
}

/** Announces changes of the quantity, not its first value. */
function CartAnnouncement({ count }: { count: number | undefined }) {
  const before = useRef(count);
  const [announcement, setAnnouncement] = useState("");
  useEffect(() => {
    if (before.current !== undefined && count !== undefined && count !== before.current)
      setAnnouncement(sayCount("1 item in your cart", "{n} items in your cart", count));
    before.current = count;
  }, [count]);
  return (
    <span role="status" className="sr-only">
      {announcement}
    </span>
  );
}
