import { useSuspenseQuery } from "@tanstack/react-query";
import { Suspense, useEffect, useRef } from "react";
import type { ProductCard, ProductList } from "#contract/catalogue/products.ts";
import { shop } from "#web/catalogue/catalogue.queries.ts";
import { ProductTile } from "#web/catalogue/tiles/product-tile.tsx";
import { deferredComponent } from "#web/hydration/deferred-component.tsx";
import { lazyComponent } from "#web/hydration/lazy-component.tsx";
import { classes } from "#web/ui/layout/classes.ts";
import { isPastEnd } from "#web/ui/lists/list-params.ts";
import { say, sayCount } from "#words/say.ts";
import { FilterDrawer } from "./filter-drawer.tsx";
import { countFilters, type Filters, listPath, useFilters, usefulFacets } from "./filters.ts";
import { SortSelect } from "./sort-select.tsx";

const FilterPanel = deferredComponent(() => import("./filter-panel.tsx").then((part) => part.FilterPanel));
const Pagination = deferredComponent(() => import("#web/ui/lists/pagination.tsx").then((part) => part.Pagination));
const AppliedFilters = lazyComponent(() => import("./applied-filters.tsx").then((part) => part.AppliedFilters));
const SearchChangesNote = lazyComponent(() =>
  import("#web/catalogue/search/search-changes-note.tsx").then((part) => part.SearchChangesNote),
);
const NoProducts = lazyComponent(() => import("./no-products.tsx").then((part) => part.NoProducts));

/** The products with filters at the side, or in a drawer on small screens. `filters` are those of `list`. */
export function ProductListing({ list, filters: loaded }: { list: ProductList; filters: Filters }) {
  const { data, meta } = list;
  const { filters, isPending, choose } = useFilters();
  const { currency } = useSuspenseQuery(shop()).data.data;
  const count = countFilters(filters);
  const facets = usefulFacets(list.facets, meta.total, countFilters(loaded));
  const top = useScrollToTop(listPath({ ...loaded, page: 1 }), meta.page);
  const panel = { facets, filters, choose, currency };
  return (
    <div className={classes("listing", facets.length === 0 && count === 0 && "without-filters")}>
      <aside aria-label={say("Filters")} className="side-filters">
        <a href="#results" className="skip-link">
          {say("Skip to results")}
        </a>
        <FilterPanel {...panel} />
      </aside>
      <section
        ref={top}
        id="results"
        tabIndex={-1}
        aria-label={say("Products")}
        className="grid scroll-mt-24 grid-cols-1 content-start gap-5 outline-none"
      >
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p role="status" className="text-sm text-muted tabular-nums">
            {sayCount("1 product", "{n} products", meta.total)}
          </p>
          <div className="list-tools">
            {facets.length > 0 && <FilterDrawer {...panel} count={count} total={meta.total} />}
            {meta.total > 1 && <SortSelect {...{ filters, choose }} />}
          </div>
        </div>
        {list.search_changes && data.length > 0 && (
          <Suspense fallback={null}>
            <SearchChangesNote searched={loaded.name ?? ""} changes={list.search_changes} />
          </Suspense>
        )}
        {(count > 0 || (loaded.category && loaded.name)) && (
          <Suspense fallback={null}>
            <AppliedFilters {...{ filters, facets, currency }} />
          </Suspense>
        )}
        {data.length > 0 ? (
          <ProductGrid products={data} options={list.options} isPending={isPending} />
        ) : (
          <Suspense fallback={null}>
            <NoProducts filters={loaded} hasFilters={count > 0} isPastEnd={isPastEnd(meta)} />
          </Suspense>
        )}
        <Pagination
          page={meta.page}
          pages={meta.pages}
          href={(page) => listPath({ ...loaded, page })}
          className="pt-8"
        />
      </section>
    </div>
  );
}

/**
 * Scrolls to the top of the list when its filters change below it, and moves the focus there when the page changes: it
 * would stay on the pagination.
 */
function useScrollToTop(address: string, page: number) {
  const top = useRef<HTMLElement>(null);
  const before = useRef({ address, page });
  useEffect(() => {
    const was = before.current;
    before.current = { address, page };
    if (was.address === address) {
      if (was.page !== page) top.current?.focus({ preventScroll: true });
      return;
    }
    if ((top.current?.getBoundingClientRect().top ?? 0) < 0) top.current?.scrollIntoView({ block: "start" });
  }, [address, page]);
  return top;
}

const sizes = "(min-width:1280px) min(19vw,250px),(min-width:1024px) 24vw,(min-width:640px) 30vw,46vw";
const firstScreen = 4;

interface GridProps {
  products: readonly ProductCard[];
  /** The option values that the covers show. */
  options: readonly number[];
  isPending: boolean;
}

/** The products of a page; dimmed while the next are loading. */
const ProductGrid = ({ products, options, isPending }: GridProps) => (
  <ul
    aria-busy={isPending}
    className={classes(
      "tile-grid grid grid-cols-2 gap-x-3 gap-y-8 transition-opacity duration-(--quick) sm:grid-cols-3 " +
        "md:gap-x-5 md:gap-y-10 xl:grid-cols-4",
      isPending && "opacity-50",
    )}
  >
    {products.map((product, index) => (
      <li key={product.id}>
        <ProductTile product={product} sizes={sizes} priority={index < firstScreen} level={2} options={options} />
      </li>
    ))}
  </ul>
);
