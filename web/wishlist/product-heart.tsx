import { Suspense } from "react";
import type { ProductCard } from "#contract/catalogue/products.ts";
import { useSession } from "#web/api/session.ts";
import { useAlive } from "#web/ui/alive.ts";
import { lazyPart } from "#web/ui/lazy.tsx";

const WishButton = lazyPart(() => import("./wish-button.tsx").then((part) => part.WishButton));

/**
 * The heart on the picture of a product's tile. It is personal and needs script, so it is no part of the document: it
 * comes once the page is alive, over the picture, and moves nothing. Administrators have none.
 */
export function TileHeart({ product }: { product: ProductCard }) {
  const isAlive = useAlive();
  const isAdmin = useSession(({ role }) => role === "admin");
  if (!isAlive || isAdmin) return null;
  return (
    <Suspense fallback={null}>
      <WishButton product={product} card={product} size="small" className="absolute inset-e-2 top-2 z-1" />
    </Suspense>
  );
}

/** The heart beside the way into the cart; its place is kept until it comes. */
export function PageHeart({ product }: { product: { id: number; name: string } }) {
  const isAlive = useAlive();
  const place = <span className="size-13 shrink-0 noscript:hidden" />;
  if (!isAlive) return place;
  return (
    <Suspense fallback={place}>
      <WishButton product={product} floating={false} className="size-13 border border-hairline" />
    </Suspense>
  );
}
