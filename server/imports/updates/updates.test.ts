import { sql } from "kysely";
import { expect, test } from "vitest";
import { confirm, openImportShop, upload } from "#server/imports/testing.ts";
import { planUpdates } from "./plan-updates.ts";
import type { UpdateLine } from "./read-updates.ts";

const shop = await openImportShop();
const { token } = await shop.person("admin");
const send = (content: string) => upload(shop, "/product/admin/upload", { token, name: "update.csv", content });
const run = (id: string) => confirm(shop, id, token);
const variations = async (slug: string) => {
  const rows = (await shop.ask("GET /product/admin?per_page=100", { token })).body.data;
  const id = rows.find((one: { slug: string }) => one.slug === slug)?.id;
  return (await shop.ask(`GET /product/${id}`, { token })).body.data.variations;
};
const header = "Handle,Title,Body (HTML),Option1 Name,Option1 Value,Variant SKU,Variant Price,Variant Compare At Price";
const { id: first } = await send(
  `${header},Variant Inventory Qty\n` +
    "lamp,Lamp,<p>Bright.</p>,Colour,Red,L-R,30,40,5\nlamp,,,,Blue,L-B,31,,6\nvase,Vase,,,,V,12,,2\n",
);
await run(first);

test("A5 a file with SKUs and prices changes the prices and nothing else", async () => {
  const job = await send("SKU;Price\nL-B;35,50\nV;12\nNOPE;1\n");
  expect(job).toMatchObject({
    format: "Prices and stock, UTF-8, separated by semicolons",
    totals: { rows: 3, create: 0, update: 1, skip: 1, error: 1 },
    summary: { left_out: 1, fields: { price: 1 } },
    errors: [{ row: 4, column: "SKU", code: "product_unknown" }],
  });
  expect(await run(job.id)).toMatchObject({ status: "done", totals: { update: 1, skip: 1, error: 1 } });
  expect(await variations("lamp")).toMatchObject([
    { sku: "L-R", title: "Red", price_amount: 3000, compare_at_amount: 4000, on_hand: 5 },
    { sku: "L-B", title: "Blue", price_amount: 3550, on_hand: 6 },
  ]);
});

test("A5 Shopify's inventory export sets the stock, added up over its locations", async () => {
  const rows = [
    "lamp,Lamp,Colour,Red,L-R,Vienna,7",
    "vase,Vase,,,V,Vienna,not stocked",
    "lamp,Lamp,Colour,Red,L-R,Graz,2",
    "vase,Vase,,,V,Graz,4",
  ];
  const job = await send(`Handle,Title,Option1 Name,Option1 Value,SKU,Location,On hand\n${rows.join("\n")}\n`);
  expect(job).toMatchObject({ totals: { update: 2, error: 0 }, summary: { fields: { stock: 2 } } });
  await run(job.id);
  expect((await variations("lamp"))[0]).toMatchObject({ on_hand: 9 });
  expect((await variations("vase"))[0]).toMatchObject({ on_hand: 4, price_amount: 1200 });
  expect((await send(`Handle,SKU,On hand\nlamp,L-R,9\nvase,V,4\n`)).totals).toMatchObject({ update: 0, skip: 2 });
});

test("C5 a line that occurs twice does not count twice, and another price for the same variation is an error", async () => {
  const job = await send("SKU,On hand\nL-B,7\nL-B,7\n");
  expect(job).toMatchObject({
    summary: { fields: { stock: 1 } },
    totals: { update: 1, error: 1 },
    errors: [{ row: 3, code: "row_repeated", message: "Row 2 is the same. This row is not imported." }],
  });
  await run(job.id);
  expect((await variations("lamp"))[1]).toMatchObject({ sku: "L-B", on_hand: 7 });
  expect(await send("SKU,Price\nV,13\nV,14\n")).toMatchObject({
    totals: { update: 0, error: 1 },
    errors: [{ row: 3, code: "row_repeated" }],
  });
  expect(await send("SKU,Location,On hand\nL-B,Vienna,5\nL-B,Graz,2\nL-B,Graz,2\n")).toMatchObject({
    totals: { update: 0, skip: 1, error: 1 },
    errors: [{ row: 4, code: "row_repeated" }],
  });
});

test("A5 each line of a variation is compared once, however many locations a stock file has", async () => {
  const count = 400;
  let reads = 0;
  const line = (at: number): UpdateLine => ({
    row: { row: at + 2, cells: [] },
    handle: "lamp",
    sku: "L-R",
    options: [],
    price: 3000,
    compareAt: undefined,
    cost: undefined,
    quantity: 1,
    get location() {
      reads++;
      return `shelf ${at}`;
    },
  });
  const lines = Array.from({ length: count }, (_, at) => line(at));
  const headings = { handle: "Handle", sku: "SKU", option1: "Option1", compareAt: "Compare At Price" };
  const [planned] = await planUpdates(shop.app.db, [
    { slug: "lamp", rows: [], lines, errors: [], notes: [], currencies: [], headings },
  ]);
  expect(planned?.plan).toMatchObject({ kind: "update", changes: ["stock"], pairs: [{ draft: { on_hand: count } }] });
  expect(reads).toBeLessThanOrEqual(5 * count);
});

test("A5 of Shopify's inventory export the new quantity counts, else the current one", async () => {
  const head = "Handle,Title,SKU,Location,On hand (current),On hand (new)";
  const job = await send(`${head}\nlamp,Lamp,L-R,Vienna,4,\nlamp,Lamp,L-B,Vienna,4,8\n`);
  expect(job).toMatchObject({ totals: { update: 1, error: 0 }, columns: { ignored: ["Location"] } });
  await run(job.id);
  expect(await variations("lamp")).toMatchObject([{ on_hand: 4 }, { on_hand: 8 }]);
});

test("A5 a handle alone is enough for a product with one variation, else the options or the SKU are needed", async () => {
  const job = await send("Handle,Option1 Value,Variant Price\nvase,,14\nlamp,,1\nlamp,Blue,29\nlamp,Green,3\n");
  expect(job.errors).toMatchObject([
    { row: 3, column: null, code: "variation_missing" },
    { row: 5, column: "Option1 Value", code: "variation_unknown" },
  ]);
  expect(job.totals).toMatchObject({ update: 1 });
  await run(job.id);
  expect((await variations("vase"))[0]).toMatchObject({ price_amount: 1400 });
});

test("A5 an imported compare-at price above the lowest price of the last 30 days is saved and noted", async () => {
  const job = await send("Handle,Variant Price,Variant Compare At Price\nvase,10,99\n");
  const done = await run(job.id);
  expect(done.totals).toMatchObject({ update: 1, error: 0 });
  expect(done.notes.at(-1)).toMatchObject({ row: 2, code: "above_prior_price" });
  expect((await variations("vase"))[0]).toMatchObject({ price_amount: 1000, compare_at_amount: 9900 });
});

/** Changes a column of another product right before that one is imported. */
async function changeDuring(sku: string, change: ReturnType<typeof sql>) {
  const { db } = shop.app;
  await sql`
    create or replace function change_meanwhile() returns trigger language plpgsql as $$ begin ${change}; return null; end $$`.execute(
    db,
  );
  await sql`
    create or replace trigger change_meanwhile after update on variations for each row
    when (new.sku = ${sql.lit(sku)} and pg_trigger_depth() = 0) execute function change_meanwhile()`.execute(db);
}

test("A5 an update sets what the file names; a price or name changed while it runs stays", async () => {
  await run((await send(`${header},Variant Inventory Qty\none,One,,,,O-1,10,,1\ntwo,Two,,,,O-2,20,,1\n`)).id);
  const job = await send("SKU,Quantity\nO-1,5\nO-2,6\n");
  await changeDuring(
    "O-1",
    sql`update variations set price_amount = 2222 where sku = 'O-2'; update products set name = 'New name' where slug = 'two'`,
  );
  await run(job.id);
  await sql`drop trigger change_meanwhile on variations`.execute(shop.app.db);
  expect(await variations("two")).toMatchObject([{ price_amount: 2222, on_hand: 6 }]);
  const listed = (await shop.ask("GET /product/admin?per_page=100", { token })).body.data;
  expect(listed.find(({ slug }: { slug: string }) => slug === "two").name).toBe("New name");
});

test("A5 stock below what orders have reserved is an error in the preview already", async () => {
  await run((await send(`${header},Variant Inventory Qty\nheld,Held,,,,H-1,10,,9\n`)).id);
  await sql`
    update stock_levels set reserved = 4
    where variation_id = (select id from variations where sku = 'H-1')`.execute(shop.app.db);
  for (const content of ["SKU,Quantity\nH-1,2\n", `${header},Variant Inventory Qty\nheld,Held,,,,H-1,10,,2\n`])
    expect(await send(content)).toMatchObject({
      totals: { rows: 1, update: 0, error: 1 },
      errors: [{ row: 2, code: "stock_held", message: expect.stringContaining("reserved 4") }],
    });
  expect((await send("SKU,Quantity\nH-1,4\n")).totals).toMatchObject({ update: 1, error: 0 });
});

test("A5 a product whose handle is long is found by it", async () => {
  const handle = "long-".repeat(28).slice(0, 139) + "x";
  await run((await send(`${header},Variant Inventory Qty\n${handle},Long,,,,LONG,10,,1\n`)).id);
  expect((await send(`Handle,SKU,On hand\n${handle},,4\n`)).totals).toMatchObject({ update: 1, error: 0 });
});

test("A5 a file of products leaves what it doesn't name as it was changed while it runs", async () => {
  await run((await send(`${header},Variant Inventory Qty\nthree,Three,,,,O-3,10,,1\nfour,Four,,,,O-4,20,,1\n`)).id);
  const job = await send(`${header}\nthree,Three,,,,O-3,11,\nfour,Four,<p>New.</p>,,,O-4,20,\n`);
  await changeDuring("O-3", sql`update products set brand = 'Meanwhile' where slug = 'four'`);
  await run(job.id);
  await sql`drop trigger change_meanwhile on variations`.execute(shop.app.db);
  const { rows } = await sql<{ brand: string; description: string }>`
    select brand, description_html as description from products where slug = 'four'`.execute(shop.app.db);
  expect(rows).toEqual([{ brand: "Meanwhile", description: "<p>New.</p>" }]);
});

test("A5 a compare-at price that is left out or taken away is noted in the preview", async () => {
  await run((await send(`${header}\ncup,Cup,,,,C-1,30,40\njug,Jug,,,,C-2,30,40\npan,Pan,,,,C-3,30,40\n`)).id);
  const job = await send("SKU,Price,Compare At Price\nC-1,30,25\nC-2,50,\nC-3,30,30\n");
  expect(job.notes).toMatchObject([
    { row: 2, column: "Compare At Price", code: "compare_at_ignored" },
    { row: 3, column: null, code: "compare_at_ignored" },
  ]);
  await run(job.id);
  expect((await variations("cup"))[0]).toMatchObject({ price_amount: 3000, compare_at_amount: null });
  expect((await variations("jug"))[0]).toMatchObject({ price_amount: 5000, compare_at_amount: null });
});
