import { Suspense } from "react";
import type { ProductCard } from "#contract/catalogue/products.ts";
import { isStaff, useSession } from "#web/api/session/session.ts";
import { useHydrated } from "#web/hydration/deferred-component.tsx";
import { lazyComponent } from "#web/hydration/lazy-component.tsx";

const TileButtons = lazyComponent(() => import("./tile-buttons.tsx").then((part) => part.TileButtons));

interface Props {
  product: ProductCard;
  color: number | undefined;
}

/** The wishlist button and quick add of a tile. */
export const tileActions = (product: ProductCard, color?: number) => <Actions product={product} color={color} />;

/** Personal, so rendered after hydration over the image; administrators have neither cart nor wishlist. */
function Actions(props: Props) {
  const isHydrated = useHydrated();
  const worksHere = useSession(isStaff);
  if (!isHydrated || worksHere) return null;
  return (
    <Suspense fallback={null}>
      <TileButtons {...props} />
    </Suspense>
  );
}
