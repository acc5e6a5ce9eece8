import type { PricePerMeasure } from "#contract/catalogue/measures.ts";
import { classes } from "#web/ui/layout/classes.ts";
import { unitPriceText } from "#words/unit-prices.ts";
import { formatMoney } from "./money-format.ts";

type Props = { price: PricePerMeasure | null | undefined; className?: string };

/** The unit price next to a price: "€16.00 per l"; nothing without one. */
export const UnitPrice = ({ price, className = "text-xs" }: Props) =>
  price ? (
    <span className={classes("block text-muted tabular-nums", className)}>
      {unitPriceText(formatMoney(price), price.base)}
    </span>
  ) : null;
