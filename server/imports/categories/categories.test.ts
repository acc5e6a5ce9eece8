import { expect, test } from "vitest";
import { confirm, fixture, form, openImportShop, realFile, upload } from "#server/imports/testing.ts";

const route = "/categories/upload";
interface Shelf {
  id: number;
  name: string;
  path: string;
  subfolder: Shelf[];
}
const flat = (shelves: Shelf[]): Shelf[] => shelves.flatMap((shelf) => [shelf, ...flat(shelf.subfolder)]);

/** An administrator's imports in a shop without categories. */
async function emptyShop() {
  const shop = await openImportShop();
  const { token } = await shop.person("admin");
  const send = (content: Buffer | string, name: string) => upload(shop, route, { token, name, content });
  const run = (id: string) => confirm(shop, id, token);
  const tree = async (): Promise<Shelf[]> => (await shop.ask("GET /categories")).body.data;
  const paths = async () => flat(await tree()).map(({ path }) => path);
  return { shop, token, send, run, tree, paths };
}

/** An importer in a shop with the categories of a sample file. */
async function filledShop(file: string) {
  const importer = await emptyShop();
  const { id } = await importer.send(fixture(file), file);
  await importer.run(id);
  return importer;
}

// Imports change the whole tree, so tests of the result have shops of their own.
const { shop, token, send, paths } = await emptyShop();
const brief = (errors: { row: number; code: string }[]) => errors.map(({ row, code }) => [row, code]);

test("C8 a category JSON is previewed and comes out as a tree, its missing parents made from the paths", async () => {
  const { send, run, paths } = await emptyShop();
  const job = await send(fixture("categories.json"), "categories.json");
  expect(job).toMatchObject({
    status: "preview",
    kind: "categories",
    format: "JSON",
    totals: { rows: 8, create: 7, update: 0, skip: 0, error: 2 },
  });
  expect(brief(job.errors)).toEqual([
    [7, "name_missing"],
    [8, "id_repeated"],
  ]);
  expect(await paths()).toEqual([]);
  expect(await run(job.id)).toMatchObject({ status: "done", totals: { create: 7, error: 2 } });
  expect(await paths()).toEqual([
    "home",
    "home/bedroom",
    "home/kitchen",
    "home/kitchen/knives",
    "home/kitchen/knives-2",
    "home/lighting",
    "home/lighting/lamps",
  ]);
});

test("C8 the same categories twice change nothing; a new name is one update", async () => {
  const { send, run, tree } = await filledShop("categories.json");
  const again = await send(fixture("categories.json"), "categories.json");
  expect(again.totals).toMatchObject({ create: 0, update: 0, skip: 7 });
  const before = await tree();
  await run(again.id);
  expect(await tree()).toEqual(before);
  const renamed = await send(
    fixture("categories.json").toString().replaceAll("Bedroom", "Bedrooms"),
    "categories.json",
  );
  expect(renamed.totals).toMatchObject({ create: 0, update: 1, skip: 6 });
  await run(renamed.id);
  expect(flat(await tree()).find(({ name }) => name === "Bedrooms")?.id).toBe(
    flat(before).find(({ name }) => name === "Bedroom")?.id,
  );
});

test("C8 a category moved in the file moves in the shop, with what is below it", async () => {
  const { send, run, paths } = await filledShop("categories.json");
  const item = (id: string, name: string, ...above: [string, string][]) => ({
    id,
    name,
    path: [...above, [id, name]].map(([key, label]) => ({ id: key, name: label })),
  });
  const job = await send(JSON.stringify([item("n0", "New"), item("h1", "Kitchen", ["n0", "New"])]), "moved.json");
  expect(job.totals).toMatchObject({ create: 1, update: 1 });
  await run(job.id);
  expect(await paths()).toContain("new/kitchen/knives-2");
});

test("C8 a category CSV by paths: missing parents, too deep, nameless and repeated rows are named, the rest goes in", async () => {
  const { send, run, paths } = await emptyShop();
  const job = await send(fixture("categories.csv"), "categories.csv");
  expect(job).toMatchObject({ format: "CSV, UTF-8, separated by commas", columns: { ignored: ["colour"] } });
  expect(brief(job.errors)).toEqual([
    [5, "parent_missing"],
    [14, "too_deep"],
    [15, "name_missing"],
    [16, "path_repeated"],
    [17, "path_missing"],
  ]);
  expect(job.totals).toEqual({ rows: 16, create: 11, update: 0, skip: 0, error: 5 });
  await run(job.id);
  expect(await paths()).toEqual(expect.arrayContaining(["men/shoes/boots", "a/b/c/d/e/f/g/h"]));
  expect((await send(fixture("categories.csv"), "categories.csv")).totals).toMatchObject({
    create: 0,
    update: 0,
    skip: 11,
  });
});

test("C8 paths of names with > are understood, and find what is there", async () => {
  const { send, run, paths } = await filledShop("categories.csv");
  const job = await send("path;description\nMen > Shoes;For feet\nMen > Socks;\n", "names.csv");
  expect(job.totals).toMatchObject({ create: 1, update: 1, error: 0 });
  await run(job.id);
  expect(await paths()).toContain("men/socks");
});

test("C8 categories below each other are refused as a cycle, and those below them with them", async () => {
  const job = await send("id,parent_id,name\nx,y,X\ny,x,Y\nz,y,Z\nok,,Ok\n", "cycle.csv");
  expect(job.totals).toMatchObject({ create: 1, error: 3 });
  expect(job.errors[0]).toMatchObject({ row: 2, code: "category_cycle" });
});

test("A4 confirm=1 previews and runs in one go", async () => {
  const answer = await shop.ask(`POST ${route}?confirm=1`, {
    ...form({ name: "one.csv", content: "path,name\nat-once,At once\n" }),
    token,
  });
  expect(answer).toMatchObject({ status: 202, body: { data: { status: "running" } } });
  await shop.app.jobs.drain();
  expect(await paths()).toContain("at-once");
  const latest = (await shop.ask("GET /imports", { token })).body.data;
  expect(latest[0]).toMatchObject({ id: answer.body.job_id, file: "one.csv", status: "done", progress: 1 });
});

test("A4 JSON that is broken, or no list, fails with what is wrong", async () => {
  expect((await send('[{"id": 1', "broken.json")).message).toMatch(/^The file isn't valid JSON/);
  expect((await send('{"id": 1}', "object.json")).message).toMatch(/must contain a list/);
  expect((await send("colour\nred\n", "other.csv")).message).toBe("The file is missing the columns path, name.");
  expect((await send("path,name\n", "none.csv")).message).toBe("The file doesn't contain any categories.");
});

test.each([
  ["no file", form(), 400, "upload_missing"],
  ["no form", { body: { a: 1 } }, 400, "upload_missing"],
  ["two files", form({ name: "a.csv", content: "path\na" }, { name: "b.csv", content: "path\nb" }), 400, "bad_input"],
  ["an empty file", form({ name: "a.csv", content: "" }), 415, "upload_unreadable"],
  ["a workbook", form({ name: "a.xlsx", content: "PK\x03\x04\x00" }), 415, "upload_unreadable"],
  ["an image", form({ name: "a.csv", content: Buffer.from([0x89, 0x50, 0x4e, 0x47]) }), 415, "upload_unreadable"],
])("A5 an upload of %s is refused", async (_kind, sent, status, code) => {
  for (const path of [route, "/product/admin/upload"]) {
    const answer = await shop.ask(`POST ${path}`, { ...sent, token });
    expect([answer.status, answer.body.code]).toEqual([status, code]);
  }
});

test("P3 only administrators upload and see imports", async () => {
  const customer = await shop.person("customer");
  const sent = form({ name: "a.csv", content: "path,name\na,A\n" });
  expect((await shop.ask(`POST ${route}`, { ...sent, token: customer.token })).status).toBe(403);
  expect((await shop.ask("GET /imports", { token: customer.token })).status).toBe(403);
  expect((await shop.ask("GET /imports/0199a3b0-0000-7000-8000-000000000000", { token })).status).toBe(404);
});

const real = realFile("bestbuy-categories.json");
test.skipIf(!real)("C8 thousands of real categories go in within seconds, and again without a change", async () => {
  const { send, run } = await emptyShop();
  const content = real as Buffer;
  const begun = Date.now();
  const job = await send(content, "bestbuy-categories.json");
  expect(job.totals).toMatchObject({ rows: 4584, update: 0, error: 1 });
  expect(job.totals.create + job.totals.skip).toBe(4583 + 139);
  const done = await run(job.id);
  expect(done).toMatchObject({ status: "done", totals: { error: 1 } });
  expect(Date.now() - begun).toBeLessThan(15_000);
  const again = await send(content, "bestbuy-categories.json");
  expect(again.totals).toMatchObject({ create: 0, update: 0, skip: 4583 + 139 });
});

/** Imports a file into the shared shop and returns the result below a category that only this file has. */
async function importBelow(top: string, content: string, name: string) {
  const job = await send(content, name);
  await confirm(shop, job.id, token);
  const slug = top.toLowerCase().replace(/\W+/g, "-");
  return { job, paths: (await paths()).filter((path) => path.split("/")[0] === slug) };
}

test.each([
  [
    "Google without ids",
    "# Google_Product_Taxonomy_Version: 2021-09-21\nCameras, Optics\nCameras, Optics > Lenses\nCameras, Optics > Lenses > Caps, Hoods\n",
  ],
  [
    "Google with ids",
    "# Google_Product_Taxonomy_Version: 2021-09-21\r\n141 - Cameras, Optics\r\n" +
      "2096 - Cameras, Optics > Lenses\r\n149 - Cameras, Optics > Lenses > Caps, Hoods\r\n",
  ],
  [
    "Shopify",
    "# Shopify Product Taxonomy - Categories: 2025-03\n\n" +
      "gid://shopify/TaxonomyCategory/co     : Cameras, Optics\ngid://shopify/TaxonomyCategory/co-1   : Cameras, Optics > Lenses\n" +
      "gid://shopify/TaxonomyCategory/co-1-2 : Cameras, Optics > Lenses > Caps, Hoods",
  ],
  ["a list with its lowest level alone", "Cameras, Optics > Lenses > Caps, Hoods\nCameras, Optics > Lenses\n"],
])("C8 a published taxonomy goes in as it is: %s", async (which, content) => {
  const top = `Cameras, ${which}`;
  const { job, paths } = await importBelow(top, content.replaceAll("Cameras, Optics", top), "taxonomy.txt");
  expect(job).toMatchObject({ format: "Taxonomy, a category a line", totals: { create: 3, error: 0 } });
  const [slug] = paths;
  expect(paths).toEqual([slug, `${slug}/lenses`, `${slug}/lenses/caps-hoods`]);
});

test("C8 commas without quotes are errors, and belong to the text where there is one column", async () => {
  const job = await send("path,name\nHome,Home\nHome > Pots, Pans\nHome > A,B,C\n", "commas.csv");
  expect(brief(job.errors)).toEqual([
    [3, "cells_extra"],
    [4, "cells_extra"],
  ]);
  const { paths } = await importBelow("Books", "path\nBooks\nBooks > Art, Music\n", "one.csv");
  expect(paths).toEqual(["books", "books/art-music"]);
});

test.each([
  ["titles and children", [{ title: "Men", children: [{ title: "Shoes", children: [{ title: "Boots" }] }] }]],
  ["paths of names", [{ name: "Boots", path: "Men > Shoes > Boots" }]],
  ["paths in lists", { categories: [{ title: "Boots", path: ["Men", "Shoes", "Boots"] }] }],
  ["texts", ["Men > Shoes", "Men > Shoes > Boots"]],
  ["parents by name", [{ name: "Men" }, { name: "Shoes", parent: "Men" }, { name: "Boots", parent: "Shoes" }]],
  [
    "parents by id",
    [
      { id: 3, title: "Boots", parent_id: 2 },
      { id: 1, title: "Men", parent_id: null },
      { id: 2, title: "Shoes", parent_id: 1 },
    ],
  ],
])("C8 category JSON is read with %s", async (what, content) => {
  const top = `Men ${what}`;
  const text = JSON.stringify(content).replaceAll("Men", top);
  const { job, paths } = await importBelow(top, text, "categories.json");
  expect(job).toMatchObject({ totals: { create: 3, error: 0 }, notes: [] });
  const [slug] = paths;
  expect(paths).toEqual([slug, `${slug}/shoes`, `${slug}/shoes/boots`]);
});

test("C8 a category JSON without parents says that all come to the top level; what is no category is named", async () => {
  const job = await send(JSON.stringify([{ id: 71, name: "A" }, { id: 72, title: "B" }, 7, {}]), "flat.json");
  expect(job).toMatchObject({ totals: { rows: 4, create: 2, error: 2 }, notes: [{ code: "parents_missing" }] });
  expect(job.errors).toMatchObject([
    { row: 3, message: "This isn't a category. Categories need a name." },
    { row: 4, code: "name_missing" },
  ]);
});

test("A7 C8 exported categories come back without a change", async () => {
  const { shop, token, send } = await filledShop("categories.json");
  await shop.ask("POST /categories", { token, body: { name: "-50%", description: "'=Last chance" } });
  const file = await shop.ask("GET /categories/export", { token });
  expect(String(file.body)).toContain("home/kitchen/knives-2,");
  const job = await send(String(file.body), "categories.csv");
  expect(job.totals).toMatchObject({ rows: 8, create: 0, update: 0, skip: 8, error: 0 });
});

test("A4 C8 an import that moves a category with rules moves the products that match", async () => {
  const { shop, token, send, run, tree } = await emptyShop();
  const write = async (table: string) => run((await send(table, "categories.csv")).id);
  const ask = async (route: string, body?: object) => (await shop.ask(route, { token, body })).body.data;
  await write("id,parent_id,name\n1,,Home\n2,,Cheap\n");
  const [type] = await ask("GET /product-types");
  await ask("POST /product", { name: "Pin", product_type_id: type.id, variations: [{ price_amount: 100 }] });
  const rules = { match: "all", conditions: [{ field: "price", op: "less_than", value: 200 }] };
  const cheap = (await tree()).find(({ name }) => name === "Cheap");
  await ask(`PUT /categories/${cheap?.id}`, { name: "Cheap", version: 1, rules });
  const listed = async (path: string) => (await ask(`GET /product?category=${path}`)).map(({ name }: Shelf) => name);
  expect([await listed("cheap"), await listed("home")]).toEqual([["Pin"], []]);
  await write("id,parent_id,name\n1,,Home\n2,1,Cheap\n");
  await shop.app.jobs.drain();
  expect([await listed("home/cheap"), await listed("home")]).toEqual([["Pin"], ["Pin"]]);
});
