import { type SubmitEvent, useId, useState } from "react";
import type { Facet } from "#contract/catalogue/products.ts";
import { decimalText, minorDigits } from "#contract/formats/currency-decimals.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { TextField } from "#web/ui/forms/fields/field.tsx";
import { ShopLink } from "#web/ui/layout/shop-link.tsx";
import { formatMoney } from "#web/ui/text/money-format.ts";
import { amountFromText } from "#web/ui/text/typed-amount.ts";
import { say } from "#words/say.ts";
import { FacetGroup } from "./facet-fields.tsx";
import { priceRangeLabel } from "./filter-labels.ts";
import { type Filters, listPath, productsQuery, type SetFilters, withFilters } from "./filters.ts";

type Props = { facet: Facet; filters: Filters; choose: SetFilters; currency: string };

/** Price ranges as links and, with script, two fields for a custom range. */
export function PriceFacet({ facet: { label, min = 0, max = 0 }, filters, choose, currency }: Props) {
  const money = (amount: number) => formatMoney({ amount, currency }).replace(/[.,]00(?=\D*$)/, "");
  return (
    <FacetGroup label={label}>
      <ul className="grid gap-1">
        {priceRanges(min, max, minorDigits(currency)).map((range) => {
          const to = withFilters(filters, { price_min: range.min, price_max: range.max });
          const isChosen = filters.price_min === range.min && filters.price_max === range.max;
          return (
            <li key={range.min ?? "low"}>
              <ShopLink
                to={listPath(to)}
                warm={[productsQuery(to)]}
                preventScrollReset
                rel="nofollow"
                aria-current={isChosen || undefined}
              >
                {priceRangeLabel(range.min, range.max, money)}
              </ShopLink>
            </li>
          );
        })}
      </ul>
      <CustomRange {...{ filters, choose, currency }} hints={[money(min), money(max)]} />
    </FacetGroup>
  );
}

type RangeProps = Pick<Props, "filters" | "choose" | "currency"> & { hints: [string, string] };

function CustomRange({ filters, choose, currency, hints }: RangeProps) {
  const asText = (amount: number | undefined) =>
    amount === undefined ? "" : decimalText(amount, currency).replace(/\.0+$/, "");
  const { price_min, price_max } = filters;
  const [seen, setSeen] = useState({ price_min, price_max });
  const [from, setFrom] = useState(asText(price_min));
  const [to, setTo] = useState(asText(price_max));
  // The fields follow the URL without remounting, which would lose the focus.
  if (seen.price_min !== price_min || seen.price_max !== price_max) {
    setSeen({ price_min, price_max });
    setFrom(asText(price_min));
    setTo(asText(price_max));
  }
  const amount = (text: string) => (text.trim() === "" ? undefined : (amountFromText(text, currency) ?? Number.NaN));
  const [low, high] = [amount(from), amount(to)];
  const errorId = useId();
  const isCrossed = low !== undefined && high !== undefined && low > high;
  const error = [low, high].some(isInvalid)
    ? say("Enter a price, such as 25.")
    : isCrossed
      ? say("The minimum price can't be higher than the maximum.")
      : undefined;
  const tied = (wrong: boolean) => (wrong ? { errorId } : {});
  const apply = (event: SubmitEvent) => {
    event.preventDefault();
    if (!error) choose(withFilters(filters, { price_min: low, price_max: high }));
  };
  return (
    <form onSubmit={apply} className="mt-3 grid grid-cols-2 items-end gap-2 noscript:hidden" noValidate>
      <PriceField
        label={say("From")}
        hint={hints[0]}
        value={from}
        onValue={setFrom}
        {...tied(isInvalid(low) || isCrossed)}
      />
      <PriceField
        label={say("To")}
        hint={hints[1]}
        value={to}
        onValue={setTo}
        {...tied(isInvalid(high) || isCrossed)}
      />
      <Button type="submit" className="col-span-full">
        {say("Go")}
      </Button>
      {error && (
        <p id={errorId} role="alert" className="col-span-full text-sm text-danger">
          {error}
        </p>
      )}
    </form>
  );
}

const isInvalid = (amount: number | undefined) => amount !== undefined && (Number.isNaN(amount) || amount < 0);

type FieldProps = { label: string; hint: string; value: string; onValue: (value: string) => void; errorId?: string };

const PriceField = ({ label, hint, value, onValue, errorId }: FieldProps) => (
  <TextField
    label={label}
    describedBy={errorId}
    inputMode="decimal"
    placeholder={hint}
    value={value}
    onChange={({ target }) => onValue(target.value)}
  />
);

/**
 * Three or four round price ranges between `min` and `max`, in minor units of a currency with `digits` decimals; empty
 * when prices are too close. Where the highest price is many times the lowest, the ranges grow geometrically, as most
 * products are cheap.
 */
export function priceRanges(min: number, max: number, digits: number): { min?: number; max?: number }[] {
  const unit = 10 ** digits;
  const cheapest = Math.max(min, unit);
  const marks = max >= 4 * cheapest ? multiples(cheapest, max, unit) : equalSteps(min, max, unit);
  if (marks.length === 0) return [];
  return [
    { max: marks[0] as number },
    ...marks.slice(1).map((mark, at) => ({ min: marks[at] as number, max: mark })),
    { min: marks.at(-1) as number },
  ];
}

function multiples(min: number, max: number, unit: number) {
  const marks = [1, 2, 3].map((quarter) => roundNear((min / unit) * (max / min) ** (quarter / 4)) * unit);
  return [...new Set(marks)].filter((mark) => mark > min && mark < max);
}

function equalSteps(min: number, max: number, unit: number) {
  const step = roundStep((max - min) / 4 / unit) * unit;
  if (step < unit || max - min < 2 * step) return [];
  const first = Math.floor(min / step) * step + step;
  return [first, first + step, first + 2 * step].filter((mark) => mark < max);
}

/** The nearest (by ratio) of 1, 2, 3, 5, 10, 20, 30, 50, 100 … */
function roundNear(wanted: number) {
  const power = 10 ** Math.floor(Math.log10(wanted));
  const away = (mark: number) => Math.abs(Math.log(mark / wanted));
  return [1, 2, 3, 5, 10].map((step) => step * power).reduce((best, mark) => (away(mark) < away(best) ? mark : best));
}

/** The next of 1, 2, 5, 10, 20, 25, 50, 100 … at or above. */
function roundStep(wanted: number) {
  const power = 10 ** Math.floor(Math.log10(Math.max(wanted, 1)));
  return (
    [1, 2, 2.5, 5, 10].map((step) => step * power).find((step) => step >= wanted && Number.isInteger(step)) ??
    10 * power
  );
}
