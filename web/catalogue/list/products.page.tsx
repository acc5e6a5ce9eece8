import { useSuspenseQuery } from "@tanstack/react-query";
import { useLocation } from "react-router";
import type { ProductList } from "#contract/catalogue/products.ts";
import { bestSellers } from "#web/api/best-sellers.ts";
import { useOrigin } from "#web/api/origin.ts";
import { pageData } from "#web/api/page-data.ts";
import { searchSuggestions, shop } from "#web/catalogue/catalogue.queries.ts";
import { breadcrumbData } from "#web/catalogue/structured-data.ts";
import { TileActions } from "#web/catalogue/tiles/tile-actions.ts";
import { paths } from "#web/paths.ts";
import { tileActions } from "#web/shell/tile-actions.tsx";
import { Breadcrumbs, PageHead } from "#web/ui/layout/page-head.tsx";
import { ShopLink } from "#web/ui/layout/shop-link.tsx";
import { StructuredData } from "#web/ui/layout/structured-data.tsx";
import { isPastEnd } from "#web/ui/lists/list-params.ts";
import { formatShopNumber, say } from "#words/say.ts";
import { withoutUnusedFields } from "./embedded-list.ts";
import { canonicalPath, type Filters, listPath, parseFilters, productsQuery } from "./filters.ts";
import { ProductListing } from "./product-list.tsx";

const page = pageData({
  critical: ({ url }) => [shop(), productsQuery(parseFilters(url.searchParams))],
  deferred: ({ url }, read) => {
    const filters = parseFilters(url.searchParams);
    if (read(productsQuery(filters)).data.length > 0) return [];
    return filters.name ? [bestSellers(), searchSuggestions(filters.name)] : [bestSellers()];
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
      <TileActions value={tileActions}>
        <ProductListing {...{ list, filters }} />
      </TileActions>
    </main>
  );
}

function headingOf(name: string | undefined, category: string | undefined) {
  if (name && category) return say("Results for “{name}” in {category}", { name, category });
  return category ?? (name ? say("Results for “{name}”", { name }) : say("All products"));
}

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
          category?.description ??
          say("{heading} at {shop}. {tagline}", { heading: counted, shop: name, tagline }).trim()
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

type Props = Pick<ProductList, "category"> & { heading: string };

/** Breadcrumbs, name, description and subcategories of the list. */
function ListHeader({ category, filters: { name: searched }, heading }: Props & { filters: Filters }) {
  // A search within a category links back to the whole category.
  const above = category?.breadcrumbs.filter(({ path }) => searched !== undefined || path !== category.path) ?? [];
  const crumbs = [
    { label: say("Home"), href: paths.home() },
    ...(category ? [{ label: say("All products"), href: paths.products() }] : []),
    ...above.map(({ name, path }) => ({ label: name, href: paths.products({ category: path }) })),
    { label: heading },
  ];
  return (
    <header className="grid grid-cols-1 gap-4 pt-5 pb-6">
      <Breadcrumbs crumbs={crumbs} />
      <div className="grid gap-2">
        <h1 className="text-title">{heading}</h1>
        {category?.description && <p className="as-written max-w-prose text-muted">{category.description}</p>}
      </div>
      {category && category.subfolder.length > 0 && (
        <nav aria-label={say("Within {name}", { name: category.name })}>
          <ul className="edge-scroller gap-2 md:flex-wrap">
            {category.subfolder
              .filter(({ product_count }) => product_count > 0)
              .map(({ id, name, path, product_count }) => (
                <li key={id}>
                  <ShopLink
                    to={paths.products({ category: path, name: searched })}
                    warm={[productsQuery(parseFilters(new URLSearchParams({ category: path })))]}
                    className="pill"
                  >
                    {name} <span className="text-muted tabular-nums">{formatShopNumber(product_count)}</span>
                  </ShopLink>
                </li>
              ))}
          </ul>
        </nav>
      )}
    </header>
  );
}
