import { afterEach, expect, test } from "vitest";
import { confirm, openImportShop, upload } from "#server/imports/testing.ts";
import { runUndo } from "#server/imports/undo.ts";
import { listStockInconsistencies } from "#server/stock/stock.ts";
import { selling } from "#server/testing/selling.ts";

const shop = await openImportShop();
const { app } = shop;
const { token } = await shop.person("admin");
const { fill, order } = selling(shop);
afterEach(async () => expect(await listStockInconsistencies(app.db)).toEqual([]));

const ask = async (route: string, body?: object) => shop.ask(route, { token, ...(body ? { body } : {}) });
const head =
  "Handle,Title,Body (HTML),Tags,Type,Status,Option1 Name,Option1 Value,Variant SKU,Variant Price,Variant Inventory Qty";
const runImport = async (...rows: string[]) => {
  const { id } = await upload(shop, "/product/admin/upload", {
    token,
    name: "cups.csv",
    content: `${[head, ...rows].join("\n")}\n`,
  });
  return confirm(shop, id, token);
};
const undo = async ({ id }: { id: string }) => {
  expect((await ask(`POST /imports/${id}/undo`)).status).toBe(202);
  await app.jobs.drain();
  return (await ask(`GET /imports/${id}`)).body.data;
};
const find = async (slug: string) => {
  const { body } = await ask(`GET /product/admin?name=${slug}`);
  const row = body.data.find((one: { slug: string }) => one.slug === slug);
  return row && (await ask(`GET /product/${row.id}`)).body.data;
};
const get = async ({ id }: { id: number }) => (await ask(`GET /product/${id}`)).body.data;
/** Without what every write changes, and without the date of first publication, which stays. */
const comparable = (product: object) =>
  JSON.parse(
    JSON.stringify(product, (key, value) => (/^(version|(updat|publish)ed_at)$/.test(key) ? undefined : value)),
  );
/** Saves a product with other fields; `only` changes its first variation. */
const edit = async (id: number, change: object, only: object = {}) => {
  const { images: _, ...product } = await get({ id });
  const [first, ...others] = product.variations;
  const body = { ...product, ...change, variations: [{ ...first, ...only }, ...others] };
  const { status, body: answer } = await ask(`PUT /product/${id}`, body);
  expect([status, answer.errors]).toEqual([200, undefined]);
};
const buy = async (variationId: number, quantity: number) => {
  const buyer = await shop.person();
  await fill(buyer, variationId, quantity);
  expect((await order(buyer)).status).toBe(201);
};

test("A5 an undo deletes what an import created and sets back what it changed, to the last field", async () => {
  await runImport(
    'mug,Mug,<p>Old</p>,"red, round",Cups,draft,Size,S,M-S,10.00,4',
    "mug,,,,,,,L,M-L,12.00,5",
    "vase,Vase,,,Cups,active,,,V,30.00,2",
  );
  const [mug, vase] = [await find("mug"), await find("vase")];
  const job = await runImport(
    'mug,New mug,<p>New</p>,"blue, round",Bowls,active,Size,S,M-1,11.00,9',
    "mug,,,,,,,L,M-L,12.00,1",
    "mug,,,,,,,XL,M-XL,14.00,3",
    "vase,Vase,,,Cups,active,Color,White,V-W,31.00,2",
    "vase,,,,,,,Black,V-B,32.00,7",
    "jug,Jug,,,Cups,active,,,J,20.00,6",
  );
  expect(job.undo).toMatchObject({ total: 3, undone: 0, left: 0, failures: [] });
  expect(Date.parse(job.undo.until)).toBeGreaterThan(Date.now() + 23 * 3_600_000);
  expect((await get(mug)).variations).toHaveLength(3);
  const undone = await undo(job);
  expect(undone).toMatchObject({ status: "undone", undo: { until: null, total: 3, undone: 3, left: 0 } });
  expect(comparable(await get(mug))).toEqual(comparable(mug));
  expect(comparable(await get(vase))).toEqual(comparable(vase));
  expect(await find("jug")).toBeUndefined();
  expect((await ask(`POST /imports/${job.id}/undo`)).body.code).toBe("import_not_undoable");
});

test("A5 a tag and a type that are deleted since an import stay away, and the rest of the product comes back", async () => {
  await runImport("bowl,Bowl,,old bowls,Old bowls,active,,,B,10.00,4");
  const bowl = await find("bowl");
  const job = await runImport("bowl,New bowl,,new bowls,New bowls,active,,,B,12.00,4");
  const [tag] = bowl.tag_ids;
  expect((await ask(`DELETE /tags/${tag}`)).status).toBe(204);
  expect((await ask(`DELETE /product-types/${bowl.product_type_id}`)).status).toBe(204);
  const undone = await undo(job);
  expect(undone.undo).toMatchObject({
    left: 1,
    failures: [{ message: expect.stringContaining("not set back: type.") }],
  });
  expect(await get(bowl)).toMatchObject({ name: "Bowl", tag_ids: [], variations: [{ price_amount: 1000 }] });
});

test("A5 options that an import replaced come back, with the variations it removed", async () => {
  await runImport("bowl,Bowl,,,Cups,active,Size,S,B-S,10.00,4", "bowl,,,,,,,L,B-L,12.00,5");
  const bowl = await find("bowl");
  const job = await runImport("bowl,Bowl,,,Cups,active,Color,Red,B-R,10.00,1", "bowl,,,,,,,Blue,B-B,12.00,2");
  expect((await get(bowl)).variations.map(({ title }: { title: string }) => title)).toEqual(["Red", "Blue"]);
  expect(await undo(job)).toMatchObject({ undo: { undone: 1, left: 0 } });
  expect(comparable(await get(bowl))).toEqual(comparable(bowl));
});

test("A5 units sold since an import stay sold after its undo", async () => {
  await runImport(
    "plate,Plate,,,Cups,active,,,P,10.00,10",
    "dish,Dish,,,Cups,active,,,D,10.00,2",
    "pot,Pot,,,Cups,active,,,O,10.00,8",
  );
  const job = await runImport(
    "plate,Plate,,,Cups,active,,,P,11.00,50",
    "dish,Dish,,,Cups,active,,,D,11.00,50",
    "pot,Pot,,,Cups,active,,,O,11.00,3",
  );
  const products = [await find("plate"), await find("dish"), await find("pot")];
  const variations = products.map(({ variations: [first] }) => first.id as number);
  for (const [at, quantity] of [3, 5, 2].entries()) await buy(variations[at] as number, quantity);
  const undone = await undo(job);
  expect(undone.undo).toMatchObject({ undone: 2, left: 1 });
  expect(undone.undo.failures).toMatchObject([
    { name: "Dish", message: expect.stringContaining("stock that is sold or reserved") },
  ]);
  const levels = await Promise.all(products.map(async (product) => (await get(product)).variations[0]));
  expect(levels).toMatchObject([
    { price_amount: 1000, on_hand: 10, reserved: 3 },
    { price_amount: 1000, on_hand: 50, reserved: 5 },
    { price_amount: 1000, on_hand: 8, reserved: 2 },
  ]);
});

test("A5 what was ordered or changed since an import stays, and the report says so", async () => {
  await runImport("cup,Cup,<p>Old</p>,,Cups,active,,,C,10.00,5", "tray,Tray,,,Cups,active,,,T,10.00,5");
  const job = await runImport(
    "cup,Better cup,<p>New</p>,,Cups,active,,,C,12.00,7",
    "tray,Tray,,,Cups,active,Size,S,T,10.00,5",
    "tray,,,,,,,L,T-L,10.00,5",
    "lid,Lid,,,Cups,active,,,L,3.00,5",
    "lamp,Lamp,,,Cups,active,,,A,3.00,5",
    "shelf,Shelf,,,Cups,active,,,S,3.00,5",
  );
  const [cup, tray, lid, lamp] = [await find("cup"), await find("tray"), await find("lid"), await find("lamp")];
  await edit(cup.id, { name: "Best cup" }, { on_hand: 9 });
  await edit(lamp.id, { name: "Bright lamp" });
  await buy(lid.variations[0].id, 1);
  await buy(tray.variations[1].id, 1);
  const undone = await undo(job);
  expect(undone.undo).toMatchObject({ total: 5, undone: 1, left: 4 });
  expect(undone.undo.failures.map(({ name, message }: { name: string; message: string }) => [name, message])).toEqual([
    ["Best cup", "Changed since, so not set back: name, stock."],
    ["Tray", "It was ordered."],
    ["Lid", "It was ordered."],
    ["Bright lamp", "Changed since."],
  ]);
  expect(await get(cup)).toMatchObject({
    name: "Best cup",
    description_html: "<p>Old</p>",
    variations: [{ price_amount: 1000, on_hand: 9 }],
  });
  expect(comparable(await get(lid))).toMatchObject({ status: "active", variations: [{ on_hand: 5, reserved: 1 }] });
  expect(await find("shelf")).toBeUndefined();
});

test("A5 an import is undone for 24 hours, in the audit log too, and an interrupted undo continues", async () => {
  const old = await runImport("pan,Pan,,,Cups,active,,,PAN,10.00,5");
  const { now } = app;
  app.now = () => new Date(Date.now() + 25 * 3_600_000);
  expect((await ask(`GET /imports/${old.id}`)).body.data.undo.until).toBeNull();
  expect((await ask(`POST /imports/${old.id}/undo`)).body.code).toBe("import_not_undoable");
  app.now = now;

  const job = await runImport("pan,Pan,,,Cups,active,,,PAN,11.00,5", "lathe,Lathe,,,Cups,active,,,LAT,10.00,5");
  const [entry] = (await ask(`GET /audit?entity=import&entity_id=${job.id}`)).body.data;
  expect(entry).toMatchObject({ action: "POST /imports/:id/confirm", undo: "possible" });
  expect((await ask(`POST /audit/${entry.id}/undo`)).status).toBe(200);
  await runUndo(app, job.id, AbortSignal.abort());
  expect((await ask(`GET /imports/${job.id}`)).body.data).toMatchObject({ status: "undoing", undo: { undone: 1 } });
  await app.jobs.drain();
  expect((await ask(`GET /imports/${job.id}`)).body.data).toMatchObject({ status: "undone", undo: { undone: 2 } });
  expect((await ask(`POST /audit/${entry.id}/undo`)).body.code).toBe("stale");
});
