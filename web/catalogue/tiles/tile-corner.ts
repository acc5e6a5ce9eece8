import { createContext, type ReactNode } from "react";
import type { ProductCard } from "#contract/catalogue/products.ts";

/** What a page puts into the corner of each tile's picture; nothing unless it says so, and nothing on the server. Pages fill it, for tiles know no other room. */
export const TileCorner = createContext<((product: ProductCard) => ReactNode) | undefined>(undefined);
