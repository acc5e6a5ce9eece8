import { Link } from "react-router";
import type { Facet } from "#contract/catalogue/products.ts";
import { Chip } from "#web/ui/forms/chip.tsx";
import { moveFocusToHeading, moveFocusToNextRow } from "#web/ui/layout/focus-on-removal.ts";
import { Swatch } from "#web/ui/media/swatch.tsx";
import { formatMoney } from "#web/ui/text/money-format.ts";
import { say } from "#words/say.ts";
import { appliedFilters } from "./filter-labels.ts";
import { clearFilters, countFilters, type Filters, listPath } from "./filters.ts";

type Props = { filters: Filters; facets: Facet[]; currency: string };

/** The active filters, each with a link that removes it, and one that clears all. */
export function AppliedFilters({ filters, facets, currency }: Props) {
  const applied = appliedFilters(filters, facets, (amount) => formatMoney({ amount, currency }));
  if (applied.length === 0) return null;
  return (
    <ul ref={moveFocusToHeading} aria-label={say("Applied filters")} className="flex flex-wrap items-center gap-2">
      {applied.map(({ key, label, swatch, without }) => (
        <li key={key} ref={moveFocusToNextRow}>
          <Chip label={label} href={listPath(without)}>
            {swatch && <Swatch color={swatch} className="size-3.5" />}
            {label}
          </Chip>
        </li>
      ))}
      {countFilters(filters) > 0 && (
        <li>
          <Link
            to={listPath(clearFilters(filters))}
            preventScrollReset
            className="touch-target inline-flex h-8 items-center px-2 text-sm font-semibold text-link underline-offset-4 hover:underline"
          >
            {say("Clear all")}
          </Link>
        </li>
      )}
    </ul>
  );
}
