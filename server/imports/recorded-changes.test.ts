import { expect, test } from "vitest";
import { confirm, openImportShop, upload } from "./testing.ts";

const shop = await openImportShop();
const admin = await shop.person("admin");
const ask = async (route: string, body?: object, { token } = admin) =>
  (await shop.ask(route, { token, body })).body.data;
const runImport = async (...lines: string[]) => {
  const { id } = await upload(shop, "/product/admin/upload", {
    token: admin.token,
    name: "lamps.csv",
    content: `${lines.join("\n")}\n`,
  });
  return confirm(shop, id, admin.token);
};
const undo = async ({ id }: { id: string }, by = admin) => {
  await ask(`POST /imports/${id}/undo`, {}, by);
  await shop.app.jobs.drain();
  return ask(`GET /imports/${id}`);
};
const find = async (slug: string) => {
  const row = (await ask(`GET /product/admin?name=${slug}`)).find((one: { slug: string }) => one.slug === slug);
  return row && ask(`GET /product/${row.id}`);
};
const timeline = (entity: string, id: number) => ask(`GET /audit?entity=${entity}&entity_id=${id}`);

test("A7 an import is one line of the log, with a change in the log of each product and category", async () => {
  const head = "Handle,Title,Variant SKU,Variant Price,Variant Inventory Qty,Product Category";
  await runImport(head, "lamp,Lamp,L,10.00,5,");
  const lamp = await find("lamp");
  const job = await runImport(head, "lamp,Lamp,L,12.00,7,", "torch,Torch,T,20.00,2,Lights");
  const [line] = await ask("GET /audit");
  expect(line).toMatchObject({
    action: "POST /imports/:id/confirm",
    entity_id: job.id,
    is_set: true,
    undo: "possible",
  });
  const parts = await ask(`GET /audit?set_id=${job.id}`);
  expect(parts.map(({ entity, name }: { entity: string; name: string }) => [entity, name])).toEqual([
    ["product", "Torch"],
    ["product", "Lamp"],
    ["category", "Lights"],
  ]);
  const [variation, stock] = [`variation.${lamp.variations[0].id}`, `stock.${lamp.variations[0].id}`];
  const [change] = await timeline("product", lamp.id);
  expect(change).toMatchObject({
    actor: { id: admin.id },
    action: "POST /imports/:id/confirm",
    before: { [variation]: { price_amount: 1000 }, [stock]: 5 },
    after: { [variation]: { price_amount: 1200 }, [stock]: 7 },
    set_id: job.id,
    undo: "not_possible",
  });
  const torch = await find("torch");
  expect(await timeline("product", torch.id)).toMatchObject([
    { before: null, after: { name: "Torch", slug: "torch" } },
  ]);

  const colleague = await shop.person("admin");
  expect((await undo(job, colleague)).undo).toMatchObject({ total: 2, undone: 2, left: 0 });
  const by = { actor: { id: colleague.id }, action: "POST /imports/:id/undo" };
  expect(await timeline("product", lamp.id)).toMatchObject([
    { ...by, undoes: change.id, before: change.after, after: change.before },
    { id: change.id, undo: "undone" },
    { before: null },
  ]);
  expect(await timeline("product", torch.id)).toMatchObject([
    { ...by, before: { name: "Torch" }, after: null },
    { undo: "undone" },
  ]);
  const [category] = parts.slice(-1);
  expect(await timeline("category", category.entity_id)).toMatchObject([
    { ...by, before: { name: "Lights" }, after: null, undoes: category.id },
    { undo: "undone" },
  ]);
});

test("A7 a product that two rows of a file change has two changes, and is undone as one", async () => {
  const head = "Handle,Title,Option1 Name,Option1 Value,Variant SKU,Variant Price,Variant Inventory Qty";
  await runImport(head, "mug,Mug,Size,S,M-S,5.00,1", "mug,,,L,M-L,6.00,2");
  const mug = await find("mug");
  const job = await runImport("Handle,Title,Variant SKU,Variant Price", ",Red mug,M-S,7.00", ",Blue mug,M-L,8.00");
  expect(await find("mug")).toMatchObject({
    name: "Red mug",
    variations: [{ price_amount: 700 }, { price_amount: 800 }],
  });
  expect(await ask(`GET /audit?set_id=${job.id}`)).toHaveLength(2);
  expect((await undo(job)).undo).toMatchObject({ total: 1, undone: 1, left: 0 });
  const prices = ({ name, variations }: typeof mug) => [
    name,
    variations.map((one: { price_amount: number }) => one.price_amount),
  ];
  expect(prices(await find("mug"))).toEqual(prices(mug));
});

test("A5 an undo removes the images that an import added, and only these", async () => {
  const image = (name: string) => `https://images.example/${name}.png`;
  const head = "Handle,Title,Variant Price,Image Src";
  await runImport(head, `vase,Vase,5.00,${image("old")}`);
  const vase = await find("vase");
  const sources = async () =>
    (await ask(`GET /images/downloads?product_id=${vase.id}`)).map((one: { source_url: string }) => one.source_url);
  const job = await runImport(head, `vase,Vase,5.00,${image("old")}`, `vase,,,${image("new")}`);
  expect(await sources()).toHaveLength(2);
  expect((await undo(job)).undo).toMatchObject({ undone: 1, left: 0 });
  expect(await sources()).toEqual([image("old")]);
});
