import { useLocation } from "react-router";
import { paths } from "#web/paths.ts";
import { EmptyState } from "#web/ui/feedback/loaded.tsx";
import { TextSkeleton } from "#web/ui/feedback/skeleton.tsx";
import { ButtonLink, ShopLink } from "#web/ui/layout/shop-link.tsx";
import { Thumbnail } from "#web/ui/media/responsive-image.tsx";
import { Drawer } from "#web/ui/overlay/drawer.tsx";
import { Price } from "#web/ui/text/price.tsx";
import { UnitPrice } from "#web/ui/text/unit-price.tsx";
import { say } from "#words/say.ts";
import { closeCartDrawer, useCart, useCartDrawer, useProductsInCart } from "./cart.queries.ts";
import { CheckoutButton } from "./cart-totals.tsx";
import { CartDelivery } from "./destination/destination.tsx";
import { FreeDelivery } from "./free-delivery.tsx";
import { CartLine } from "./lines/cart-line.tsx";
import { useCartSuggestions } from "./suggestions.ts";

/** The cart drawer, opened after adding: the added item comes first. */
export function CartDrawer() {
  const { open, added } = useCartDrawer();
  const cart = useCart().data;
  const lines = [...(cart?.items ?? [])].sort(
    (a, b) => Number(b.variation_id === added) - Number(a.variation_id === added),
  );
  const footer = cart && cart.items.length > 0 && (
    <div className="grid gap-4">
      <FreeDelivery cart={cart} />
      <p className="flex items-baseline justify-between">
        <span>{say("Subtotal")}</span>
        <Price price={cart.totals.subtotal} className="text-lg" />
      </p>
      <CartDelivery cart={cart} />
      <div className="grid gap-2">
        <CheckoutButton cart={cart} onLeave={closeCartDrawer} />
        <ButtonLink to={paths.cart()} wide label={say("View cart")} onClick={closeCartDrawer} />
      </div>
    </div>
  );
  return (
    <Drawer
      open={open}
      onClose={closeCartDrawer}
      title={added && lines.length > 0 ? say("Added to your cart") : say("Your cart")}
      footer={footer}
    >
      {!cart ? (
        <TextSkeleton lines={4} />
      ) : lines.length === 0 ? (
        <EmptyState title={say("Your cart is empty")}>{say("Items you add appear here.")}</EmptyState>
      ) : (
        <ul className="-my-5">
          {lines.map((line) => (
            <CartLine key={line.id} line={line} onLeave={closeCartDrawer} />
          ))}
        </ul>
      )}
      {cart && <DrawerSuggestions />}
    </Drawer>
  );
}

/** Products that go with the cart, as a short list. */
function DrawerSuggestions() {
  const { title, products } = useCartSuggestions();
  const isEmpty = useProductsInCart().length === 0;
  // The home page under the drawer shows the best sellers itself.
  const isHome = useLocation().pathname === paths.home();
  if (products.length === 0 || (isEmpty && isHome)) return null;
  return (
    <section aria-label={title} className="grid gap-2 pt-8">
      <h3 className="font-semibold">{title}</h3>
      <ul className="-mx-2">
        {products.map(({ id, slug, name, thumbnail, price, max_price, price_per_measure }) => (
          <li key={id}>
            <ShopLink
              to={paths.details(slug)}
              onClick={closeCartDrawer}
              className="flex min-h-11 items-center gap-3 rounded-sm px-2 py-1.5 text-sm hover:bg-sunken"
            >
              <Thumbnail url={thumbnail} sizes="48px" className="size-12 rounded-sm" />
              <span className="flex min-w-0 flex-1 flex-wrap justify-between gap-x-3">
                <span className="max-w-full grow basis-28">{name}</span>
                <span>
                  <Price price={price} from={max_price.amount > price.amount} />
                  <UnitPrice price={price_per_measure} />
                </span>
              </span>
            </ShopLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
