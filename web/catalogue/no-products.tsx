import { useQuery } from "@tanstack/react-query";
import { SearchX } from "lucide-react";
import { paths } from "#web/paths.ts";
import { buttonLook } from "#web/ui/button-look.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ShopLink } from "#web/ui/shop-link.tsx";
import { popular, suggestionsFor } from "./catalogue.queries.ts";
import { addressOf, cleared, type Filters } from "./filters.ts";
import { ProductRow } from "./product-row.tsx";

type Props = { filters: Filters; hasFilters: boolean; isPastEnd: boolean };

/** Nothing to show, and the ways on from here. */
export function NoProducts({ filters, hasFilters, isPastEnd }: Props) {
  const best = useQuery(popular()).data?.data ?? [];
  return (
    <div className="grid gap-12">
      <EmptyState
        icon={<SearchX />}
        title={titleOf(filters, isPastEnd)}
        action={
          <>
            {isPastEnd && <Way to={addressOf({ ...filters, page: 1 })} label="Go to the first page" />}
            {hasFilters && !isPastEnd && <Way to={addressOf(cleared(filters))} label="Clear all filters" />}
            <ShopLink to={paths.products()} className={buttonLook()}>
              See all products
            </ShopLink>
          </>
        }
      >
        {isPastEnd
          ? "The list has become shorter."
          : hasFilters
            ? "Nothing fits all of these filters together. Taking one off may help."
            : filters.name
              ? "Check the spelling, or try a more general word."
              : "New things are on their way."}
      </EmptyState>
      {filters.name && !isPastEnd && <FittingCategories text={filters.name} />}
      <ProductRow title="Popular right now" products={best.slice(0, 4)} />
    </div>
  );
}

/** Where something of that name may well be. */
function FittingCategories({ text }: { text: string }) {
  const categories = useQuery(suggestionsFor(text)).data?.categories ?? [];
  if (categories.length === 0) return null;
  return (
    <nav aria-label="Categories that fit" className="grid justify-items-center gap-3">
      <p className="text-muted">These categories may have it:</p>
      <ul className="flex flex-wrap justify-center gap-2">
        {categories.map(({ id, name, path }) => (
          <li key={id}>
            <ShopLink to={paths.products({ category: path })} className={buttonLook({ size: "small" })}>
              {name}
            </ShopLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

const titleOf = ({ name }: Filters, isPastEnd: boolean) =>
  isPastEnd ? "There is no such page" : name ? `No products for “${name}”` : "No products here";

const Way = ({ to, label }: { to: string; label: string }) => (
  <ShopLink to={to} className={buttonLook({ look: "primary" })}>
    {label}
  </ShopLink>
);
