import { minorDigits } from "#contract/formats/currency-decimals.ts";
import { createPrices, type Prices } from "#server/imports/cells/price.ts";
import { createQuantities, type Quantities } from "#server/imports/cells/quantities.ts";
import { createWeights, type Weights } from "#server/imports/cells/weights.ts";
import type { ProductColumn, ProductColumns } from "./product-columns.ts";

const priceColumns = ["price", "compareAt", "cost"] as const satisfies ProductColumn[];
export type PriceColumn = (typeof priceColumns)[number];

/** Reads numbers that could be read in two ways as the rest of their column, or of all prices, is written. */
export interface ColumnReadings {
  /** Called with all rows before the first number is read. */
  add(cells: string[]): void;
  quantities: Quantities;
  weights: Weights;
  /** One program wrote them all, so that a column with few prices is read as the others are. */
  prices: Prices;
}

/** Creates the readings of a file for a shop with this currency. */
export function createReadings(columns: ProductColumns, currency: string): ColumnReadings {
  const quantities = createQuantities();
  const weights = createWeights();
  const prices = createPrices(minorDigits(currency));
  return {
    add(cells) {
      quantities.add(columns.cell(cells, "quantity"));
      weights.add(columns.cell(cells, "grams"));
      for (const column of priceColumns) prices.add(columns.cell(cells, column));
    },
    quantities,
    weights,
    prices,
  };
}
