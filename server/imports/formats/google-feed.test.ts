import { expect, test } from "vitest";
import { readProducts } from "#server/imports/testing.ts";

/** Reads a feed of an item with these attributes besides the needed ones. */
async function readItem(cells: Record<string, string>) {
  const values = {
    id: "C",
    title: "Cap",
    link: "https://old.example/p/cap",
    image_link: "https://old.example/cap.jpg",
    availability: "in_stock",
    price: "10.00 EUR",
    ...cells,
  };
  const { products, notes } = await readProducts(
    `${Object.keys(values).join("\t")}\n${Object.values(values).join("\t")}\n`,
    { name: "feed.tsv" },
  );
  return { product: products[0], notes: notes.map(({ column, code, message }) => ({ column, code, message })) };
}

async function readXml(item: string) {
  const needed =
    "<g:id>C</g:id><g:link>https://old.example/p/cap</g:link><g:image_link>https://old.example/cap.jpg</g:image_link>" +
    "<g:availability>in_stock</g:availability><g:price>10.00 EUR</g:price>";
  const feed = `<rss xmlns:g="http://base.google.com/ns/1.0"><channel><item>${needed}${item}</item></channel></rss>`;
  return (await readProducts(`<?xml version="1.0"?>${feed}`, { name: "feed.xml" })).products[0];
}

const reduced = { price_amount: 800, compare_at_amount: 1000 };
const full = { price_amount: 1000, compare_at_amount: null };

test.each([
  ["", reduced, undefined],
  ["2026-11-01T00:00+0100/2026-11-30T23:59+0100", reduced, "sale_ends"],
  ["2026-10-01T00:00+0100/2026-10-31T23:59+0100", full, undefined],
  ["2026-12-01T00:00+0100/2026-12-24T23:59+0100", full, "sale_later"],
  ["2026-11-01T00:00Z/2026-11-27T13:30+0200", full, undefined],
  ["2026-11-01T00:00Z/2026-11-27T14:30+0200", reduced, "sale_ends"],
  ["2026-11-27T14:30+02:00/2026-12-01T00:00Z", full, "sale_later"],
  ["2026-11-01/2026-11-27", reduced, "sale_ends"],
  ["2026-11-01T00:00/2026-11-27T11:00", full, undefined],
  ["26/11/2026", full, "value_ignored"],
  ["1 November/30 November", full, "value_ignored"],
])("A5 a sale of the dates %j is on while they are", async (sale_price_effective_date, prices, code) => {
  const { product, notes } = await readItem({ sale_price: "8.00 EUR", sale_price_effective_date });
  expect(product?.variations).toMatchObject([prices]);
  expect(notes).toMatchObject(code ? [{ code, column: "sale_price" }] : []);
});

test("A5 a sale price above the price is left out with a note, however both are written", async () => {
  const { product, notes } = await readItem({ sale_price: "12.00 EUR" });
  expect(product?.variations).toMatchObject([full]);
  expect(notes).toMatchObject([{ column: "sale_price", code: "value_ignored" }]);
  const { product: other } = await readItem({ sale_price: "20,5 EUR", price: "100 EUR" });
  expect(other?.variations).toMatchObject([{ price_amount: 2050, compare_at_amount: 10_000 }]);
});

test("A5 a sale price is compared as the other prices of the feed are written", async () => {
  const { product } = await readItem({ price: "1299.000 EUR", sale_price: "899.000 EUR" });
  expect(product?.variations).toMatchObject([{ price_amount: 89_900, compare_at_amount: 129_900 }]);
});

test("A5 notes name the columns of the sale price, the price, the quantity and the option", async () => {
  const { notes } = await readItem({ sale_price: "1.299,00 EUR", price: "1.500,00 EUR", quantity: "2,5" });
  expect(notes).toMatchObject([
    { column: "sale_price", code: "price_read" },
    { column: "price", code: "price_read" },
    { column: "quantity", code: "value_ignored" },
  ]);
  const head = "id\titem_group_id\ttitle\tlink\timage_link\tavailability\tprice\tsize";
  const item = (id: string, size: string) => `${id}\tG\tCap\thttps://old.example/cap\t\tin_stock\t10 EUR\t${size}`;
  const sized = await readProducts(`${head}\n${item("1", "S".repeat(300))}\n${item("2", "M")}\n`, { name: "feed.tsv" });
  expect(sized.notes).toMatchObject([{ row: 2, column: "size", code: "shortened" }]);
});

test("A5 the shop's own category comes first, else Google's unless it is a number", async () => {
  const categories = async (cells: Record<string, string>) => (await readItem(cells)).product?.categories;
  const google = { google_product_category: "Apparel > Hats" };
  expect(await categories({ ...google, product_type: "Men, boys > Caps" })).toEqual([["Men, boys", "Caps"]]);
  expect(await categories(google)).toEqual([["Apparel", "Hats"]]);
  const numbered = await readItem({ google_product_category: "173" });
  expect(numbered.product?.categories).toBeUndefined();
  expect(numbered.notes).toMatchObject([{ column: "google_product_category", code: "value_ignored" }]);
  expect((await readItem({ google_product_category: "173", product_type: "Caps" })).notes).toEqual([]);
  const deep = Array.from({ length: 9 }, (_, at) => `L${at}`).join(" > ");
  expect((await readItem({ google_product_category: deep })).notes).toMatchObject([
    { column: "google_product_category", code: "too_deep" },
  ]);
});

test("A5 a product type that is repeated in an XML feed is a category each", async () => {
  const types = "<g:product_type>A, B > C</g:product_type><g:product_type>D > E</g:product_type>";
  expect((await readXml(`<g:title>Cap</g:title>${types}`))?.categories).toEqual([
    ["A, B", "C"],
    ["D", "E"],
  ]);
});

test("A5 of a title and g:title the latter counts, wherever it stands", async () => {
  expect((await readXml("<title>Feed: Cap</title><g:title>Cap</g:title>"))?.name).toBe("Cap");
  expect((await readXml("<g:title>Cap</g:title><title>Feed: Cap</title>"))?.name).toBe("Cap");
});

test("A5 further images are split between addresses, which may have commas", async () => {
  const { product } = await readItem({
    additional_image_link: "https://old.example/a,b.jpg,https://old.example/c.jpg",
  });
  expect(product?.images.map(({ source_url }) => source_url)).toEqual([
    "https://old.example/cap.jpg",
    "https://old.example/a,b.jpg",
    "https://old.example/c.jpg",
  ]);
});

test("A5 a feed without quantities doesn't say whether stock is counted; one that is used up has none", async () => {
  const [known] = (await readItem({})).product?.variations ?? [];
  expect([known?.track_stock, known?.on_hand, known?.is_in_stock]).toEqual([undefined, undefined, true]);
  const { product } = await readItem({ availability: "out of stock" });
  expect(product?.variations).toMatchObject([{ track_stock: true, on_hand: 0 }]);
});

test.each([
  ["1,5 kg", 1500],
  ["1.5 lb", 680],
  ["12 oz", 340],
  ["500 g", 500],
])("A5 a shipping weight of %s is %i grams", async (shipping_weight, weight_g) => {
  expect((await readItem({ shipping_weight })).product?.variations).toMatchObject([{ weight_g }]);
});

test("A5 a shipping weight that can't be read is noted", async () => {
  expect((await readItem({ shipping_weight: "heavy" })).notes).toMatchObject([
    { column: "shipping_weight", code: "value_ignored" },
  ]);
});
