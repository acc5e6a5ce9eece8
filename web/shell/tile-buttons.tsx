import type { ProductCard } from "#contract/catalogue/products.ts";
import { isStaff, useSession } from "#web/api/session/session.ts";
import { AddVariation } from "#web/cart/add/add-variation.tsx";
import { TileQuickAdd } from "#web/catalogue/tiles/tile-quick-add.tsx";
import { WishlistButton } from "#web/wishlist/wishlist-button.tsx";

/** The buttons over the image of a tile; administrators have no cart. `color` is the option value that the tile shows. */
export function TileButtons({ product, color }: { product: ProductCard; color: number | undefined }) {
  const worksHere = useSession(isStaff);
  return (
    <>
      <WishlistButton product={product} card={product} size="small" className="absolute inset-e-2 top-2 z-1" />
      {!worksHere && <TileQuickAdd product={product} color={color} AddButton={AddVariation} />}
    </>
  );
}
