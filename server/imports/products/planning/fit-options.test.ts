import { expect, test } from "vitest";
import { confirm, openImportShop, upload } from "#server/imports/testing.ts";

const shop = await openImportShop();
const { token } = await shop.person("admin");
const send = (content: string, name = "products.csv") =>
  upload(shop, "/product/admin/upload", { token, name, content });
const runFile = async (content: string, name?: string) => confirm(shop, (await send(content, name)).id, token);
interface Shown {
  id: number;
  name: string;
  status: string;
  variations: { title: string; sku: string | null; price_amount: number; track_stock: boolean; on_hand: number }[];
}
const product = async (slug: string): Promise<Shown> => {
  const rows = (await shop.ask("GET /product/admin?per_page=100", { token })).body.data;
  const id = rows.find((one: { slug: string }) => one.slug === slug)?.id;
  return (await shop.ask(`GET /product/${id}`, { token })).body.data;
};
const titles = async (slug: string) => (await product(slug)).variations.map(({ title }) => title);

const feedHead = "id\titem_group_id\ttitle\tlink\timage_link\tavailability\tprice\tcolor\tsize";
const feedItem = (id: string, color: string, size: string, price = "20 EUR") =>
  [id, "G", `Tee, ${color}, ${size}`, "https://old.example/tee", "", "in_stock", price, color, size].join("\t");
const feed = (...items: string[]) => `${feedHead}\n${items.join("\n")}\n`;
const options = "Handle,Title,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant SKU,Variant Price";

test("A5 a feed with fewer items keeps the product's other variations, options and name", async () => {
  await runFile(feed(feedItem("T1", "Red", "S"), feedItem("T2", "Red", "M"), feedItem("T3", "Blue", "S")), "feed.tsv");
  expect(await titles("tee")).toEqual(["Red / S", "Red / M", "Blue / S"]);
  const cheaper = feed(feedItem("T1", "Red", "S", "18 EUR"), feedItem("T2", "Red", "M"), feedItem("T4", "Red", "L"));
  expect(await send(cheaper, "feed.tsv")).toMatchObject({
    totals: { create: 0, update: 1, error: 0 },
    summary: { fields: { variations: 1 } },
    notes: [],
  });
  const one = await send(feed(feedItem("T3", "Blue", "S")), "feed.tsv");
  expect(one.totals).toMatchObject({ create: 0, update: 0, skip: 1 });
});

test("C5 option values without a column of names are those of the product's options", async () => {
  await runFile(`${options}\nvase,Vase,Size,S,,,V-S,10\nvase,,,M,,,V-M,11\nvase,,,L,,,V-L,12\n`);
  const job = await send("Handle,Title,Option1 Value,Variant Price\nvase,Vase,M,15\n");
  expect(job).toMatchObject({ totals: { update: 1, error: 0 }, summary: { fields: { variations: 1 } }, notes: [] });
  await confirm(shop, job.id, token);
  expect((await product("vase")).variations.map(({ title, price_amount }) => [title, price_amount])).toEqual([
    ["S", 1000],
    ["M", 1500],
    ["L", 1200],
  ]);
});

test("C5 an empty cell of an option leaves the variation of the SKU as it is", async () => {
  const head = "Title,Option1 Name,Option1 Value,Variant SKU,Variant Price,Handle";
  await runFile(`${head}\nBowl,Size,S,B-S,10,bowl\n,,M,B-M,11,bowl\n`);
  const job = await send(`${head}\nBowl,Size,,B-M,15,bowl\n,,,B-S,12,bowl\n`);
  expect(job).toMatchObject({ totals: { update: 1, error: 0 }, summary: { fields: { variations: 1 } }, notes: [] });
  const missing = await send(`${head}\nJar,Size,S,J-S,10,jar\n,,,J-M,11,jar\n`);
  expect(missing).toMatchObject({ totals: { create: 1 }, notes: [{ row: 3, column: "Option1 Value" }] });
});

test("C5 a second option without values stays, found by SKU or by the values of the first", async () => {
  await runFile(`${options}\nrug,Rug,Size,S,Color,Red,R-S,10\nrug,,,M,,Blue,R-M,11\n`);
  const job = await send(`${options}\nrug,Rug,Size,S,,,R-S,15\nrug,,,M,,,,11\n`);
  expect(job).toMatchObject({ totals: { update: 1, error: 0 }, summary: { fields: { variations: 1 } }, notes: [] });
});

test("C5 the preview says how many variations go when the product gets other options", async () => {
  await runFile(`${options}\nlamp,Lamp,Size,S,,,L-S,10\nlamp,,,M,,,L-M,11\nlamp,,,L,,,L-L,12\n`);
  const job = await send(`${options}\nlamp,Lamp,Color,Red,,,L-S,10\n`);
  expect(job).toMatchObject({
    totals: { update: 1 },
    notes: [{ row: 2, code: "variations_deleted", message: expect.stringContaining("2 variations") }],
    note_groups: [{ code: "variations_deleted", count: 1, is_loss: true }],
  });
});

test("C5 an empty price leaves a free product on sale, and a draft without a price a draft", async () => {
  const head = "Handle,Title,Variant Price,Status";
  await runFile(`${head}\nleaflet,Leaflet,0,active\nposter,Poster,,active\n`);
  expect([(await product("leaflet")).status, (await product("poster")).status]).toEqual(["active", "draft"]);
  const job = await send(`${head}\nleaflet,Leaflet,,active\nposter,Poster,,active\n`);
  expect(job.totals).toMatchObject({ update: 0, skip: 2 });
});

test("C5 a file of prices makes no product type", async () => {
  await runFile("Handle,Title,Type,Variant Price\nspoon,Spoon,Cutlery,5\n");
  const types = async () =>
    (await shop.ask("GET /product-types", { token })).body.data.map(({ name }: { name: string }) => name);
  const general = (await shop.ask("GET /product-types", { token })).body.data.find(
    ({ name }: { name: string }) => name === "General",
  );
  if (general) await shop.ask(`PUT /product-types/${general.id}`, { token, body: { ...general, name: "Things" } });
  const before = await types();
  expect(before).not.toContain("General");
  await runFile("Handle,Variant Price\nspoon,6\n");
  expect((await product("spoon")).variations).toMatchObject([{ price_amount: 600 }]);
  expect(await types()).toEqual(before);
});
