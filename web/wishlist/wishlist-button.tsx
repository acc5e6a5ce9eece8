import { Heart } from "lucide-react";
import type { ProductCard } from "#contract/catalogue/products.ts";
import { requireCustomer } from "#web/api/require-customer.ts";
import { IconButton } from "#web/ui/forms/icon-button.tsx";
import { say } from "#words/say.ts";
import { useToggleWishlist, useWishlist } from "./wishlist.queries.ts";

interface Props {
  product: { id: number; name: string };
  /** The card, shown in the wishlist until the server answers. */
  card?: ProductCard;
  /** On an image. */
  floating?: boolean;
  size?: "small" | "medium";
  className?: string;
}

/** Toggles a product on the wishlist; visitors sign in first. */
export function WishlistButton({ product, card, floating = true, size, className }: Props) {
  const { data } = useWishlist();
  const wish = useToggleWishlist();
  const wished = data?.data.some(({ product_id }) => product_id === product.id) ?? false;
  const move = { productId: product.id, ...(card ? { product: card } : {}) };
  return (
    <IconButton
      label={say("Wish for {name}", { name: product.name })}
      title={wished ? say("Remove from wishlist") : say("Add to wishlist")}
      aria-pressed={wished}
      floating={floating}
      size={size}
      className={className}
      onClick={() =>
        requireCustomer(() => wish.mutate({ ...move, wished: !wished }), say("Administrators have no wishlist"))
      }
    >
      <Heart aria-hidden="true" className={wished ? "fill-danger text-danger" : ""} />
    </IconButton>
  );
}
