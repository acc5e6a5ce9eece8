import type { ComponentProps } from "react";
import type { Money } from "#contract/money.ts";
import { classes } from "./classes.ts";
import { formatMoney } from "./money-format.ts";
import { useLocale, useWords } from "./words.ts";

type Props = Omit<ComponentProps<"span">, "children"> & {
  price: Money;
  /** The price before, struck through; left out where it is not higher. */
  compareAt?: Money | null;
  /** The cheapest of several: "From €8.00". */
  from?: boolean;
};

/** A price in the words of the visitor's locale. */
export function Price({ price, compareAt, from = false, className, ...rest }: Props) {
  const locale = useLocale();
  const words = useWords();
  const before = compareAt && compareAt.amount > price.amount ? compareAt : null;
  return (
    <span {...rest} className={classes("price", className)}>
      <span className={classes("font-semibold", before && "text-danger")}>
        {before && <span className="sr-only">{`${words.priceNow} `}</span>}
        {from && <span className="font-normal text-muted">{`${words.priceFrom} `}</span>}
        {formatMoney(price, locale)}
      </span>
      {before && (
        <s className="text-[0.9em] text-muted">
          <span className="sr-only">{`${words.priceWas} `}</span>
          {formatMoney(before, locale)}
        </s>
      )}
    </span>
  );
}
