import type { Facet } from "#contract/catalogue/products.ts";
import { paths } from "#web/paths.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { say } from "#words/say.ts";
import { FlagFacets, MultiFacet, RatingFacet } from "./facet-fields.tsx";
import { type Filters, facetParam, type SetFilters } from "./filters.ts";
import { PriceFacet } from "./price-facet.tsx";
import { HiddenFields } from "./sort-select.tsx";

type Props = { facets: Facet[]; filters: Filters; choose: SetFilters; currency: string };

/**
 * All filters of the list. Each applies at once; without script they are a form with a button. The price has fields of
 * its own and stays outside that form.
 */
export function FilterPanel({ facets, filters, choose, currency }: Props) {
  const flags = facets.filter(({ kind }) => kind === "flag");
  const price = facets.find(({ kind }) => kind === "range");
  const rest = facets.filter(({ kind }) => kind === "swatch" || kind === "chips");
  return (
    <div className="grid">
      {price && <PriceFacet facet={price} {...{ filters, choose, currency }} />}
      <form method="get" action={paths.products()} onSubmit={(event) => event.preventDefault()}>
        <HiddenFields filters={filters} except={[...flags, ...rest].map(({ key }) => fieldName(key))} />
        {flags.length > 0 && <FlagFacets facets={flags} {...{ filters, choose }} />}
        {rest.map((facet) =>
          facet.key === "rating" ? (
            <RatingFacet key={facet.key} {...{ facet, filters, choose }} />
          ) : (
            <MultiFacet key={facet.key} {...{ facet, filters, choose }} />
          ),
        )}
        <div className="hidden pt-4 noscript:block">
          <Button type="submit" look="primary" wide>
            {say("Show products")}
          </Button>
        </div>
      </form>
    </div>
  );
}

/** The parameter of a facet's fields. */
const fieldName = (facetKey: string) => (facetKey === "rating" ? "rating_min" : facetParam(facetKey));
