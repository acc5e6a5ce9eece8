import type { ReactNode } from "react";
import type { Facet, FacetValue, ProductFlag } from "#contract/catalogue/products.ts";
import { Checkbox } from "#web/ui/forms/fields/field.tsx";
import { OptionButton } from "#web/ui/forms/option-button.tsx";
import { Rating } from "#web/ui/text/rating.tsx";
import { formatShopNumber, say, sayCount } from "#words/say.ts";
import {
  type Filters,
  facetParam,
  type MultiFilter,
  type SetFilters,
  toggleAttribute,
  toggleValue,
  withFilters,
} from "./filters.ts";

type Props = { facet: Facet; filters: Filters; choose: SetFilters };

/** A filter with several values: swatches, chips or checkboxes, each with its number of products. */
export function MultiFacet({ facet, filters, choose }: Props) {
  const { name, isChosen, toggle } = choiceOf(facet.key, filters);
  const values = facet.values ?? [];
  const isOption = name === "option";
  const boxes = (some: typeof values) =>
    some.map(({ id, label, swatch, count }) => (
      <ValueBox
        key={id}
        {...{ name, id, label, swatch, count }}
        isChosen={isChosen(id)}
        onChange={() => choose(toggle(id))}
      />
    ));
  const row = isOption ? (facet.kind === "swatch" ? "-mx-1.5 flex flex-wrap" : "flex flex-wrap gap-2") : "grid gap-2";
  const most = isOption ? 15 : 8;
  // Selected values are always shown, however long the list.
  const first = values.filter((value, at) => at < most || isChosen(value.id));
  const rest = values.filter((value) => !first.includes(value));
  return (
    <FacetGroup label={facet.label}>
      <div className={row}>{boxes(first)}</div>
      {rest.length > 0 && (
        <details className="group/rest">
          <summary
            className={
              "mt-2 inline-flex min-h-8 list-none items-center text-sm font-semibold text-link underline-offset-4 " +
              "hover:underline group-open/rest:hidden"
            }
          >
            {sayCount("1 more", "{n} more", rest.length)}
          </summary>
          <div className={`${row} pt-2`}>{boxes(rest)}</div>
        </details>
      )}
    </FacetGroup>
  );
}

/** The parameter of a facet, whether one of its values is chosen, and the filters with that value toggled. */
function choiceOf(facetKey: string, filters: Filters) {
  if (facetParam(facetKey) === "attr") {
    const key = facetKey.slice("attr.".length);
    return {
      name: facetKey,
      isChosen: (id: number | string) => filters.attr[key]?.includes(String(id)) ?? false,
      toggle: (id: number | string) => toggleAttribute(filters, key, String(id)),
    };
  }
  const name = facetParam(facetKey) as MultiFilter;
  return {
    name,
    isChosen: (id: number | string) => filters[name].includes(Number(id)),
    toggle: (id: number | string) => toggleValue(filters, name, Number(id)),
  };
}

type BoxProps = Pick<FacetValue, "label" | "count"> & { isChosen: boolean; onChange: () => void };

function ValueBox({
  name,
  id,
  label,
  swatch,
  count,
  isChosen,
  onChange,
}: BoxProps & Pick<FacetValue, "swatch" | "id"> & { name: string }) {
  const disabled = count === 0 && !isChosen;
  const input = { name, value: id, checked: isChosen, onChange, disabled };
  if (name !== "option") return <Checkbox {...input} label={<LabelWithCount label={label} count={count} />} />;
  return (
    <OptionButton
      type="checkbox"
      {...input}
      {...(swatch ? { color: swatch } : {})}
      label={swatch ? `${label}, ${formatShopNumber(count)}` : label}
      className={disabled ? "opacity-35" : ""}
    />
  );
}

/** Minimum rating. */
export function RatingFacet({ facet, filters, choose }: Props) {
  const boxes = (facet.values ?? []).map(({ id, label, count }) => {
    const stars = Number(id);
    const onChange = () => choose(withFilters(filters, { rating_min: stars }));
    return <StarsBox key={id} {...{ stars, label, count, onChange }} isChosen={filters.rating_min === stars} />;
  });
  return (
    <FacetGroup label={facet.label}>
      <div className="grid gap-1">{boxes}</div>
    </FacetGroup>
  );
}

const StarsBox = ({ stars, label, count, isChosen, onChange }: BoxProps & { stars: number }) => (
  <label className="relative flex min-h-8 w-fit cursor-pointer items-center gap-2.5 text-sm pointer-coarse:min-h-11">
    <input
      type="radio"
      name="rating_min"
      value={stars}
      checked={isChosen}
      onChange={onChange}
      className="size-4.5"
      aria-label={`${label}, ${formatShopNumber(count)}`}
    />
    <span aria-hidden="true" className="flex items-center gap-2">
      <Rating average={stars} /> <span>{say("and up")}</span>{" "}
      <span className="text-muted tabular-nums">{formatShopNumber(count)}</span>
    </span>
  </label>
);

/** On-off filters: in stock, on sale. */
export function FlagFacets({ facets, filters, choose }: Omit<Props, "facet"> & { facets: Facet[] }) {
  const boxes = facets.map(({ key, label, values }) => {
    const name = key as ProductFlag;
    const isChosen = filters[name] === true;
    const onChange = () => choose(withFilters(filters, { [name]: isChosen ? undefined : true }));
    return <FlagBox key={key} {...{ name, label, isChosen, onChange }} count={values?.[0]?.count ?? 0} />;
  });
  return <div className="grid gap-2 border-t border-hairline py-4">{boxes}</div>;
}

const FlagBox = ({ name, label, count, isChosen, onChange }: BoxProps & { name: string }) => (
  <Checkbox
    name={name}
    value="true"
    checked={isChosen}
    onChange={onChange}
    label={<LabelWithCount label={label} count={count} />}
  />
);

const LabelWithCount = ({ label, count }: { label: string; count: number }) => (
  <>
    {`${label} `}
    <span className="ms-1 text-muted tabular-nums">{formatShopNumber(count)}</span>
  </>
);

/** A collapsible group with the filter's name and its choices. */
export const FacetGroup = ({ label, children }: { label: string; children: ReactNode }) => (
  <details open className="facet">
    <summary>{label}</summary>
    <fieldset className="pt-3">
      <legend className="sr-only">{label}</legend>
      {children}
    </fieldset>
  </details>
);
