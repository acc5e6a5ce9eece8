import { createContext, type ReactNode } from "react";
import type { ProductCard } from "#contract/catalogue/products.ts";

/**
 * Renders an action in the corner of each tile, such as the wishlist button. Pages provide it, as tiles use no other
 * module.
 */
export const TileAction = createContext<((product: ProductCard) => ReactNode) | undefined>(undefined);
