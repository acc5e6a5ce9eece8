import { Suspense } from "react";
import type { ProductCard } from "#contract/catalogue/products.ts";
import { useSession } from "#web/api/session/session.ts";
import { useHydrated } from "#web/hydration/deferred-component.tsx";
import { lazyComponent } from "#web/hydration/lazy-component.tsx";

const WishButton = lazyComponent(() => import("./wishlist-button.tsx").then((part) => part.WishlistButton));

/**
 * The wishlist button of a tile. Personal, so it is rendered after hydration over the image; administrators have none.
 */
export function TileWishlistButton({ product }: { product: ProductCard }) {
  const isHydrated = useHydrated();
  const isAdmin = useSession(({ role }) => role === "admin");
  if (!isHydrated || isAdmin) return null;
  return (
    <Suspense fallback={null}>
      <WishButton product={product} card={product} size="small" className="absolute inset-e-2 top-2 z-1" />
    </Suspense>
  );
}

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
