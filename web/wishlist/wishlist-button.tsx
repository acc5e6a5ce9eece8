import { Heart } from "lucide-react";
import type { ProductCard } from "#contract/catalogue/products.ts";
import { requireUser } from "#web/api/session/require-customer.ts";
import { IconButton } from "#web/ui/forms/button.tsx";
import { say } from "#words/say.ts";
import { useToggleWishlist, useWishlist } from "./wishlist.queries.ts";

interface Props {
  product: { id: number; name: string };
  /** The card, shown in the wishlist until the server answers. */
  card?: ProductCard;
  floating?: boolean;
  size?: "small" | "medium";
  className?: string;
}

/** Toggles a product on the wishlist; visitors sign in first. */
export function WishlistButton({ product, card, floating = true, size, className }: Props) {
  const { data } = useWishlist();
  const toggle = useToggleWishlist();
  const isOnList = data?.data.some(({ product_id }) => product_id === product.id) ?? false;
  const change = { productId: product.id, ...(card ? { product: card } : {}) };
  return (
    <IconButton
      label={say("Add {name} to wishlist", { name: product.name })}
      icon={<Heart className={isOnList ? "fill-danger text-danger" : ""} />}
      title={isOnList ? say("Remove from wishlist") : say("Add to wishlist")}
      aria-pressed={isOnList}
      floating={floating}
      size={size}
      className={className}
      onClick={() => requireUser(() => toggle.mutate({ ...change, wished: !isOnList }))}
    />
  );
}
