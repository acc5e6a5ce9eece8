import { productLimits } from "#contract/catalogue/product-limits.ts";
import type { Table } from "#server/imports/files/csv.ts";
import type { Row } from "#server/imports/files/row.ts";
import {
  convertedColumns,
  type ProductValues,
  toProductRow,
} from "#server/imports/products/reading/product-columns.ts";
import { createHandles, type NamedCells, type ProductFormat, splitList, textToHtml } from "./product-format.ts";

/** Of an option; with more values a product has more variations than it can have. */
const maxValues = productLimits.variations + 1;

/** Etsy's listings CSV: a row a listing, with the values of up to two variations in lists. */
export const etsy: ProductFormat = {
  name: "Etsy listings CSV",
  matches: (cells) =>
    ["title", "price", "currency_code", "quantity"].every(cells.has) &&
    ["image1", "variation 1 name", "materials"].some(cells.has),
  async open(table, cells) {
    const handles = await readHandles(table, cells);
    return { columns: columnsOf(table.header, cells), rows: () => convert(table, cells, handles) };
  },
};

function columnsOf(header: string[], cells: NamedCells) {
  const headings = {
    handle: cells.heading("TITLE") ?? "TITLE",
    title: cells.heading("TITLE") ?? "TITLE",
    body: cells.heading("DESCRIPTION") ?? "DESCRIPTION",
    tags: cells.heading("TAGS") ?? "TAGS",
    option1Name: cells.heading("VARIATION 1 NAME") ?? "VARIATION 1 NAME",
    option1: cells.heading("VARIATION 1 VALUES") ?? "VARIATION 1 VALUES",
    option2Name: cells.heading("VARIATION 2 NAME") ?? "VARIATION 2 NAME",
    option2: cells.heading("VARIATION 2 VALUES") ?? "VARIATION 2 VALUES",
    sku: cells.heading("SKU") ?? "SKU",
    price: cells.heading("PRICE") ?? "PRICE",
    quantity: cells.heading("QUANTITY") ?? "QUANTITY",
    image: cells.heading("IMAGE1") ?? "IMAGE1",
  };
  const more = header.filter((heading) => /^(image\d+|currency_code)$/i.test(heading));
  return convertedColumns(header, headings, more);
}

/** A listing has no address in the file: its title, with its SKU where titles repeat. */
async function readHandles(table: Table, cells: NamedCells): Promise<Map<number, string>> {
  const handles = new Map<number, string>();
  const handleOf = createHandles();
  for await (const row of table.rows()) {
    const [sku = ""] = skusOf(row, cells);
    handles.set(row.row, handleOf(cells.get(row, "TITLE"), sku));
  }
  return handles;
}

async function* convert(table: Table, cells: NamedCells, handles: Map<number, string>): AsyncGenerator<Row> {
  for await (const row of table.rows()) {
    const handle = handles.get(row.row) ?? "";
    const options = [1, 2]
      .map((n) => ({
        name: cells.get(row, `VARIATION ${n} NAME`) || cells.get(row, `VARIATION ${n} TYPE`),
        values: splitList(cells.get(row, `VARIATION ${n} VALUES`)).slice(0, maxValues),
      }))
      .filter(({ values }) => values.length > 0);
    const [first = "", ...images] = imagesOf(row, cells);
    const rows = variationRows(row, cells, options);
    const notes = rows.length > 1 ? [sharedQuantity(row, cells), ...noteSkus(row, cells, rows.length)] : [];
    for (const [at, values] of rows.entries()) {
      const product = { ...productValues(row, cells), ...values, image: first };
      if (at === 0) yield toProductRow(row, { handle, ...product }, notes, { isHandleGuessed: true });
      else yield toProductRow(row, { handle, ...values });
    }
    for (const image of images) yield toProductRow(row, { handle, image });
  }
}

const productValues = (row: Row, cells: NamedCells): ProductValues => ({
  title: cells.get(row, "TITLE"),
  body: textToHtml(cells.get(row, "DESCRIPTION")),
  // Etsy writes spaces in tags as underscores.
  tags: splitList(cells.get(row, "TAGS").replaceAll("_", " ")).join(","),
});

/** A row for each combination of the variations' values; Etsy gives all of them one price and one quantity. */
function variationRows(row: Row, cells: NamedCells, options: { name: string; values: string[] }[]): ProductValues[] {
  const [one, two] = options;
  const combinations = !one
    ? [[]]
    : one.values
        .flatMap((first) => (two ? two.values.map((second) => [first, second]) : [[first]]))
        .slice(0, maxValues);
  const skus = skusOf(row, cells);
  return combinations.map(([first = "", second = ""], at) => ({
    option1Name: at === 0 ? (one?.name ?? "") : "",
    option1: first,
    option2Name: at === 0 ? (two?.name ?? "") : "",
    option2: second,
    sku: skus.length === combinations.length ? (skus[at] ?? "") : "",
    price: `${cells.get(row, "PRICE")} ${cells.get(row, "CURRENCY_CODE")}`.trim(),
    quantity: combinations.length === 1 ? cells.get(row, "QUANTITY") : "",
  }));
}

const skusOf = (row: Row, cells: NamedCells) => splitList(cells.get(row, "SKU"));

/** Without one for each variation nobody knows which have them. */
function noteSkus(row: Row, cells: NamedCells, variations: number) {
  const skus = skusOf(row, cells);
  if (skus.length === 0 || skus.length === variations) return [];
  const message = `"${skus.join(", ").slice(0, 60)}" was left out. There are ${variations} variations and ${skus.length} SKUs.`;
  return [{ column: cells.heading("SKU") ?? null, code: "value_ignored", message }];
}

const sharedQuantity = (row: Row, cells: NamedCells) => ({
  column: cells.heading("QUANTITY") ?? null,
  code: "quantity_shared",
  message: `The quantity ${cells.get(row, "QUANTITY")} is the total of all variations. Enter the stock of each variation.`,
});

function imagesOf(row: Row, cells: NamedCells): string[] {
  const images: string[] = [];
  for (let n = 1; cells.has(`IMAGE${n}`); n++) images.push(cells.get(row, `IMAGE${n}`));
  return images.filter((image) => image !== "");
}
