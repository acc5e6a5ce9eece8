import type { Row, Table } from "#server/imports/files/csv.ts";
import { convertedColumns, type ProductValues, toProductRow } from "#server/imports/products/product-columns.ts";
import { type NamedCells, type ProductFormat, quoteItem, splitList, textToHtml } from "./product-format.ts";

/** Wix's product export: a row a product, below it a row for each of its variations. */
export const wix: ProductFormat = {
  name: "Wix product CSV",
  matches: (cells) => ["handleid", "fieldtype", "name", "price"].every(cells.has),
  async open(table, cells) {
    return { columns: columnsOf(table.header, cells), rows: () => convert(table, cells) };
  },
};

const optionSlots = [1, 2, 3] as const;
const mediaUrl = "https://static.wixstatic.com/media/";

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

async function* convert(table: Table, cells: NamedCells): AsyncGenerator<Row> {
  let product: Row | undefined;
  for await (const row of table.rows()) {
    const isVariation = cells.get(row, "fieldType").toLowerCase() === "variant";
    if (!isVariation) product = row;
    const handle = cells.get(row, "handleId").toLowerCase();
    const base = product && cells.get(product, "handleId").toLowerCase() === handle ? product : row;
    // With variations the product itself is not sold.
    yield toProductRow(row, {
      handle,
      ...(isVariation ? {} : productValues(row, cells)),
      ...(isVariation || !hasOptions(row, cells) ? soldValues(row, base, cells) : {}),
      ...optionValues(row, cells, isVariation),
    });
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
  const price = amountOf(cells.get(product, "price"));
  const surcharge = row === product ? 0 : (amountOf(cells.get(row, "surcharge")) ?? 0);
  const full = price === undefined ? undefined : price + surcharge;
  const reduced = full === undefined ? undefined : full - reduction(full, product, cells);
  const inventory = cells.get(row, "inventory") || cells.get(product, "inventory");
  const isOut = /^outofstock$/i.test(inventory);
  const isCounted = /^\d/.test(inventory);
  return {
    sku: cells.get(row, "sku"),
    price: full === undefined ? cells.get(product, "price") : toText(reduced ?? full),
    compareAt: full !== undefined && reduced !== full ? toText(full) : "",
    // "InStock" says that there are some, not how many.
    tracker: isCounted || isOut ? "wix" : "-",
    quantity: isCounted ? inventory : isOut ? "0" : "",
    grams: cells.get(row, "weight") === "" ? "" : `${cells.get(row, "weight")} kg`,
    cost: cells.get(row, "cost"),
  };
}

const amountOf = (text: string): number | undefined =>
  /^-?\d{1,12}([.,]\d{1,6})?$/.test(text) ? Number(text.replace(",", ".")) : undefined;
const toText = (amount: number) => String(Math.round(amount * 1000) / 1000);

/** Wix gives a discount in percent or as an amount. */
function reduction(price: number, product: Row, cells: NamedCells): number {
  const value = amountOf(cells.get(product, "discountValue")) ?? 0;
  return cells.get(product, "discountMode").toUpperCase() === "PERCENT" ? (price * value) / 100 : value;
}
