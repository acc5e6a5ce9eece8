import type { ReactNode } from "react";
import type { Facet, FacetValue } from "#contract/catalogue/products.ts";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { Choice } from "#web/ui/choice.tsx";
import { Rating } from "#web/ui/rating.tsx";
import { say, sayCount, shopNumber } from "#words/say.ts";
import { type Filters, narrowed, paramOf, type Several, toggled } from "./filters.ts";
import type { Choose } from "./use-filters.ts";

type Props = { facet: Facet; filters: Filters; choose: Choose };

/** A filter with several values: swatches, chips or boxes to tick, each with how many products it would show. */
export function SeveralFacet({ facet, filters, choose }: Props) {
  const name = paramOf(facet.key) as Several;
  const values = (facet.values ?? []).map((value) => ({ ...value, id: Number(value.id) }));
  const isOption = name === "option";
  const isChosen = (id: number) => filters[name].includes(id);
  const boxes = (some: typeof values) =>
    some.map(({ id, label, swatch, count }) => (
      <ValueBox
        key={id}
        {...{ name, id, label, swatch, count }}
        isChosen={isChosen(id)}
        onChange={() => choose(toggled(filters, name, id))}
      />
    ));
  const row = isOption ? (facet.kind === "swatch" ? "-mx-1.5 flex flex-wrap" : "flex flex-wrap gap-2") : "grid gap-2";
  const most = isOption ? 15 : 8;
  // What is chosen stays in sight however long the list is.
  const first = values.filter((value, at) => at < most || isChosen(value.id));
  const rest = values.filter((value) => !first.includes(value));
  return (
    <FacetGroup label={facet.label}>
      <div className={row}>{boxes(first)}</div>
      {rest.length > 0 && (
        <details className="group/rest">
          <summary className="mt-2 inline-flex min-h-8 list-none items-center text-sm font-semibold text-link underline-offset-4 hover:underline group-open/rest:hidden">
            {sayCount("1 more", "{n} more", rest.length)}
          </summary>
          <div className={`${row} pt-2`}>{boxes(rest)}</div>
        </details>
      )}
    </FacetGroup>
  );
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
}: BoxProps & Pick<FacetValue, "swatch"> & { name: Several; id: number }) {
  const disabled = count === 0 && !isChosen;
  const input = { name, value: id, checked: isChosen, onChange, disabled };
  if (name !== "option") return <Checkbox {...input} label={<Counted label={label} count={count} />} />;
  return (
    <Choice
      type="checkbox"
      {...input}
      {...(swatch ? { colour: swatch } : {})}
      label={swatch ? `${label}, ${shopNumber(count)}` : label}
      className={disabled ? "opacity-35" : ""}
    />
  );
}

/** How good it should be at least. */
export function RatingFacet({ facet, filters, choose }: Props) {
  const boxes = (facet.values ?? []).map(({ id, label, count }) => {
    const stars = Number(id);
    const onChange = () => choose(narrowed(filters, { rating_min: stars }));
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
      aria-label={`${label}, ${shopNumber(count)}`}
    />
    <span aria-hidden="true" className="flex items-center gap-2">
      <Rating average={stars} /> <span>{say("and up")}</span>{" "}
      <span className="text-muted tabular-nums">{shopNumber(count)}</span>
    </span>
  </label>
);

/** What is asked for or not: in stock, on sale. */
export function FlagFacets({ facets, filters, choose }: Omit<Props, "facet"> & { facets: Facet[] }) {
  const boxes = facets.map(({ key, label, values }) => {
    const name = key === "on_sale" ? "on_sale" : "in_stock";
    const isChosen = filters[name] === true;
    const onChange = () => choose(narrowed(filters, { [name]: isChosen ? undefined : true }));
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
    label={<Counted label={label} count={count} />}
  />
);

const Counted = ({ label, count }: { label: string; count: number }) => (
  <>
    {label} <span className="ms-1 text-muted tabular-nums">{shopNumber(count)}</span>
  </>
);

/** The frame of one filter: its name, and under it the choices, which may be folded away. */
export const FacetGroup = ({ label, children }: { label: string; children: ReactNode }) => (
  <details open className="facet">
    <summary>{label}</summary>
    <fieldset className="pt-3">
      <legend className="sr-only">{label}</legend>
      {children}
    </fieldset>
  </details>
);
