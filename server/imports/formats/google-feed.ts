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
  handleOfUrl,
  type NamedCells,
  namedCells,
  numberedCategories,
  type ProductFormat,
  splitUrls,
  textToHtml,
  trackers,
} from "./product-format.ts";
import { readSale } from "./sale-price.ts";

/** Google Merchant Center's product feed: an item a variation; those of a product share `item_group_id`. */
export const googleFeed: ProductFormat = {
  name: "Google product feed",
  matches: (cells) => ["title", "link", "price"].every(cells.has) && cells.has("id") && hasAny(cells, "image_link"),
  async open(table, cells, context) {
    const items = namedCells(table.header.map(attributeName), table.header);
    const feed = await readFeed(table, items, context);
    return { columns: columnsOf(table.header, cells), rows: () => convert(table, items, feed, context) };
  },
};

const hasAny = (cells: NamedCells, name: string) => cells.has(name) || cells.has(name.replaceAll("_", " "));
/** Headings may have the prefix of XML, and spaces: "g:item group id". */
const attributeName = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/^g:/, "")
    .replace(/[\s-]+/g, "_");

const optionNames = { color: "Color", size: "Size", material: "Material", pattern: "Pattern" } as const;
type OptionAttribute = keyof typeof optionNames;
const optionAttributes = Object.keys(optionNames) as OptionAttribute[];
const slots = ["1", "2", "3"] as const;
/** Titles are cut before they are compared; a name has 255. */
const maxTitleLength = 1000;

interface FeedProduct {
  handle: string;
  title: string;
  /** `attribute` is the column that names their values. */
  options: { name: string; attribute: string; valueOf: (row: Row, cells: NamedCells) => string }[];
}
/** What all rows together say: the products by their group, and how prices are written. */
interface Feed {
  products: Map<string, FeedProduct>;
  prices: Prices;
}
interface Item {
  group: string;
  id: string;
  title: string;
  link: string;
  values: Record<OptionAttribute, string>;
}

function columnsOf(header: string[], cells: NamedCells) {
  const heading = (name: string) => cells.heading(name) ?? header.find((text) => attributeName(text) === name) ?? name;
  const headings = {
    handle: heading("link"),
    title: heading("title"),
    body: heading("description"),
    vendor: heading("brand"),
    category: heading("product_type"),
    option1Name: heading("color"),
    option1: heading("color"),
    option2Name: heading("size"),
    option2: heading("size"),
    option3Name: heading("material"),
    option3: heading("material"),
    sku: heading("id"),
    barcode: heading("gtin"),
    price: heading("price"),
    compareAt: heading("price"),
    tracker: heading("availability"),
    quantity: header.some((text) => attributeName(text) === "quantity") ? heading("quantity") : heading("availability"),
    grams: heading("shipping_weight"),
    measure: heading("unit_pricing_measure"),
    measureBase: heading("unit_pricing_base_measure"),
    image: heading("image_link"),
    variantImage: heading("image_link"),
  };
  const more = [
    "item_group_id",
    "additional_image_link",
    "google_product_category",
    "pattern",
    "quantity",
    "sale_price",
    "sale_price_effective_date",
  ];
  return convertedColumns(
    header,
    headings,
    header.filter((text) => more.includes(attributeName(text))),
  );
}

const groupOf = (row: Row, cells: NamedCells) => cells.get(row, "item_group_id") || `id:${cells.get(row, "id")}`;

async function readFeed(table: Table, cells: NamedCells, { currency }: FileContext): Promise<Feed> {
  const prices = createPrices(minorDigits(currency));
  const all = await Array.fromAsync(table.rows(), (row): Item => {
    for (const name of ["sale_price", "price"]) prices.add(cells.get(row, name));
    const values = Object.fromEntries(optionAttributes.map((name) => [name, cells.get(row, name)]));
    return {
      group: groupOf(row, cells),
      id: cells.get(row, "id"),
      title: cells.get(row, "title"),
      link: cells.get(row, "link"),
      values: values as Item["values"],
    };
  });
  const products = new Map<string, FeedProduct>();
  const handleOf = createHandles();
  for (const [key, items] of Map.groupBy(all, ({ group }) => group)) {
    const title = commonTitle(items);
    const handle = handleOf(linkHandle(items[0]?.link ?? "", title) || title, key.replace(/^id:/, ""));
    products.set(key, { handle, title, options: optionsOf(items) });
  }
  return { products, prices };
}

const linkHandle = (link: string, title: string) =>
  URL.canParse(link) && title !== "" ? handleOfUrl(link, title) : "";

/** What the titles of a product's variations begin with: "Tee, Red, S" and "Tee, Blue, M" are "Tee". */
function commonTitle(items: Item[]): string {
  const [first = "", ...others] = items.map(({ title }) => title.slice(0, maxTitleLength));
  if (others.length === 0) return first;
  let length = first.length;
  for (const title of others) length = commonLength(first, title, length);
  // A word that only begins alike is no part of it.
  const whole = length < first.length && /[\p{L}\p{N}]/u.test(first.charAt(length));
  const common = whole ? first.slice(0, length).replace(/[\p{L}\p{N}]+$/u, "") : first.slice(0, length);
  const trimmed = common.replace(/[\s,;:|/(–-]+$/u, "");
  return trimmed.length < 3 ? first : trimmed;
}

/** How many characters two texts have in common at their beginning, at most `most`. */
function commonLength(one: string, other: string, most: number): number {
  let length = 0;
  while (length < most && one[length] === other[length]) length++;
  return length;
}

/** The attributes that items differ in; if items are still alike, their ids. */
function optionsOf(items: Item[]): FeedProduct["options"] {
  if (items.length === 1) return [];
  const differing = optionAttributes.filter((name) => new Set(items.map(({ values }) => values[name])).size > 1);
  const used = differing.slice(0, 3);
  const distinct = new Set(items.map(({ values }) => used.map((name) => values[name].toLowerCase()).join("\n"))).size;
  const options = used.map((name) => ({
    name: optionNames[name] as string,
    attribute: name as string,
    valueOf: (row: Row, cells: NamedCells) => cells.get(row, name) || "Not specified",
  }));
  if (distinct === items.length) return options;
  const byId = { name: "Variant", attribute: "id", valueOf: (row: Row, cells: NamedCells) => cells.get(row, "id") };
  return [...options.slice(0, 2), byId];
}

async function* convert(
  table: Table,
  cells: NamedCells,
  { products, prices }: Feed,
  context: FileContext,
): AsyncGenerator<Row> {
  const begun = new Set<string>();
  for await (const row of table.rows()) {
    const key = groupOf(row, cells);
    const product = products.get(key);
    if (!product) continue;
    const { handle, options } = product;
    const isFirst = !begun.has(key);
    begun.add(key);
    const image = cells.get(row, "image_link");
    const sale = readSaleOf(row, cells, context, prices);
    yield toProductRow(
      row,
      {
        handle,
        ...(isFirst ? productValues(row, cells, product) : {}),
        ...Object.fromEntries(
          options.flatMap(({ name, valueOf }, at) => [
            [`option${slots[at]}Name`, isFirst ? name : ""],
            [`option${slots[at]}`, valueOf(row, cells)],
          ]),
        ),
        ...variationValues(row, cells, sale.price),
        image,
        variantImage: options.length > 0 ? image : "",
      },
      [...sale.notes, ...(isFirst ? categoryNotes(row, cells) : [])],
      { attributes: attributesOf(row, cells), headings: headingsOf(row, cells, product, sale.price) },
    );
    for (const url of splitUrls(cells.get(row, "additional_image_link")).filter((one) => one !== ""))
      yield toProductRow(row, { handle, image: url });
  }
}

/** The columns of the options, of the prices in a sale, and of the category. */
const headingsOf = (row: Row, cells: NamedCells, { options }: FeedProduct, sale: string) => ({
  ...Object.fromEntries(options.map(({ attribute }, at) => [`option${slots[at]}`, cells.heading(attribute)])),
  ...(sale === "" ? {} : { price: cells.heading("sale_price"), compareAt: cells.heading("price") }),
  ...(cells.get(row, "product_type") === "" ? { category: cells.heading("google_product_category") } : {}),
});

/** What may be an option of the product, by its name in lower case: the shop's may have more items than the file. */
const attributesOf = (row: Row, cells: NamedCells): Record<string, string> =>
  Object.fromEntries(
    [
      ...optionAttributes.map((name) => [optionNames[name].toLowerCase(), cells.get(row, name)]),
      ["variant", cells.get(row, "id")],
    ].filter(([, value]) => value !== ""),
  );

const productValues = (row: Row, cells: NamedCells, { title }: FeedProduct): ProductValues => ({
  title,
  body: textToHtml(cells.get(row, "description")),
  vendor: cells.get(row, "brand"),
  category: categoryOf(row, cells),
});

/** The shop's own category, else Google's, unless that is only its number. */
function categoryOf(row: Row, cells: NamedCells): string {
  const own = cells.get(row, "product_type");
  if (own !== "") return own;
  const google = cells.get(row, "google_product_category");
  return /^\d*$/.test(google) ? "" : google;
}

/** Says that a category is only a number of Google's. */
function categoryNotes(row: Row, cells: NamedCells) {
  const google = cells.get(row, "google_product_category");
  const isLeftOut = cells.get(row, "product_type") === "" && google !== "" && categoryOf(row, cells) === "";
  return isLeftOut ? [numberedCategories(google, cells.heading("google_product_category"))] : [];
}

/** The dates of a sale: "2026-11-01T00:00+0100/2026-11-30T23:59+0100". */
function readSaleOf(row: Row, cells: NamedCells, context: FileContext, prices: Prices) {
  const dates = cells.get(row, "sale_price_effective_date");
  const [starts = "", ends = "", ...more] = dates.split(/[/,]/).map((text) => text.trim());
  return readSale(
    {
      price: cells.get(row, "sale_price"),
      full: cells.get(row, "price"),
      starts: more.length > 0 ? dates : starts,
      ends,
      column: cells.heading("sale_price") ?? null,
    },
    context,
    prices,
  );
}

function variationValues(row: Row, cells: NamedCells, sale: string): ProductValues {
  const price = cells.get(row, "price");
  const available = cells.get(row, "availability").toLowerCase().replace(/\s/g, "_");
  const quantity = cells.get(row, "quantity");
  const uncounted = available === "in_stock" ? trackers.inStock : trackers.unknown;
  return {
    sku: cells.get(row, "id"),
    barcode: cells.get(row, "gtin"),
    price: sale || price,
    compareAt: sale ? price : "",
    // A feed says whether an item is in stock, seldom how many there are.
    tracker: quantity !== "" || available === "out_of_stock" ? "feed" : uncounted,
    quantity: quantity || (available === "out_of_stock" ? "0" : ""),
    grams: cells.get(row, "shipping_weight"),
    measure: cells.get(row, "unit_pricing_measure"),
    measureBase: cells.get(row, "unit_pricing_base_measure"),
  };
}
