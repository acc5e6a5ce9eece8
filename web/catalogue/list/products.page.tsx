import { useSuspenseQuery } from "@tanstack/react-query";
import { useLocation } from "react-router";
import type { ProductCard, ProductList } from "#contract/catalogue/products.ts";
import { useOrigin } from "#web/api/origin.ts";
import { pageData } from "#web/api/page-data.ts";
import { popular, shop, suggestionsFor } from "#web/catalogue/catalogue.queries.ts";
import { aboutWay } from "#web/catalogue/structured-data.ts";
import { TileCorner } from "#web/catalogue/tiles/tile-corner.ts";
import { paths } from "#web/paths.ts";
import { PageHead } from "#web/ui/page-head.tsx";
import { isPastEnd } from "#web/ui/page-number.ts";
import { StructuredData } from "#web/ui/structured-data.tsx";
import { TileHeart } from "#web/wishlist/product-heart.tsx";
import { say, shopNumber } from "#words/say.ts";
import { addressOf, canonicalOf, type Filters, filtersOf, productsQuery } from "./filters.ts";
import { ListHead } from "./list-header.tsx";
import { ListedProducts } from "./product-list.tsx";

const page = pageData({
  needs: ({ url }) => [shop(), productsQuery(filtersOf(url.searchParams))],
  wants: ({ url }, read) => {
    const filters = filtersOf(url.searchParams);
    if (read(productsQuery(filters)).data.length > 0) return [];
    return filters.name ? [popular(), suggestionsFor(filters.name)] : [popular()];
  },
  moved: ({ url }, read) => {
    const filters = filtersOf(url.searchParams);
    const { redirect_to, category } = read(productsQuery(filters));
    const path = redirect_to ?? category?.path;
    return path && path !== filters.category ? addressOf({ ...filters, category: path }) : null;
  },
  status: ({ url }, read) => (isPastEnd(read(productsQuery(filtersOf(url.searchParams))).meta) ? 404 : 200),
  carried: (_route, answer) => asDrawn(answer),
});
export const loader = page.loader;
export const clientLoader = page.clientLoader;

export default function ProductsPage() {
  const filters = filtersOf(new URLSearchParams(useLocation().search));
  const list = useSuspenseQuery(productsQuery(filters)).data;
  const heading = headingOf(filters.name, list.category?.name);
  return (
    <main className="page-width pb-16">
      <ListMeta {...{ list, filters, heading }} />
      <ListHead category={list.category} {...{ filters, heading }} />
      <TileCorner value={heart}>
        <ListedProducts {...{ list, filters }} />
      </TileCorner>
    </main>
  );
}

function headingOf(name: string | undefined, category: string | undefined) {
  if (name && category) return say("Results for “{name}” in {category}", { name, category });
  return category ?? (name ? say("Results for “{name}”", { name }) : say("All products"));
}

/** Without what no tile shows; the name beside a tile's picture says it all, so the picture's own words are not drawn. */
const asDrawn = <Answer,>(answer: Answer): Answer => {
  const list = answer as Partial<ProductList>;
  if (!list.facets || !list.data) return answer;
  const data = list.data.map((card) => ({
    ...card,
    images: card.images.map((image) => ({ ...image, alt: "" })),
    thumbnail: "",
    variation_count: 0,
    default_variation_id: null,
  }));
  return { ...answer, data };
};

const heart = (product: ProductCard) => <TileHeart product={product} />;

type MetaProps = { list: ProductList; filters: Filters; heading: string };

function ListMeta({ list: { category, meta, data }, filters, heading }: MetaProps) {
  const origin = useOrigin();
  const { name, tagline } = useSuspenseQuery(shop()).data.data;
  const counted = meta.page > 1 ? say("{heading}, page {page}", { heading, page: shopNumber(meta.page) }) : heading;
  const other = (page: number) => addressOf({ ...filters, page });
  const steps = category?.breadcrumbs.map((step) => ({ ...step, path: paths.products({ category: step.path }) })) ?? [];
  return (
    <>
      <PageHead
        title={counted}
        description={
          category?.description ?? say("{heading} at {shop}. {tagline}", { heading: counted, shop: name, tagline })
        }
        path={canonicalOf(filters)}
        previous={meta.page > 1 ? other(meta.page - 1) : null}
        next={meta.page < meta.pages ? other(meta.page + 1) : null}
        image={data[0]?.images[0]}
        // Searches are endless and of no use to a search engine.
        hidden={filters.name !== undefined || isPastEnd(meta)}
      />
      {steps.length > 0 && (
        <StructuredData
          about={import.meta.env.SSR && aboutWay([{ name: say("Home"), path: paths.home() }, ...steps], origin)}
        />
      )}
    </>
  );
}
