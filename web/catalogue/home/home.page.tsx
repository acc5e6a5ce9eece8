import { useSuspenseQuery } from "@tanstack/react-query";
import { Fragment } from "react";
import type { ProductCard } from "#contract/catalogue/products.ts";
import type { ShownSection } from "#contract/home.ts";
import { useOrigin } from "#web/api/origin.ts";
import { pageData } from "#web/api/page-data.ts";
import { query } from "#web/api/query.ts";
import { useProductsInCart } from "#web/cart/cart.queries.ts";
import { categories, shop } from "#web/catalogue/catalogue.queries.ts";
import { RecentlyViewed } from "#web/catalogue/recently-viewed/recently-viewed.tsx";
import { shopData } from "#web/catalogue/structured-data.ts";
import { ProductRow } from "#web/catalogue/tiles/product-row.tsx";
import { TileAction } from "#web/catalogue/tiles/tile-corner.ts";
import { paths } from "#web/paths.ts";
import { PageHead } from "#web/ui/layout/page-head.tsx";
import { StructuredData } from "#web/ui/layout/structured-data.tsx";
import { TileWishlistButton } from "#web/wishlist/product-wishlist-button.tsx";
import { say } from "#words/say.ts";
import { Departments } from "./departments.tsx";
import { FeaturedReviews } from "./featured-reviews.tsx";
import { Hero } from "./hero.tsx";
import { Promises } from "./promises.tsx";
import { Stories } from "./stories.tsx";

const home = () => query("GET /home", {});
const page = pageData({ needs: () => [shop(), home()], wants: () => [categories()] });
export const loader = page.loader;
export const clientLoader = page.clientLoader;

const heart = (product: ProductCard) => <TileWishlistButton product={product} />;

export default function HomePage() {
  const { tagline, ...known } = useSuspenseQuery(shop()).data.data;
  const { sections } = useSuspenseQuery(home()).data.data;
  const inCart = useProductsInCart();
  const origin = useOrigin();
  const hero = sections.find((section) => section.kind === "hero");
  return (
    <main className="grid grid-cols-1 gap-14 pb-4 md:gap-24 md:pb-6">
      <PageHead description={tagline} path={paths.home()} image={hero?.product?.images[0]} />
      <StructuredData about={import.meta.env.SSR && shopData(known, origin)} />
      {!hero && <h1 className="sr-only">{tagline}</h1>}
      <TileAction value={heart}>
        {sections.map((section, index) => (
          <Fragment key={index}>{showSection(section, tagline)}</Fragment>
        ))}
        <div className="page-width">
          <RecentlyViewed except={inCart} />
        </div>
      </TileAction>
    </main>
  );
}

function showSection(section: ShownSection, tagline: string) {
  if (section.kind === "hero") return <Hero heading={section.heading ?? tagline} product={section.product} />;
  if (section.kind === "departments") return <Departments heading={section.heading} />;
  if (section.kind === "stories") return <Stories stories={section.items} />;
  if (section.kind === "promises") return <Promises promises={section.items} />;
  if (section.kind === "reviews") return <FeaturedReviews heading={section.heading} reviews={section.reviews} />;
  const { heading, products, source, category } = section;
  const more = { href: paths.products(listOf(source, category)), label: say("View all") };
  const row = <ProductRow title={heading} products={products} more={more} />;
  return section.is_featured ? (
    <div className="bg-sunken py-12 md:py-20">
      <div className="page-width">{row}</div>
    </div>
  ) : (
    <div className="page-width">{row}</div>
  );
}

function listOf(source: Extract<ShownSection, { kind: "products" }>["source"], category: string | null) {
  if (source === "category") return { category: category ?? undefined };
  return source === "on_sale" ? { on_sale: true as const } : { sort: source };
}
