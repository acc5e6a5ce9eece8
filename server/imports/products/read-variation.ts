import { productLimits } from "#contract/catalogue/product-limits.ts";
import type { Row } from "#server/imports/files/csv.ts";
import type { CellReader } from "./product-cells.ts";
import type { ProductColumns } from "./product-columns.ts";
import type { VariationDraft } from "./product-draft.ts";

export const optionSlots = ["option1", "option2", "option3"] as const;

/** Reads the variation of a row. */
export function readVariation(
  row: Row,
  optionNames: string[],
  cells: CellReader,
  columns: ProductColumns,
): VariationDraft {
  const options = readOptions(row, optionNames, cells);
  const price_amount = cells.price(row, "price");
  return {
    row,
    options,
    price_amount,
    compare_at_amount: columns.has("compareAt") ? readCompareAt(row, price_amount, cells) : undefined,
    on_hand: readQuantity(row, cells),
    allow_backorder: cells.flag(row, "policy"),
    track_stock: columns.has("tracker") ? cells.text(row, "tracker") !== "" : undefined,
    sku: cells.text(row, "sku", productLimits.sku).replace(/^'/, "") || undefined,
    barcode: cells.text(row, "barcode", productLimits.barcode).replace(/^'/, "") || undefined,
    cost_amount: cells.optionalPrice(row, "cost"),
    weight_g: readGrams(row, cells),
  };
}

const readOptions = (row: Row, optionNames: string[], cells: CellReader): string[] =>
  optionNames.map((name, at) => {
    const slot = optionSlots[at] ?? "option1";
    const text = cells.text(row, slot, productLimits.option);
    if (text !== "") return text;
    cells.note(row, slot, "option_missing", `The value of "${name}" is missing and was set to "${missingOption}".`);
    return missingOption;
  });

const missingOption = "None";

/** Shopify writes 0 or the price itself without a reduction, and accepts less than the price, which is no reduction. */
function readCompareAt(row: Row, price: number | undefined, cells: CellReader) {
  const amount = cells.optionalPrice(row, "compareAt");
  if (amount === undefined || amount === 0 || amount === price) return null;
  if (price === undefined || amount > price) return amount;
  cells.note(
    row,
    "compareAt",
    "compare_at_ignored",
    "The compare-at price is below the price. The variation was imported without it.",
  );
  return null;
}

/** The units in stock; undefined if the cell is empty or can't be read. */
export function readQuantity(row: Row, cells: CellReader): number | undefined {
  const quantity = cells.whole(row, "quantity");
  if (quantity === undefined || quantity >= 0) return quantity;
  cells.note(row, "quantity", "quantity_negative", "Negative quantity imported as 0.");
  return 0;
}

function readGrams(row: Row, cells: CellReader): number | undefined {
  const text = cells.text(row, "grams");
  if (text === "") return undefined;
  const grams = Math.round(Number(text));
  if (grams >= 0 && grams <= 10_000_000) return grams;
  return cells.note(row, "grams", "value_ignored", `"${text}" was left out. It is not a weight in grams.`) as undefined;
}
