import type { ProductCard } from "#contract/catalogue/products.ts";
import { ProductTile } from "#web/catalogue/tiles/product-tile.tsx";
import { classes } from "#web/ui/layout/classes.ts";

const sizes = "(min-width:1024px) min(24vw,320px),(min-width:769px) 34vw,46vw";
const firstScreen = 4;

/** The products of a page; dimmed while the next are loading. */
export const ProductGrid = ({ products, isPending }: { products: readonly ProductCard[]; isPending: boolean }) => (
  <ul
    aria-busy={isPending}
    className={classes(
      "tile-grid grid grid-cols-2 gap-x-3 gap-y-8 transition-opacity duration-(--quick) md:gap-x-5 md:gap-y-10 lg:grid-cols-3",
      isPending && "opacity-50",
    )}
  >
    {products.map((product, index) => (
      <li key={product.id}>
        <ProductTile product={product} sizes={sizes} priority={index < firstScreen} level={2} />
      </li>
    ))}
  </ul>
);
