import { expect, test } from "vitest";
import { confirm, openImportShop, upload } from "#server/imports/testing.ts";

const shop = await openImportShop();
const { token } = await shop.person("admin");
const ask = (call: string, body?: object) => shop.ask(call, { token, ...(body ? { body } : {}) });
const send = (content: Buffer | string, name = "table.csv") =>
  upload(shop, "/product/admin/upload", { token, name, content });
const preview = async (id: string, body: object) => (await ask(`POST /imports/${id}/preview`, body)).body.data;

const rows = [
  "9780141036144,1984,George Orwell,8.99,https://books.example/1984.jpg",
  "9780061120084,To Kill a Mockingbird,Harper Lee,12.50,https://books.example/bird.jpg",
  "9780743273565,The Great Gatsby,F. Scott Fitzgerald,10.00,https://books.example/gatsby.jpg",
].join("\n");

test("A5 a table without headings is read from its first row, with columns guessed by their values", async () => {
  const job = await send(rows);
  expect(job).toMatchObject({
    status: "mapping",
    has_headings: null,
    mapping: { barcode: "Column 1", price: "Column 4", image: "Column 5" },
    message: expect.stringContaining("no headings"),
  });
  const { data: sample } = (await ask(`GET /imports/${job.id}/sample`)).body;
  expect([sample.has_headings, sample.rows.length, sample.rows[0].row]).toEqual([false, 3, 1]);
  const mapped = await preview(job.id, { mapping: { ...job.mapping, title: "Column 2", vendor: "Column 3" } });
  expect(mapped).toMatchObject({ status: "preview", totals: { rows: 3, create: 3, error: 0 } });
  expect(mapped.summary.products[0]).toMatchObject({ name: "1984", min_price_amount: 899 });
  expect(await confirm(shop, job.id, token)).toMatchObject({ status: "done", totals: { create: 3 } });
  // Another table of five columns has nothing in common with it.
  expect(await send("1234567890123,Chair,Oak,10.00,https://a.example/1.jpg\n")).toMatchObject({ status: "mapping" });
});

test("A5 somebody can say that the first row is a product, or that it has headings", async () => {
  const job = await send("Chair,Oak,Wood\nTable,Beech,Wood\n");
  expect(job).toMatchObject({ status: "mapping", mapping: {} });
  const asRows = await preview(job.id, { has_headings: false });
  expect(asRows).toMatchObject({
    status: "mapping",
    has_headings: false,
    format: expect.stringContaining("without headings"),
  });
  expect((await ask(`GET /imports/${job.id}/sample`)).body.data.header).toEqual(["Column 1", "Column 2", "Column 3"]);
  const back = await preview(job.id, { has_headings: true });
  expect(back).toMatchObject({ has_headings: true, format: "Table, UTF-8, separated by commas" });
});

test.each(["Name,2023,2024\nChair,1,2\n", "Preis (EUR);Bezeichnung\n5,00;Stuhl\n", "sku,12345,x\na,1,2\n"])(
  "A5 headings that look like years or codes beside known ones stay headings: %j",
  async (content) => {
    expect((await send(content)).format).not.toContain("without headings");
  },
);
