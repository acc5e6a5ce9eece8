import type { Row } from "#server/imports/files/csv.ts";
import type { CellReader } from "./product-cells.ts";
import type { ProductColumns } from "./product-columns.ts";
import type { VariationDraft } from "./product-draft.ts";

const slots = ["option1", "option2", "option3"] as const;

/** Reads the variation of a row; undefined if its price is invalid. */
export function readVariation(
  row: Row,
  optionNames: string[],
  cells: CellReader,
  columns: ProductColumns,
): VariationDraft | undefined {
  const options = readOptions(row, optionNames, cells);
  const price = cells.price(row, "price");
  const compareAt = columns.has("compareAt") ? readCompareAt(row, price, cells) : {};
  const stock = readStock(row, cells, columns);
  const sku = cells.text(row, "sku", 100).replace(/^'/, "");
  const barcode = cells.text(row, "barcode", 100).replace(/^'/, "");
  const cost = cells.price(row, "cost");
  const grams = readGrams(row, cells);
  if (price === undefined) {
    if (cells.text(row, "price") === "") cells.bad(row, "price", "price_missing", "This variation has no price.");
    return undefined;
  }
  return {
    row,
    options,
    price_amount: price,
    ...compareAt,
    ...stock,
    ...(sku === "" ? {} : { sku }),
    ...(barcode === "" ? {} : { barcode }),
    ...(cost === undefined ? {} : { cost_amount: cost }),
    ...(grams === undefined ? {} : { weight_g: grams }),
  };
}

function readOptions(row: Row, optionNames: string[], cells: CellReader): string[] {
  for (const slot of slots.slice(optionNames.length)) {
    const text = cells.text(row, slot);
    if (text !== "" && text.toLowerCase() !== "default title")
      cells.bad(row, slot, "option_unnamed", "This value belongs to an option without a name.");
  }
  return optionNames.map((name, at) => {
    const slot = slots[at] ?? "option1";
    const text = cells.text(row, slot, 60);
    if (text === "") cells.bad(row, slot, "option_missing", `The value of "${name}" is missing.`);
    return text;
  });
}

/**
 * Shopify writes 0 or the price itself without a reduction; a compare-at price below the price is an error worth
 * reporting.
 */
function readCompareAt(
  row: Row,
  price: number | undefined,
  cells: CellReader,
): Pick<VariationDraft, "compare_at_amount"> {
  const amount = cells.price(row, "compareAt");
  if (amount === undefined || amount === 0 || amount === price) return { compare_at_amount: null };
  if (price !== undefined && amount < price)
    cells.bad(row, "compareAt", "compare_at_not_above_price", "The price it is compared with is below the price.");
  return { compare_at_amount: amount };
}

function readStock(row: Row, cells: CellReader, columns: ProductColumns) {
  const quantity = cells.whole(row, "quantity");
  const backorder = cells.flag(row, "policy");
  if (quantity !== undefined && quantity < 0)
    cells.note(row, "quantity", "quantity_negative", "A negative quantity is taken as none in stock.");
  return {
    ...(columns.has("tracker") ? { track_stock: cells.text(row, "tracker") !== "" } : {}),
    ...(backorder === undefined ? {} : { allow_backorder: backorder }),
    ...(quantity === undefined ? {} : { on_hand: Math.max(0, quantity) }),
  };
}

function readGrams(row: Row, cells: CellReader): number | undefined {
  const text = cells.text(row, "grams");
  if (text === "") return undefined;
  const grams = Math.round(Number(text));
  if (grams >= 0 && grams <= 10_000_000) return grams;
  return cells.bad(row, "grams", "weight_wrong", "The weight must be a number of grams, not negative.") as undefined;
}
