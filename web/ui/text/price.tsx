import type { ComponentProps, ReactNode } from "react";
import type { Money } from "#contract/money.ts";
import { classes } from "#web/ui/layout/classes.ts";
import { splitMessage, text } from "#words/say.ts";
import { formatMoney } from "./money-format.ts";

type Props = Omit<ComponentProps<"span">, "children"> & {
  price: Money;
  /** The compare-at price, struck through; shown only when it is higher. */
  compareAt?: Money | null;
  /** The lowest of several: "From €8.00". */
  from?: boolean;
};

export function Price({ price, compareAt, from = false, className, ...rest }: Props) {
  const before = compareAt && compareAt.amount > price.amount ? compareAt : null;
  const shown = formatMoney(price);
  const now = from ? around(text("From {price}"), "font-normal text-muted", shown) : shown;
  return (
    <span {...rest} className={classes("price", className)}>
      {before ? <span className="text-danger">{around(text("Now {price}"), "sr-only", now)}</span> : now}
      {before && <s>{around(text("Was {price}"), "sr-only", formatMoney(before))}</s>}
    </span>
  );
}

/** A message with the price in its gap and its text in another look. */
const around = (message: string, look: string, price: ReactNode): ReactNode =>
  splitMessage(message).map((piece, at) =>
    at === 1
      ? price
      : piece && (
          <span key={piece} className={look}>
            {piece}
          </span>
        ),
  );
