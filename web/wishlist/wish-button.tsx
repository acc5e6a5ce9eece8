import { Heart } from "lucide-react";
import type { ProductCard } from "#contract/catalogue/products.ts";
import { asCustomer } from "#web/api/as-customer.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { say } from "#words/say.ts";
import { useWish, useWishes } from "./wishes.ts";

interface Props {
  product: { id: number; name: string };
  /** All that is known of it, for the wishlist to show at once. */
  card?: ProductCard;
  /** On a picture. */
  floating?: boolean;
  size?: "small" | "medium";
  className?: string;
}

/** The heart of a product: filled when it is wished for. Whoever is not signed in is asked to, and then gets their wish. */
export function WishButton({ product, card, floating = true, size, className }: Props) {
  const { data } = useWishes();
  const wish = useWish();
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
        asCustomer(() => wish.mutate({ ...move, wished: !wished }), say("Administrators have no wishlist"))
      }
    >
      <Heart aria-hidden="true" className={wished ? "fill-danger text-danger" : ""} />
    </IconButton>
  );
}
