import { useSession } from "#web/api/session/session.ts";
import { QuickAdd } from "#web/cart/quick-add.tsx";
import { ProductTile } from "#web/catalogue/tiles/product-tile.tsx";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { PageHead } from "#web/ui/layout/page-head.tsx";
import { say } from "#words/say.ts";
import { WishlistItems } from "./wishlist-items.tsx";

export default function WishlistPage() {
  const isAdmin = useSession(({ role }) => role === "admin");
  return (
    <main>
      <PageHead title={say("Wishlist")} hidden />
      <h1 className="mb-6 text-title">{say("Wishlist")}</h1>
      {isAdmin ? (
        <Banner>{say("Administrators don't have a wishlist.")}</Banner>
      ) : (
        <WishlistItems
          tile={(product) => <ProductTile product={product} level={2} sizes="(max-width: 768px) 45vw, 300px" />}
          action={(product) => <QuickAdd product={product} />}
        />
      )}
    </main>
  );
}
