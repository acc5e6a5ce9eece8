import { useQuery } from "@tanstack/react-query";
import { SearchX } from "lucide-react";
import { useBestSellers } from "#web/api/best-sellers.ts";
import { searchSuggestions } from "#web/catalogue/catalogue.queries.ts";
import { ProductRow } from "#web/catalogue/tiles/product-row.tsx";
import { paths } from "#web/paths.ts";
import { EmptyState } from "#web/ui/feedback/loaded.tsx";
import { ButtonLink } from "#web/ui/layout/shop-link.tsx";
import { say } from "#words/say.ts";
import { clearFilters, type Filters, listPath } from "./filters.ts";

type Props = { filters: Filters; hasFilters: boolean; isPastEnd: boolean };

/** The empty state of a list, with links to other products. */
export function NoProducts({ filters, hasFilters, isPastEnd }: Props) {
  const best = useBestSellers();
  return (
    <div className="grid grid-cols-1 gap-12">
      <EmptyState
        icon={<SearchX />}
        title={titleOf(filters, isPastEnd)}
        action={
          <>
            {isPastEnd && (
              <ButtonLink to={listPath({ ...filters, page: 1 })} look="primary" label={say("Go to the first page")} />
            )}
            {hasFilters && !isPastEnd && (
              <ButtonLink to={listPath(clearFilters(filters))} look="primary" label={say("Clear all filters")} />
            )}
            <ButtonLink to={paths.products()} label={say("View all products")} />
          </>
        }
      >
        {isPastEnd
          ? say("This page no longer has any products.")
          : hasFilters
            ? say("No products match all of these filters. Try removing one.")
            : filters.name
              ? say("Check the spelling or try a more general term.")
              : say("New products are coming soon.")}
      </EmptyState>
      {filters.name && !isPastEnd && <MatchingCategories text={filters.name} />}
      <ProductRow title={best.title} products={best.products.slice(0, 4)} />
    </div>
  );
}

function MatchingCategories({ text }: { text: string }) {
  const categories = useQuery(searchSuggestions(text)).data?.categories ?? [];
  if (categories.length === 0) return null;
  return (
    <nav aria-label={say("Matching categories")} className="grid justify-items-center gap-3">
      <p className="text-muted">{say("Try these categories:")}</p>
      <ul className="flex flex-wrap justify-center gap-2">
        {categories.map(({ id, name, path }) => (
          <li key={id}>
            <ButtonLink to={paths.products({ category: path })} size="small" label={name} />
          </li>
        ))}
      </ul>
    </nav>
  );
}

const titleOf = ({ name }: Filters, isPastEnd: boolean) =>
  isPastEnd ? say("Page not found") : name ? say("No products for “{name}”", { name }) : say("No products here");
