import { Suspense } from "react";
import { useHydrated } from "#web/hydration/deferred-component.tsx";
import { lazyComponent } from "#web/hydration/lazy-component.tsx";

const WishButton = lazyComponent(() => import("./wishlist-button.tsx").then((part) => part.WishlistButton));

/** The wishlist button of a product page; its space is reserved. */
export function PageWishlistButton({ product }: { product: { id: number; name: string } }) {
  const isHydrated = useHydrated();
  const place = <span className="size-13 shrink-0 noscript:hidden" />;
  if (!isHydrated) return place;
  return (
    <Suspense fallback={place}>
      <WishButton product={product} floating={false} className="size-13 border border-hairline" />
    </Suspense>
  );
}
