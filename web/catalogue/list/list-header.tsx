import type { ProductList } from "#contract/catalogue/products.ts";
import { paths } from "#web/paths.ts";
import { Breadcrumbs } from "#web/ui/layout/breadcrumbs.tsx";
import { ShopLink } from "#web/ui/layout/shop-link.tsx";
import { formatShopNumber, say } from "#words/say.ts";
import { type Filters, parseFilters, productsQuery } from "./filters.ts";

type Props = Pick<ProductList, "category"> & { heading: string };

/** Breadcrumbs, name, description and subcategories of the list. */
export function ListHeader({ category, filters: { name: searched }, heading }: Props & { filters: Filters }) {
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
