import { Suspense } from "react";
import type { ProductCard } from "#contract/catalogue/products.ts";
import { useHydrated } from "#web/hydration/deferred-component.tsx";
import { lazyComponent } from "#web/hydration/lazy-component.tsx";

const TileButtons = lazyComponent(() => import("./tile-buttons.tsx").then((part) => part.TileButtons));

interface Props {
  product: ProductCard;
  color: number | undefined;
}

/** The wishlist button and quick add of a tile. */
export const tileActions = (product: ProductCard, color?: number) => <Actions product={product} color={color} />;

/** Personal, so rendered after hydration over the image. */
function Actions(props: Props) {
  if (!useHydrated()) return null;
  return (
    <Suspense fallback={null}>
      <TileButtons {...props} />
    </Suspense>
  );
}
