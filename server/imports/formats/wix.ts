import { decimalText, minorDigits } from "#contract/formats/currency-decimals.ts";
import { createPrices, type Prices } from "#server/imports/cells/price.ts";
import type { Table } from "#server/imports/files/csv.ts";
import type { Row } from "#server/imports/files/row.ts";
import {
  convertedColumns,
  type ProductValues,
  toProductRow,
} from "#server/imports/products/reading/product-columns.ts";
import {
  type FileContext,
  type NamedCells,
  type ProductFormat,
  quoteItem,
  splitList,
  textToHtml,
  trackers,
} from "./product-format.ts";

/** Wix's product export: a row a product, below it a row for each of its variations. */
export const wix: ProductFormat = {
  name: "Wix product CSV",
  matches: (cells) => ["handleid", "fieldtype", "name", "price"].every(cells.has),
  async open(table, cells, context) {
    const prices = createPrices(minorDigits(context.currency));
    for await (const row of table.rows()) for (const text of amountsOf(row, cells)) prices.add(text);
    return { columns: columnsOf(table.header, cells), rows: () => convert(table, cells, prices, context) };
  },
};

const optionSlots = [1, 2, 3] as const;
const mediaUrl = "https://static.wixstatic.com/media/";

/** All amounts of a row, which one program wrote: each is read as the others are. */
const amountsOf = (row: Row, cells: NamedCells) => [
  ...["price", "cost"].map((name) => cells.get(row, name)),
  cells.get(row, "surcharge").replace(/^-/, ""),
  isInPercent(row, cells) ? "" : cells.get(row, "discountValue"),
];
const isInPercent = (product: Row, cells: NamedCells) => cells.get(product, "discountMode").toUpperCase() === "PERCENT";

function columnsOf(header: string[], cells: NamedCells) {
  const heading = (name: string) => cells.heading(name) ?? name;
  const headings = {
    handle: heading("handleId"),
    title: heading("name"),
    body: heading("description"),
    vendor: cells.heading("brand"),
    category: heading("collection"),
    published: heading("visible"),
    ...Object.fromEntries(
      optionSlots.flatMap((n) => [
        [`option${n}Name`, heading(`productOptionName${n}`)],
        [`option${n}`, heading(`productOptionDescription${n}`)],
      ]),
    ),
    sku: heading("sku"),
    price: heading("price"),
    compareAt: heading("discountValue"),
    tracker: heading("inventory"),
    quantity: heading("inventory"),
    grams: heading("weight"),
    cost: cells.heading("cost"),
    image: heading("productImageUrl"),
  };
  return convertedColumns(header, headings, ["fieldType", "surcharge", "discountMode"].map(heading));
}

async function* convert(table: Table, cells: NamedCells, prices: Prices, context: FileContext): AsyncGenerator<Row> {
  let product: Row | undefined;
  for await (const row of table.rows()) {
    const isVariation = cells.get(row, "fieldType").toLowerCase() === "variant";
    if (!isVariation) product = row;
    const handle = cells.get(row, "handleId").toLowerCase();
    const base = product && cells.get(product, "handleId").toLowerCase() === handle ? product : row;
    // With variations the product itself is not sold.
    const isSold = isVariation || !hasOptions(row, cells);
    const sold = isSold ? readPrices(row, base, { cells, prices, ...context }) : { values: {}, notes: [] };
    const values = {
      handle,
      ...(isVariation ? {} : productValues(row, cells)),
      ...(isSold ? { ...soldValues(row, base, cells), ...sold.values } : {}),
      ...optionValues(row, cells, isVariation),
    };
    yield toProductRow(row, values, sold.notes);
  }
}

const hasOptions = (row: Row, cells: NamedCells) => cells.get(row, "productOptionName1") !== "";

const productValues = (row: Row, cells: NamedCells): ProductValues => ({
  title: cells.get(row, "name"),
  body: textToHtml(cells.get(row, "description")),
  vendor: cells.get(row, "brand"),
  category: splitList(cells.get(row, "collection"), ";")
    .map((name) => quoteItem(name, ">"))
    .join("\n"),
  published: cells.get(row, "visible") || "true",
  image: splitList(cells.get(row, "productImageUrl"), ";")
    .map((image) => (/^https?:/.test(image) ? image : mediaUrl + image))
    .join("\n"),
});

/** A product lists the names of its options, a variation has the value of each. */
function optionValues(row: Row, cells: NamedCells, isVariation: boolean): ProductValues {
  const values: ProductValues = {};
  for (const n of optionSlots)
    if (!isVariation) values[`option${n}Name`] = cells.get(row, `productOptionName${n}`);
    // A color is written with its code before its name: "#ff0000:Red".
    else values[`option${n}`] = cells.get(row, `productOptionDescription${n}`).replace(/^#[\da-f]{3,8}:/i, "");
  return values;
}

function soldValues(row: Row, product: Row, cells: NamedCells): ProductValues {
  const inventory = cells.get(row, "inventory") || cells.get(product, "inventory");
  const isOut = /^outofstock$/i.test(inventory);
  const isCounted = /^\d/.test(inventory);
  const uncounted = /^instock$/i.test(inventory) ? trackers.inStock : trackers.unknown;
  return {
    sku: cells.get(row, "sku"),
    // "InStock" says that there are some, not how many.
    tracker: isCounted || isOut ? "wix" : uncounted,
    quantity: isCounted ? inventory : isOut ? "0" : "",
    grams: cells.get(row, "weight") === "" ? "" : `${cells.get(row, "weight")} kg`,
  };
}

type Notes = NonNullable<Row["source"]>["notes"];

interface Reading {
  cells: NamedCells;
  /** Know all amounts of the file. */
  prices: Prices;
}

/**
 * The price of a row: that of its product with the surcharge of a variation, and without the discount of the product;
 * and its cost. All are written as the whole file says they are read.
 */
function readPrices(row: Row, product: Row, { cells, prices, currency }: FileContext & Reading) {
  const notes: Notes = [];
  const note = (name: string, code: string, message: string) =>
    notes.push({ column: cells.heading(name) ?? null, code, message });
  const ignore = (from: Row, name: string, why: string) =>
    note(name, "value_ignored", `"${cells.get(from, name).slice(0, 60)}" was left out. ${why}`);
  const text = cells.get(product, "price");
  const price = prices.read(text);
  const surcharge = row === product ? none : readSurcharge(cells.get(row, "surcharge"), prices);
  if (surcharge === undefined) ignore(row, "surcharge", "It is not an amount.");
  else if (!surcharge.plain)
    note(
      "surcharge",
      "price_read",
      `"${cells.get(row, "surcharge")}" was read as ${decimalText(surcharge.amount, currency)}.`,
    );
  const asRead = (name: string, given: string) => {
    const read = prices.read(given);
    // What can't be read is an error of the row.
    if (read.kind === "refused" || read.plain) return given;
    const amount = decimalText(read.amount, currency);
    note(name, "price_read", `"${given}" was read as ${amount}.`);
    // A currency stays beside it.
    return given.replace(/\d(?:[\d.,'’\s]*\d)?/, amount);
  };
  const cost = asRead("cost", cells.get(row, "cost"));
  const written = { price: asRead("price", text), compareAt: "", cost };
  if (price.kind === "refused") return { values: written, notes };
  const full = price.amount + (surcharge?.amount ?? 0);
  const reduced = readReduced(full, product, { cells, prices });
  if (reduced === undefined) ignore(product, "discountValue", "It is not a discount.");
  const hasReduction = reduced !== undefined && reduced !== full;
  if (!surcharge?.amount && !hasReduction) return { values: written, notes };
  const compareAt = hasReduction ? decimalText(full, currency) : "";
  return { values: { price: decimalText(reduced ?? full, currency), compareAt, cost }, notes };
}

interface Surcharge {
  /** In minor units; may be negative. */
  amount: number;
  plain: boolean;
}
const none: Surcharge = { amount: 0, plain: true };

/** Undefined if the text is no amount. */
function readSurcharge(text: string, prices: Prices): Surcharge | undefined {
  const isNegative = text.startsWith("-");
  const read = prices.read(isNegative ? text.slice(1) : text || "0");
  return read.kind === "price" ? { ...read, amount: read.amount * (isNegative ? -1 : 1) } : undefined;
}

/** A price without its discount, which Wix gives in percent or as an amount; undefined if that is neither. */
function readReduced(full: number, product: Row, { cells, prices }: Reading): number | undefined {
  const text = cells.get(product, "discountValue");
  if (text === "") return full;
  const read = prices.read(text);
  const percent = /^\d{1,3}([.,]\d{1,6})?\s*%?$/.test(text) ? Number(text.replace(",", ".").replace("%", "")) : 101;
  if (isInPercent(product, cells)) return percent <= 100 ? Math.round((full * (100 - percent)) / 100) : undefined;
  return read.kind === "price" && read.amount <= full ? full - read.amount : undefined;
}
