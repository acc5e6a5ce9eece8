import { expect, test } from "vitest";
import { confirm, openImportShop, upload } from "#server/imports/testing.ts";

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
