import { useSuspenseQuery } from "@tanstack/react-query";
import { useLocation } from "react-router";
import type { ProductCard, ProductList } from "#contract/catalogue/products.ts";
import { useOrigin } from "#web/api/origin.ts";
import { pageData } from "#web/api/page-data.ts";
import { popular, searchSuggestions, shop } from "#web/catalogue/catalogue.queries.ts";
import { breadcrumbData } from "#web/catalogue/structured-data.ts";
import { TileAction } from "#web/catalogue/tiles/tile-corner.ts";
import { paths } from "#web/paths.ts";
import { PageHead } from "#web/ui/layout/page-head.tsx";
import { StructuredData } from "#web/ui/layout/structured-data.tsx";
import { isPastEnd } from "#web/ui/lists/list-params.ts";
import { TileWishlistButton } from "#web/wishlist/product-wishlist-button.tsx";
import { formatShopNumber, say } from "#words/say.ts";
import { canonicalPath, type Filters, listPath, parseFilters, productsQuery } from "./filters.ts";
import { ListHeader } from "./list-header.tsx";
import { ProductListing } from "./product-list.tsx";

const page = pageData({
  needs: ({ url }) => [shop(), productsQuery(parseFilters(url.searchParams))],
  wants: ({ url }, read) => {
    const filters = parseFilters(url.searchParams);
    if (read(productsQuery(filters)).data.length > 0) return [];
    return filters.name ? [popular(), searchSuggestions(filters.name)] : [popular()];
  },
  redirect: ({ url }, read) => {
    const filters = parseFilters(url.searchParams);
    const { redirect_to, category } = read(productsQuery(filters));
    const path = redirect_to ?? category?.path;
    return path && path !== filters.category ? listPath({ ...filters, category: path }) : null;
  },
  status: ({ url }, read) => (isPastEnd(read(productsQuery(parseFilters(url.searchParams))).meta) ? 404 : 200),
  embed: (_route, reply) => withoutUnusedFields(reply),
});
export const loader = page.loader;
export const clientLoader = page.clientLoader;

export default function ProductsPage() {
  const filters = parseFilters(new URLSearchParams(useLocation().search));
  const list = useSuspenseQuery(productsQuery(filters)).data;
  const heading = headingOf(filters.name, list.category?.name);
  return (
    <main className="page-width pb-16">
      <ListMeta {...{ list, filters, heading }} />
      <ListHeader category={list.category} {...{ filters, heading }} />
      <TileAction value={heart}>
        <ProductListing {...{ list, filters }} />
      </TileAction>
    </main>
  );
}

function headingOf(name: string | undefined, category: string | undefined) {
  if (name && category) return say("Results for “{name}” in {category}", { name, category });
  return category ?? (name ? say("Results for “{name}”", { name }) : say("All products"));
}

/**
 * Drops the fields no tile shows, to keep documents small. The name next to the image is its description, so the alt
 * text is empty.
 */
const withoutUnusedFields = <Reply,>(reply: Reply): Reply => {
  const list = reply as Partial<ProductList>;
  if (!list.facets || !list.data) return reply;
  const data = list.data.map((card) => ({
    ...card,
    images: card.images.map((image) => ({ ...image, alt: "" })),
    thumbnail: "",
    variation_count: 0,
    default_variation_id: null,
  }));
  return { ...reply, data };
};

const heart = (product: ProductCard) => <TileWishlistButton product={product} />;

type MetaProps = { list: ProductList; filters: Filters; heading: string };

function ListMeta({ list: { category, meta, data }, filters, heading }: MetaProps) {
  const origin = useOrigin();
  const { name, tagline } = useSuspenseQuery(shop()).data.data;
  const counted =
    meta.page > 1 ? say("{heading}, page {page}", { heading, page: formatShopNumber(meta.page) }) : heading;
  const other = (page: number) => listPath({ ...filters, page });
  const steps = category?.breadcrumbs.map((step) => ({ ...step, path: paths.products({ category: step.path }) })) ?? [];
  return (
    <>
      <PageHead
        title={counted}
        description={
          category?.description ?? say("{heading} at {shop}. {tagline}", { heading: counted, shop: name, tagline })
        }
        path={canonicalPath(filters)}
        previous={meta.page > 1 ? other(meta.page - 1) : null}
        next={meta.page < meta.pages ? other(meta.page + 1) : null}
        image={data[0]?.images[0]}
        // Search results are not indexed.
        hidden={filters.name !== undefined || isPastEnd(meta)}
      />
      {steps.length > 0 && (
        <StructuredData
          about={import.meta.env.SSR && breadcrumbData([{ name: say("Home"), path: paths.home() }, ...steps], origin)}
        />
      )}
    </>
  );
}
