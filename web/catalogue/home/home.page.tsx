import { useSuspenseQuery } from "@tanstack/react-query";
import { query } from "#web/api/call.ts";
import { useOrigin } from "#web/api/origin.ts";
import { pageData } from "#web/api/page-data.ts";
import { useProductsInCart } from "#web/cart/cart.queries.ts";
import { categories, shop } from "#web/catalogue/catalogue.queries.ts";
import { RecentlyViewed } from "#web/catalogue/recently-viewed/recently-viewed.tsx";
import { shopData } from "#web/catalogue/structured-data.ts";
import { TileActions } from "#web/catalogue/tiles/tile-actions.ts";
import { paths } from "#web/paths.ts";
import { tileActions } from "#web/shell/tile-actions.tsx";
import { PageHead } from "#web/ui/layout/page-head.tsx";
import { StructuredData } from "#web/ui/layout/structured-data.tsx";
import { HomeSections } from "./home-sections.tsx";

const home = () => query("GET /home", {});
const page = pageData({ critical: () => [shop(), home()], deferred: () => [categories()] });
export const loader = page.loader;
export const clientLoader = page.clientLoader;

export default function HomePage() {
  const { tagline, ...known } = useSuspenseQuery(shop()).data.data;
  const headline = tagline || known.name;
  const { sections } = useSuspenseQuery(home()).data.data;
  const inCart = useProductsInCart();
  const origin = useOrigin();
  const hero = sections.find((section) => section.kind === "hero");
  return (
    <main className="grid grid-cols-1 gap-14 pb-4 md:gap-24 md:pb-6">
      <PageHead description={headline} path={paths.home()} image={hero?.product?.images[0]} />
      <StructuredData about={import.meta.env.SSR && shopData(known, origin)} />
      {!hero && <h1 className="sr-only">{headline}</h1>}
      <TileActions value={tileActions}>
        <HomeSections sections={sections} headline={headline} />
        <div className="page-width">
          <RecentlyViewed except={inCart} />
        </div>
      </TileActions>
    </main>
  );
}
