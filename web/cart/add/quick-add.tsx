import { ShoppingBag } from "lucide-react";
import type { ProductCard } from "#contract/catalogue/products.ts";
import { useAddToCart } from "#web/cart/cart.queries.ts";
import { paths } from "#web/paths.ts";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { Button, isFirstClick } from "#web/ui/forms/button.tsx";
import { ButtonLink } from "#web/ui/layout/shop-link.tsx";
import { say } from "#words/say.ts";

/** Add-to-cart button below a tile, or a link to its options; nothing when sold out. */
export function QuickAdd({ product }: { product: ProductCard }) {
  const { name, slug, in_stock, variation_count, default_variation_id: variationId } = product;
  const add = useAddToCart();
  if (!in_stock) return null;
  if (variation_count > 1 || variationId === null)
    return (
      <ButtonLink
        to={paths.details(slug)}
        size="small"
        wide
        label={say("Choose options")}
        aria-label={`${say("Choose options")}: ${name}`}
      />
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
        onClick={(click) => isFirstClick(click) && add.mutate({ variation_id: variationId, quantity: 1 })}
        aria-label={`${say("Add to cart")}: ${name}`}
      >
        <ShoppingBag />
        {say("Add to cart")}
      </Button>
    </>
  );
}
