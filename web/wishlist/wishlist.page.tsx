import { Heart } from "lucide-react";
import type { ReactNode } from "react";
import type { ProductCard } from "#contract/catalogue/products.ts";
import type { WishlistItem } from "#contract/wishlist.ts";
import { isStaff, useSession } from "#web/api/session/session.ts";
import { QuickAdd } from "#web/cart/add/quick-add.tsx";
import { ProductTile } from "#web/catalogue/tiles/product-tile.tsx";
import { paths } from "#web/paths.ts";
import { EmptyState, ErrorNotice } from "#web/ui/feedback/loaded.tsx";
import { TileSkeleton } from "#web/ui/feedback/skeleton.tsx";
import { toast } from "#web/ui/feedback/toast-store.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { moveFocusToNextRow } from "#web/ui/layout/focus-on-removal.ts";
import { PageHead } from "#web/ui/layout/page-head.tsx";
import { ButtonLink } from "#web/ui/layout/shop-link.tsx";
import { say } from "#words/say.ts";
import { useToggleWishlist, useWishlist } from "./wishlist.queries.ts";

export default function WishlistPage() {
  const worksHere = useSession(isStaff);
  return (
    <main>
      <PageHead title={say("Wishlist")} hidden />
      <h1 className="mb-6 text-title">{say("Wishlist")}</h1>
      <WishlistItems
        tile={(product) => <ProductTile product={product} level={2} sizes="(max-width: 768px) 45vw, 300px" />}
        action={(product) => !worksHere && <QuickAdd product={product} />}
      />
    </main>
  );
}

interface Props {
  tile: (product: ProductCard) => ReactNode;
  action: (product: ProductCard) => ReactNode;
}

/** The wishlist, newest first. */
function WishlistItems({ tile, action }: Props) {
  const { data, error, refetch } = useWishlist();
  if (error && !data)
    return <ErrorNotice onRetry={() => void refetch()}>{say("Couldn't load your wishlist.")}</ErrorNotice>;
  if (!data)
    return (
      <div className={grid} role="status" aria-label={say("Loading your wishlist")}>
        {[1, 2, 3].map((place) => (
          <TileSkeleton key={place} />
        ))}
      </div>
    );
  if (data.data.length === 0)
    return (
      <EmptyState
        icon={<Heart />}
        title={say("Your wishlist is empty")}
        action={<ButtonLink to={paths.products()} look="primary" label={say("Browse products")} />}
      >
        {say("Select the heart on a product to save it here.")}
      </EmptyState>
    );
  return (
    <ul className={grid}>
      {data.data.map((item) => (
        <li key={item.product_id} ref={moveFocusToNextRow} className="grid content-between gap-3">
          {item.product ? tile(item.product) : <UnavailableTile />}
          <div className="grid gap-2">
            {item.product && action(item.product)}
            <RemoveButton item={item} />
          </div>
        </li>
      ))}
    </ul>
  );
}

function RemoveButton({ item: { product_id, product } }: { item: WishlistItem }) {
  const toggle = useToggleWishlist();
  const name = product?.name ?? say("this product");
  const remove = () => {
    toggle.mutate({ productId: product_id, wished: false });
    if (product)
      toast({
        title: say("{name} removed from your wishlist", { name }),
        action: { label: say("Undo"), onClick: () => toggle.mutate({ productId: product_id, wished: true, product }) },
      });
  };
  return (
    <Button look="ghost" size="small" wide onClick={remove} aria-label={say("Remove {name}", { name })}>
      {say("Remove")}
    </Button>
  );
}

const UnavailableTile = () => (
  <div className="grid gap-3">
    <div className="grid aspect-square place-items-center rounded-lg bg-sunken text-muted">
      <Heart className="size-7" />
    </div>
    <p className="text-muted">{say("No longer available")}</p>
  </div>
);

const grid = "grid grid-cols-2 gap-x-4 gap-y-8 lg:grid-cols-3";
