import type { ProductDetails } from "#contract/catalogue/products.ts";
import { Rating } from "#web/ui/rating.tsx";

/** Brand, name and rating, which leads to the reviews. */
export const ProductTitle = ({ product: { name, subtitle, brand, rating } }: { product: ProductDetails }) => (
  <header className="grid gap-2">
    {brand && <p className="text-sm font-medium text-muted">{brand}</p>}
    <h1 className="text-title">{name}</h1>
    {subtitle && <p className="as-written text-lg wrap-anywhere text-muted">{subtitle}</p>}
    {rating.count > 0 && rating.average !== null && (
      <a href="#reviews" className="w-fit py-1 underline-offset-4 hover:underline">
        <Rating average={rating.average} count={rating.count} figure />
      </a>
    )}
  </header>
);
