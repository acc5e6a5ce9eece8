import { ShoppingBag } from "lucide-react";
import type { ProductCard } from "#contract/catalogue/products.ts";
import { useAddToCart } from "#web/cart/cart.queries.ts";
import { paths } from "#web/paths.ts";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { Button, buttonLook } from "#web/ui/forms/button.tsx";
import { ShopLink } from "#web/ui/layout/shop-link.tsx";
import { say } from "#words/say.ts";

/** Add-to-cart button below a tile, or a link to its options; nothing when sold out. */
export function QuickAdd({ product }: { product: ProductCard }) {
  const { name, slug, in_stock, variation_count, default_variation_id: variationId } = product;
  const add = useAddToCart();
  if (!in_stock) return null;
  if (variation_count > 1 || variationId === null)
    return (
      <ShopLink
        to={paths.details(slug)}
        aria-label={`${say("Choose options")}: ${name}`}
        className={buttonLook({ size: "small", wide: true })}
      >
        {say("Choose options")}
      </ShopLink>
    );
  return (
    <>
      {add.isError && (
        <Banner tone="danger" role="alert">
          {add.error.message}
        </Banner>
      )}
      <Button
        size="small"
        wide
        busy={add.isPending}
        onClick={() => add.mutate({ variation_id: variationId, quantity: 1 })}
        aria-label={`${say("Add to cart")}: ${name}`}
      >
        <ShoppingBag />
        {say("Add to cart")}
      </Button>
    </>
  );
}
