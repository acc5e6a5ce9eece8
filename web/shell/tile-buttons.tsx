import type { ProductCard } from "#contract/catalogue/products.ts";
import { AddVariation } from "#web/cart/add/add-variation.tsx";
import { TileQuickAdd } from "#web/catalogue/tiles/tile-quick-add.tsx";
import { WishlistButton } from "#web/wishlist/wishlist-button.tsx";

/** The buttons over the image of a tile. `color` is the option value that the tile shows. */
export const TileButtons = ({ product, color }: { product: ProductCard; color: number | undefined }) => (
  <>
    <WishlistButton product={product} card={product} size="small" className="absolute inset-e-2 top-2 z-1" />
    <TileQuickAdd product={product} color={color} AddButton={AddVariation} />
  </>
);
