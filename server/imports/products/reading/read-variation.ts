import { type Measure, parseMeasure } from "#contract/catalogue/measures.ts";
import { productLimits } from "#contract/catalogue/product-limits.ts";
import { LowStockLevel } from "#contract/stock.ts";
import type { Row } from "#server/imports/files/row.ts";
import { trackers } from "#server/imports/formats/product-format.ts";
import type { VariationDraft } from "#server/imports/products/product-draft.ts";
import type { CellReader } from "./product-cells.ts";
import type { ProductColumns } from "./product-columns.ts";

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
    low_stock_level: columns.has("lowStock") ? readLowStock(row, cells) : undefined,
    allow_backorder: cells.flag(row, "policy"),
    is_active: cells.flag(row, "variantPublished"),
    ...(columns.has("tracker") ? readTracker(row, cells) : {}),
    sku: readCode(cells.text(row, "sku", productLimits.sku)),
    barcode: readBarcode(row, cells),
    cost_amount: cells.optionalPrice(row, "cost"),
    weight_g: cells.weight(row),
    measure: readMeasure(row, cells),
  };
}

/** What the variation contains, for its unit price. Shopify writes the base of every one, also of what has none. */
function readMeasure(row: Row, cells: CellReader): Measure | undefined {
  const both = (...columns: ("measure" | "measureUnit" | "measureBase" | "measureBaseUnit")[]) =>
    columns
      .map((column) => cells.text(row, column))
      .join(" ")
      .trim();
  const [total, base] = [both("measure", "measureUnit"), both("measureBase", "measureBaseUnit")];
  if (total === "" || isZero(total)) return undefined;
  const ignored = (text: string, why: string) =>
    cells.note(row, "measure", "value_ignored", `"${text.slice(0, 60)}" was left out. ${why}`) as undefined;
  const measure = parseMeasure(total);
  if (!measure) return ignored(total, "It is not a quantity, such as 500 g or 0.75 l.");
  if (base === "") return measure;
  const shown = parseMeasure(`${total} per ${base}`);
  if (!shown) ignored(base, "Unit prices can be shown per 100 g, kg, 100 ml, l, m, m² or piece.");
  return shown ?? measure;
}

/** Of any unit, with a decimal point or comma: "0", "0.00 ml". */
const isZero = (quantity: string) => /^0+(?:[.,]0*)?(?![\d.,])/.test(quantity);

/** Shopify leaves the tracker empty where stock is not counted; formats that don't say write one of `trackers`. */
function readTracker(row: Row, cells: CellReader): Pick<VariationDraft, "track_stock" | "is_in_stock"> {
  const tracker = cells.text(row, "tracker");
  if (tracker === trackers.inStock) return { is_in_stock: true };
  return tracker === trackers.unknown ? {} : { track_stock: tracker !== "" };
}

/** Shopify writes a quote before a code of digits, so that spreadsheets keep its zeros. */
const readCode = (text: string) => text.replace(/^'(?=\d+$)/, "") || undefined;

function readBarcode(row: Row, cells: CellReader): string | undefined {
  const barcode = cells.text(row, "barcode", productLimits.barcode);
  if (!/^\d[.,]?\d*E\+\d+$/i.test(barcode)) return readCode(barcode);
  const message = `A spreadsheet has rounded the barcode ${barcode}. The variation was imported without it.`;
  return cells.note(row, "barcode", "barcode_rounded", message) as undefined;
}

const readOptions = (row: Row, optionNames: string[], cells: CellReader): string[] =>
  optionNames.map((_, at) => cells.text(row, optionSlots[at] ?? "option1", productLimits.option));

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

/** An empty cell leaves the level to the default of the shop; one that can't be read, or "-", changes nothing. */
function readLowStock(row: Row, cells: CellReader): number | null | undefined {
  const text = cells.text(row, "lowStock");
  if (text === "" || text === "-") return text === "" ? null : undefined;
  const level = cells.whole(row, "lowStock");
  if (level === undefined || LowStockLevel.safeParse(level).success) return level;
  return cells.note(
    row,
    "lowStock",
    "value_ignored",
    `"${level}" was left out. It is not a low-stock level.`,
  ) as undefined;
}
