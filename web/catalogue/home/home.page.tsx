import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import type { ProductCard } from "#contract/catalogue/products.ts";
import { useOrigin } from "#web/api/origin.ts";
import { pageData } from "#web/api/page-data.ts";
import { categories, newest, onSale, popular, shop } from "#web/catalogue/catalogue.queries.ts";
import { RecentlyViewed } from "#web/catalogue/recently-viewed/recently-viewed.tsx";
import { shopData } from "#web/catalogue/structured-data.ts";
import { ProductRow } from "#web/catalogue/tiles/product-row.tsx";
import { TileAction } from "#web/catalogue/tiles/tile-corner.ts";
import { paths } from "#web/paths.ts";
import { PageHead } from "#web/ui/layout/page-head.tsx";
import { StructuredData } from "#web/ui/layout/structured-data.tsx";
import { TileWishlistButton } from "#web/wishlist/product-wishlist-button.tsx";
import { say } from "#words/say.ts";
import { CategoryTiles } from "./category-tiles.tsx";
import { Hero } from "./hero.tsx";

const page = pageData({ needs: () => [shop()], wants: () => [categories(), newest(), popular(), onSale()] });
export const loader = page.loader;
export const clientLoader = page.clientLoader;

const heart = (product: ProductCard) => <TileWishlistButton product={product} />;

export default function HomePage() {
  const { tagline, ...known } = useSuspenseQuery(shop()).data.data;
  const latest = useQuery(newest()).data?.data ?? [];
  const best = useQuery(popular()).data?.data ?? [];
  const reduced = useQuery(onSale()).data?.data ?? [];
  const departments = useQuery(categories()).data?.data ?? [];
  const origin = useOrigin();
  const star = [...best, ...latest].find(({ in_stock, images }) => in_stock && images.length > 0);
  return (
    <main className="page-width grid gap-14 py-4 md:gap-20 md:py-6">
      <PageHead description={tagline} path={paths.home()} image={star?.images[0]} />
      <StructuredData about={import.meta.env.SSR && shopData(known, origin)} />
      <Hero tagline={tagline} product={star} />
      <CategoryTiles categories={departments} />
      <TileAction value={heart}>
        <ProductRow
          title={say("New arrivals")}
          products={latest}
          more={{ href: paths.products({ sort: "newest" }), label: say("View all new arrivals") }}
        />
        <ProductRow
          title={say("Best sellers")}
          products={best}
          more={{ href: paths.products({ sort: "popular" }), label: say("View all best sellers") }}
        />
        <ProductRow
          title={say("On sale")}
          products={reduced}
          more={{ href: paths.products({ on_sale: true }), label: say("View all sale items") }}
        />
        <RecentlyViewed />
      </TileAction>
    </main>
  );
}
