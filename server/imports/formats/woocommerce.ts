import { slugify } from "#contract/catalogue/slug.ts";
import type { Row, Table } from "#server/imports/files/csv.ts";
import { convertedColumns, type ProductValues, toProductRow } from "#server/imports/products/product-columns.ts";
import { type NamedCells, type ProductFormat, splitList, textToHtml, toGrams } from "./product-format.ts";

/** WooCommerce's product export: a row a product, variations point to their parent by SKU or `id:…`. */
export const wooCommerce: ProductFormat = {
  name: "WooCommerce product CSV",
  matches: (cells) =>
    ["type", "name", "regular price"].every(cells.has) &&
    ["is featured?", "visibility in catalog", "in stock?", "parent"].some(cells.has),
  async open(table, cells) {
    const products = await readProducts(table, cells);
    return { columns: columnsOf(table.header, cells), rows: () => convert(table, cells, products) };
  },
};

const optionSlots = ["1", "2", "3"] as const;

interface WooProduct {
  handle: string;
  /** Names of the attributes that its variations differ in. */
  options: string[];
}

function columnsOf(header: string[], cells: NamedCells) {
  const weight = weightHeading(header);
  const headings = {
    handle: cells.heading("Parent") ?? cells.heading("Name"),
    title: cells.heading("Name"),
    body: cells.heading("Description") ?? cells.heading("Short description"),
    vendor: cells.heading("Brands") ?? cells.heading("Brand"),
    category: cells.heading("Categories"),
    tags: cells.heading("Tags"),
    published: cells.heading("Published"),
    option1Name: cells.heading("Attribute 1 name"),
    option1: cells.heading("Attribute 1 value(s)"),
    option2Name: cells.heading("Attribute 2 name"),
    option2: cells.heading("Attribute 2 value(s)"),
    option3Name: cells.heading("Attribute 3 name"),
    option3: cells.heading("Attribute 3 value(s)"),
    sku: cells.heading("SKU"),
    barcode: cells.heading("GTIN, UPC, EAN, or ISBN"),
    grams: weight,
    tracker: cells.heading("Stock") ?? cells.heading("In stock?"),
    quantity: cells.heading("Stock"),
    policy: cells.heading("Backorders allowed?"),
    price: cells.heading("Regular price"),
    compareAt: cells.heading("Sale price"),
    ships: cells.heading("Type"),
    image: cells.heading("Images"),
    variantImage: cells.heading("Images"),
  };
  const more = header.filter((heading) =>
    /^(id|type|in stock\?|short description|attribute \d+ (name|value))/i.test(heading),
  );
  return convertedColumns(header, headings, more);
}

const weightHeading = (header: string[]) => header.find((heading) => /^weight \(\w+\)$/i.test(heading));
const isVariation = (row: Row, cells: NamedCells) => /\bvariation\b/i.test(cells.get(row, "Type"));

/** The products by `id:…` and SKU; products of one name get their id or SKU in the handle. */
async function readProducts(table: Table, cells: NamedCells): Promise<Map<string, WooProduct>> {
  const products = new Map<string, WooProduct>();
  const handles = new Set<string>();
  const variations: { parent: string; names: string[] }[] = [];
  for await (const row of table.rows()) {
    if (isVariation(row, cells)) {
      const names = attributesOf(row, cells).map(({ name }) => name);
      variations.push({ parent: parentKey(row, cells), names });
      continue;
    }
    const base = slugify(cells.get(row, "Name"));
    const handle = handles.has(base) ? `${base}-${slugify(cells.get(row, "SKU") || cells.get(row, "ID"))}` : base;
    handles.add(handle);
    const product = { handle, options: [] };
    for (const key of keysOf(row, cells)) products.set(key, product);
  }
  for (const { parent, names } of variations) {
    const product = products.get(parent);
    for (const name of names)
      if (product && product.options.length <= optionSlots.length && !product.options.includes(name))
        product.options.push(name);
  }
  return products;
}

const keysOf = (row: Row, cells: NamedCells) => [
  `row:${row.row}`,
  ...(cells.get(row, "ID") ? [`id:${cells.get(row, "ID")}`] : []),
  ...(cells.get(row, "SKU") ? [cells.get(row, "SKU").toLowerCase()] : []),
];
const parentKey = (row: Row, cells: NamedCells) => cells.get(row, "Parent").toLowerCase();

async function* convert(table: Table, cells: NamedCells, products: Map<string, WooProduct>): AsyncGenerator<Row> {
  for await (const row of table.rows()) {
    const variation = isVariation(row, cells);
    const product = products.get(variation ? parentKey(row, cells) : `row:${row.row}`);
    const images = splitTexts(cells.get(row, "Images"));
    const values = {
      handle: product?.handle ?? "",
      ...(variation ? {} : productValues(row, cells)),
      ...optionValues(row, cells, product?.options ?? [], variation),
      ...(isParent(row, cells) ? {} : variationValues(row, cells, table.header)),
      ...(variation ? { variantImage: images[0] ?? "" } : { image: images[0] ?? "" }),
    };
    yield toProductRow(row, values);
    if (!variation)
      for (const image of images.slice(1)) yield toProductRow(row, { handle: product?.handle ?? "", image });
  }
}

/** A product with variations has no price and stock of its own. */
const isParent = (row: Row, cells: NamedCells) => /\bvariable\b/i.test(cells.get(row, "Type"));

const productValues = (row: Row, cells: NamedCells): ProductValues => ({
  title: cells.get(row, "Name"),
  body: textToHtml(cells.get(row, "Description") || cells.get(row, "Short description")),
  vendor: splitTexts(cells.get(row, "Brands") || cells.get(row, "Brand"))[0] ?? "",
  // The most specific of its categories.
  category: splitTexts(cells.get(row, "Categories")).sort((a, b) => b.split(">").length - a.split(">").length)[0] ?? "",
  tags: cells.get(row, "Tags"),
  // -1 is a draft, 0 a private product.
  published: cells.get(row, "Published") === "1" ? "true" : "false",
});

function optionValues(row: Row, cells: NamedCells, names: string[], variation: boolean): ProductValues {
  const values: ProductValues = {};
  for (const [at, name] of names.slice(0, 3).entries()) {
    const slot = optionSlots[at] ?? "1";
    if (!variation) values[`option${slot}Name`] = name;
    // A variation without value is sold in any.
    else values[`option${slot}`] = attributesOf(row, cells).find((one) => one.name === name)?.value || "Any";
  }
  return values;
}

function attributesOf(row: Row, cells: NamedCells): { name: string; value: string }[] {
  const found: { name: string; value: string }[] = [];
  for (let n = 1; cells.has(`Attribute ${n} name`); n++) {
    const name = cells.get(row, `Attribute ${n} name`);
    if (name !== "") found.push({ name, value: cells.get(row, `Attribute ${n} value(s)`) });
  }
  return found;
}

function variationValues(row: Row, cells: NamedCells, header: string[]): ProductValues {
  const stock = cells.get(row, "Stock");
  const inStock = cells.get(row, "In stock?");
  const regular = cells.get(row, "Regular price");
  const sale = isOnSale(row, cells) ? cells.get(row, "Sale price") : "";
  const weight = weightHeading(header);
  const unit = /\((\w+)\)/.exec(weight ?? "")?.[1]?.toLowerCase() ?? "kg";
  const grams = weight === undefined ? "" : cells.get(row, weight).replace(",", ".");
  return {
    sku: cells.get(row, "SKU"),
    barcode: cells.get(row, "GTIN, UPC, EAN, or ISBN"),
    price: sale || regular,
    compareAt: sale ? regular : "",
    // Without a number the stock is not counted, unless it is used up.
    tracker: stock !== "" || inStock === "0" ? "woocommerce" : "",
    quantity: stock || (inStock === "0" ? "0" : ""),
    policy: /^(1|yes|notify)$/i.test(cells.get(row, "Backorders allowed?")) ? "continue" : "deny",
    grams: grams === "" ? "" : toGrams(grams, unit, 1000),
    ships: /virtual|downloadable/i.test(cells.get(row, "Type")) ? "false" : "true",
  };
}

function isOnSale(row: Row, cells: NamedCells): boolean {
  const ends = Date.parse(cells.get(row, "Date sale price ends"));
  const starts = Date.parse(cells.get(row, "Date sale price starts"));
  return cells.get(row, "Sale price") !== "" && !(ends < Date.now()) && !(starts > Date.now());
}

/** Splits a list at commas; a comma in a text is written as "\,". */
const splitTexts = (text: string) => splitList(text, /(?<!\\),/).map((item) => item.replaceAll("\\,", ","));
