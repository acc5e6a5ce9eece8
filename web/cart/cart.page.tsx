import { Suspense } from "react";
import { useSearchParams } from "react-router";
import { useSession } from "#web/api/session/session.ts";
import { RecentlyViewed } from "#web/catalogue/recently-viewed/recently-viewed.tsx";
import { lazyComponent } from "#web/hydration/lazy-component.tsx";
import { paths } from "#web/paths.ts";
import { NoScriptBanner } from "#web/ui/feedback/banner.tsx";
import { TextSkeleton } from "#web/ui/feedback/skeleton.tsx";
import { Breadcrumbs, PageHead } from "#web/ui/layout/page-head.tsx";
import { say } from "#words/say.ts";
import { useCart, useProductsInCart } from "./cart.queries.ts";
import { CartSkeleton } from "./cart-skeleton.tsx";
import { useCartSuggestions } from "./suggestions.ts";

const CartContents = lazyComponent(() => import("./cart-contents.tsx").then((part) => part.CartContents));
const ProductRow = lazyComponent(() => import("#web/catalogue/tiles/product-row.tsx").then((part) => part.ProductRow));

export default function CartPage() {
  const { isSettled, ...suggestions } = useCartSuggestions();
  const inCart = useProductsInCart();
  return (
    <main className="page-width grid min-h-[calc(100dvh-4rem)] content-start pt-5 pb-16">
      <PageHead title={say("Cart")} path={paths.cart()} hidden />
      <div className="grid gap-8">
        <div className="grid gap-4">
          <Breadcrumbs crumbs={[{ label: say("Home"), href: paths.home() }, { label: say("Cart") }]} />
          <h1 className="text-title">{say("Your cart")}</h1>
        </div>
        <NoScriptBanner words={say("To place an order, turn on JavaScript in your browser.")} />
        <div className="grid gap-10 noscript:hidden">
          <SharedCart />
          {/* Together: below a skeleton of another height, the suggestions would jump. */}
          <Suspense fallback={<CartSkeleton />}>
            <div className="grid gap-14">
              <CartContents />
              {suggestions.products.length > 0 && (
                <Suspense fallback={null}>
                  <ProductRow {...suggestions} />
                </Suspense>
              )}
              {isSettled && <RecentlyViewed except={inCart} />}
            </div>
          </Suspense>
        </div>
      </div>
    </main>
  );
}

// Loaded for visitors with such a link only.
const SharedItems = lazyComponent(() => import("./sharing/shared-items.tsx").then((part) => part.SharedItems));

/** The items of a shared cart link, where the address has them. */
function SharedCart() {
  const items = useSearchParams()[0].get("items");
  const { hasNone } = useCart();
  // Rendered after hydration, as the document is the same for all query strings.
  const isKnown = useSession(({ status }) => status !== "unknown");
  if (!items || !isKnown || hasNone) return null;
  return (
    <Suspense fallback={<TextSkeleton lines={3} />}>
      <SharedItems key={items} items={items} />
    </Suspense>
  );
}
