import { minorDigits } from "#contract/formats/currency-decimals.ts";
import { createPrices, type Prices } from "#server/imports/cells/price.ts";
import type { Table } from "#server/imports/files/csv.ts";
import type { Row } from "#server/imports/files/row.ts";
import {
  convertedColumns,
  type ProductValues,
  toProductRow,
} from "#server/imports/products/reading/product-columns.ts";
import {
  createHandles,
  type FileContext,
  type NamedCells,
  type ProductFormat,
  quoteItem,
  splitList,
  splitQuoted,
  splitUrls,
  textToHtml,
} from "./product-format.ts";
import { readSale } from "./sale-price.ts";

/** WooCommerce's product export: a row a product, variations point to their parent by SKU or `id:…`. */
export const wooCommerce: ProductFormat = {
  name: "WooCommerce product CSV",
  matches: (cells) =>
    ["type", "name", "regular price"].every(cells.has) &&
    ["is featured?", "visibility in catalog", "in stock?", "parent"].some(cells.has),
  async open(table, cells, context) {
    const known = await readProducts(table, cells, context);
    return { columns: columnsOf(table.header, cells), rows: () => convert(table, cells, known, context) };
  },
};

const optionSlots = ["1", "2", "3"] as const;

interface WooProduct {
  handle: string;
  /** Names of the attributes that its variations differ in. */
  options: string[];
  lowStock: string;
  /** Its variations are written as unpublished, whatever they are. */
  isDraft: boolean;
}

/** What all rows together say: the products by `id:…` and SKU, and how prices are written. */
interface WooFile {
  products: Map<string, WooProduct>;
  prices: Prices;
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
    variantPublished: cells.heading("Published"),
    status: cells.heading("Visibility in catalog"),
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
    lowStock: cells.heading("Low stock amount"),
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

/** Reads all rows once; products of one name get their id or SKU in the handle. */
async function readProducts(table: Table, cells: NamedCells, { currency }: FileContext): Promise<WooFile> {
  const prices = createPrices(minorDigits(currency));
  const products = new Map<string, WooProduct>();
  const handleOf = createHandles();
  const variations: { parent: string; names: string[] }[] = [];
  for await (const row of table.rows()) {
    for (const heading of ["Sale price", "Regular price"]) prices.add(cells.get(row, heading));
    if (isVariation(row, cells)) {
      const names = attributesOf(row, cells).map(({ name }) => name);
      variations.push({ parent: parentKey(row, cells), names });
      continue;
    }
    const handle = handleOf(cells.get(row, "Name"), cells.get(row, "SKU") || cells.get(row, "ID"));
    const isDraft = cells.get(row, "Published") === "-1";
    const product = { handle, options: [], lowStock: cells.get(row, "Low stock amount"), isDraft };
    for (const key of keysOf(row, cells)) products.set(key, product);
  }
  for (const { parent, names } of variations) {
    const product = products.get(parent);
    for (const name of names)
      if (product && product.options.length < optionSlots.length && !product.options.includes(name))
        product.options.push(name);
  }
  return { products, prices };
}

const keysOf = (row: Row, cells: NamedCells) => [
  `row:${row.row}`,
  ...(cells.get(row, "ID") ? [`id:${cells.get(row, "ID")}`] : []),
  ...(cells.get(row, "SKU") ? [cells.get(row, "SKU").toLowerCase()] : []),
];
const parentKey = (row: Row, cells: NamedCells) => cells.get(row, "Parent").toLowerCase();

async function* convert(
  table: Table,
  cells: NamedCells,
  { products, prices }: WooFile,
  context: FileContext,
): AsyncGenerator<Row> {
  for await (const row of table.rows()) {
    const variation = isVariation(row, cells);
    const product = products.get(variation ? parentKey(row, cells) : `row:${row.row}`);
    const images = imagesOf(cells.get(row, "Images"));
    const sale = readSaleOf(row, cells, context, prices);
    const lost = variation ? noteSharedStock(row, cells) : noteAttributes(row, cells, product?.options ?? []);
    const values = {
      handle: product?.handle ?? "",
      ...(variation ? { variantPublished: variationPublishedOf(row, cells, product) } : productValues(row, cells)),
      ...optionValues(row, cells, product?.options ?? [], variation),
      ...(isParent(row, cells) ? {} : variationValues(row, cells, table.header, sale.price)),
      ...(isParent(row, cells) ? {} : { lowStock: lowStockOf(row, cells, product) }),
      ...(variation ? { variantImage: images[0] ?? "" } : { image: images[0] ?? "" }),
    };
    const headings = headingsOf(row, cells, sale.price);
    yield toProductRow(row, values, [...sale.notes, ...lost], { isHandleGuessed: true, headings });
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
  category: categoriesOf(cells.get(row, "Categories")),
  tags: splitTexts(cells.get(row, "Tags"))
    .map((tag) => quoteItem(tag))
    .join(","),
  // -1 is a draft, 0 a private product.
  published: publishedOf(row, cells),
  // Not in lists and search.
  status: /^hidden$/i.test(cells.get(row, "Visibility in catalog")) ? "unlisted" : "",
});

const publishedOf = (row: Row, cells: NamedCells) =>
  cells.has("Published") ? String(cells.get(row, "Published") === "1") : "";

/** -1 of a draft's variation is that of the draft: it says nothing of the variation. */
const variationPublishedOf = (row: Row, cells: NamedCells, product: WooProduct | undefined) =>
  product?.isDraft && cells.get(row, "Published") === "-1" ? "" : publishedOf(row, cells);

/** A path that is in quotes as a whole: "Body Care > Perfume". */
const withoutQuotes = (path: string) => (/^"[^"]*"$/.test(path) ? path.slice(1, -1) : path);

/** The categories, without those above another of them. */
function categoriesOf(text: string): string {
  const paths = splitTexts(text).map((path) => splitQuoted(withoutQuotes(path), ">"));
  const texts = paths.map((names) => names.map((name) => quoteItem(name, ">")).join(" > "));
  return texts.filter((path) => !texts.some((other) => other.startsWith(`${path} > `))).join("\n");
}

/** Attributes that no option is made of are not imported. */
function noteAttributes(row: Row, cells: NamedCells, options: string[]) {
  const left = attributesOf(row, cells).filter(({ name, value }) => value !== "" && !options.includes(name));
  if (left.length === 0) return [];
  const names = left.map(({ name }) => name.slice(0, 60)).join(", ");
  const column = left[0]?.heading ?? null;
  const message = `These attributes were left out: ${names.slice(0, 500)}. Add them to the description.`;
  return [{ column, code: "attributes_ignored", message }];
}

/** Of variations whose stock is that of the product together. */
const hasSharedStock = (row: Row, cells: NamedCells) => /^parent$/i.test(cells.get(row, "Stock"));

const noteSharedStock = (row: Row, cells: NamedCells) => {
  if (!hasSharedStock(row, cells)) return [];
  const message =
    "The stock of the product is that of all variations. Enter the stock of each variation: " +
    "the stock of a new one is not counted until then.";
  return [{ column: cells.heading("Stock") ?? null, code: "quantity_shared", message }];
};

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

function attributesOf(row: Row, cells: NamedCells) {
  const found: { name: string; value: string; heading: string | undefined }[] = [];
  for (let n = 1; cells.has(`Attribute ${n} name`); n++) {
    const name = cells.get(row, `Attribute ${n} name`);
    const heading = cells.heading(`Attribute ${n} name`);
    if (name !== "") found.push({ name, value: cells.get(row, `Attribute ${n} value(s)`), heading });
  }
  return found;
}

function variationValues(row: Row, cells: NamedCells, header: string[], sale: string): ProductValues {
  const stock = hasSharedStock(row, cells) ? "" : cells.get(row, "Stock");
  const inStock = cells.get(row, "In stock?");
  const regular = cells.get(row, "Regular price");
  const weight = weightHeading(header);
  const unit = /\((kg|g|lbs?|oz)\)/i.exec(weight ?? "")?.[1] ?? "kg";
  const grams = weight === undefined ? "" : cells.get(row, weight);
  return {
    sku: cells.get(row, "SKU"),
    barcode: cells.get(row, "GTIN, UPC, EAN, or ISBN"),
    price: sale || regular,
    compareAt: sale ? regular : "",
    tracker: trackerOf(row, cells),
    quantity: stock || (inStock === "0" ? "0" : ""),
    policy: policyOf(row, cells),
    grams: grams === "" ? "" : `${grams} ${unit}`,
    ships: /virtual|downloadable/i.test(cells.get(row, "Type")) ? "false" : "true",
  };
}

/** Without a number the stock is not counted, unless it is used up. That of the product does not say how it is here. */
function trackerOf(row: Row, cells: NamedCells): string {
  const isUsedUp = cells.get(row, "In stock?") === "0";
  if (hasSharedStock(row, cells)) return isUsedUp ? "woocommerce" : "-";
  return cells.get(row, "Stock") !== "" || isUsedUp ? "woocommerce" : "";
}

/**
 * WooCommerce's amount is low itself, our level is not. Variations have that of their product. Most exports have the
 * column and nothing in it: that says nothing of the level in this shop.
 */
function lowStockOf(row: Row, cells: NamedCells, product: WooProduct | undefined): string {
  const amount = cells.get(row, "Low stock amount") || (product?.lowStock ?? "");
  return /^\d{1,5}$/.test(amount) ? String(Number(amount) + 1) : amount || "-";
}

function policyOf(row: Row, cells: NamedCells): string {
  if (!cells.has("Backorders allowed?")) return "";
  return /^(1|yes|notify)$/i.test(cells.get(row, "Backorders allowed?")) ? "continue" : "deny";
}

/** Its dates are days of the shop, the last one included. */
const readSaleOf = (row: Row, cells: NamedCells, context: FileContext, prices: Prices) =>
  readSale(
    {
      price: cells.get(row, "Sale price"),
      full: cells.get(row, "Regular price"),
      starts: cells.get(row, "Date sale price starts"),
      ends: cells.get(row, "Date sale price ends"),
      column: cells.heading("Sale price") ?? null,
    },
    context,
    prices,
  );

/** The columns that values come from in a sale, and where there is no long description. */
const headingsOf = (row: Row, cells: NamedCells, sale: string) => ({
  ...(sale === "" ? {} : { price: cells.heading("Sale price"), compareAt: cells.heading("Regular price") }),
  ...(cells.get(row, "Description") === "" ? { body: cells.heading("Short description") } : {}),
});

/** URLs may have commas, names of images in a ZIP file have none. */
const imagesOf = (text: string) =>
  /https?:/.test(text) ? splitUrls(text.replaceAll("\\,", ",")).filter((url) => url !== "") : splitTexts(text);

/** Splits a list at commas; a comma in a text is written as "\,". */
const splitTexts = (text: string) => splitList(text, /(?<!\\),/).map((item) => item.replaceAll("\\,", ","));
