import { createContext, type ReactNode } from "react";
import type { ProductCard } from "#contract/catalogue/products.ts";

/**
 * Renders what a tile offers besides its link: the wishlist button and quick add. Pages provide it, as tiles use no other
 * module. `color` is the option value whose image is shown, if any.
 */
export const TileActions = createContext<((product: ProductCard, color?: number) => ReactNode) | undefined>(undefined);
