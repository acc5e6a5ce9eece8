import { Suspense } from "react";
import { RecentlyViewed } from "#web/catalogue/recently-viewed/recently-viewed.tsx";
import { lazyComponent } from "#web/hydration/lazy-component.tsx";
import { paths } from "#web/paths.ts";
import { NoScriptBanner } from "#web/ui/feedback/no-script-banner.tsx";
import { Breadcrumbs, PageHead } from "#web/ui/layout/page-head.tsx";
import { say } from "#words/say.ts";
import { useProductsInCart } from "./cart.queries.ts";
import { CartSkeleton } from "./cart-skeleton.tsx";
import { SharedCart } from "./sharing/shared-cart.tsx";
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
