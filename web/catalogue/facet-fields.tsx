import type { ReactNode } from "react";
import type { Facet } from "#contract/catalogue/products.ts";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { Choice } from "#web/ui/choice.tsx";
import { Rating } from "#web/ui/rating.tsx";
import { say, sayCount, shopNumber } from "#words/say.ts";
import { type Filters, narrowed, paramOf, type Several, toggled } from "./filters.ts";
import type { Choose } from "./listed.ts";

type Props = { facet: Facet; filters: Filters; choose: Choose };

/** A filter with several values: swatches, chips or boxes to tick, each with how many products it would show. */
export function SeveralFacet({ facet, filters, choose }: Props) {
  const name = paramOf(facet.key) as Several;
  const values = (facet.values ?? []).map((value) => ({ ...value, id: Number(value.id) }));
  const isOption = name === "option";
  const isChosen = (id: number) => filters[name].includes(id);
  const draw = (value: (typeof values)[number]) => {
    const input = {
      name,
      value: value.id,
      checked: isChosen(value.id),
      onChange: () => choose(toggled(filters, name, value.id)),
      disabled: value.count === 0 && !isChosen(value.id),
    };
    if (!isOption)
      return <Checkbox key={value.id} {...input} label={<Counted label={value.label} count={value.count} />} />;
    const look = value.swatch ? { colour: value.swatch } : {};
    return (
      <Choice
        key={value.id}
        type="checkbox"
        {...input}
        {...look}
        label={value.swatch ? `${value.label}, ${value.count}` : value.label}
        className={input.disabled ? "opacity-35" : ""}
      />
    );
  };
  const row = isOption ? (facet.kind === "swatch" ? "-mx-1.5 flex flex-wrap" : "flex flex-wrap gap-2") : "grid gap-2";
  const most = isOption ? 15 : 8;
  // What is chosen stays in sight however long the list is.
  const first = values.filter((value, at) => at < most || isChosen(value.id));
  const rest = values.filter((value) => !first.includes(value));
  return (
    <FacetGroup label={facet.label}>
      <div className={row}>{first.map(draw)}</div>
      {rest.length > 0 && (
        <details className="group/rest">
          <summary className="mt-2 inline-flex min-h-8 list-none items-center text-sm font-semibold text-link underline-offset-4 hover:underline group-open/rest:hidden">
            {sayCount("1 more", "{n} more", rest.length)}
          </summary>
          <div className={`${row} pt-2`}>{rest.map(draw)}</div>
        </details>
      )}
    </FacetGroup>
  );
}

/** How good it should be at least. */
export const RatingFacet = ({ facet, filters, choose }: Props) => (
  <FacetGroup label={facet.label}>
    <div className="grid gap-1">
      {(facet.values ?? []).map(({ id, label, count }) => {
        const stars = Number(id);
        const isChosen = filters.rating_min === stars;
        return (
          <label
            key={id}
            className="relative flex min-h-8 w-fit cursor-pointer items-center gap-2.5 text-sm pointer-coarse:min-h-11"
          >
            <input
              type="radio"
              name="rating_min"
              value={stars}
              checked={isChosen}
              onChange={() => choose(narrowed(filters, { rating_min: stars }))}
              className="size-4.5"
              aria-label={`${label}, ${count}`}
            />
            <span aria-hidden="true" className="flex items-center gap-2">
              <Rating average={stars} /> <span>{say("and up")}</span>{" "}
              <span className="text-muted tabular-nums">{shopNumber(count)}</span>
            </span>
          </label>
        );
      })}
    </div>
  </FacetGroup>
);

/** Yes or not asked. */
export function FlagFacet({ facet, filters, choose }: Props) {
  const name = facet.key === "on_sale" ? "on_sale" : "in_stock";
  const [value] = facet.values ?? [];
  return (
    <Checkbox
      name={name}
      value="true"
      checked={filters[name] === true}
      onChange={() => choose(narrowed(filters, { [name]: filters[name] ? undefined : true }))}
      label={<Counted label={facet.label} count={value?.count ?? 0} />}
    />
  );
}

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
