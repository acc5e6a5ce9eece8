import { expect, test } from "vitest";
import { confirm, openImportShop, realFile, upload } from "#server/imports/testing.ts";

const shop = await openImportShop();
const { app } = shop;
const { token } = await shop.person("admin");
const send = async (route: string, body?: object) => shop.ask(route, { token, ...(body ? { body } : {}) });
const ask = async (route: string, body?: object) => (await send(route, body)).body.data;

interface Node {
  id: number;
  name: string;
  slug: string;
  path: string;
  position: number;
  is_active: boolean;
  version: number;
  product_count: number;
  subfolder: Node[];
}
const flat = (nodes: Node[]): Node[] => nodes.flatMap((node) => [node, ...flat(node.subfolder)]);
const tree = async () => flat(await ask("GET /categories/admin"));
/** The whole tree in its order, without versions. */
const shape = async () =>
  Promise.all(
    (await tree()).map(async ({ id }) => {
      const { version: _, position: __, ...category } = await ask(`GET /categories/${id}`);
      return category;
    }),
  );
const find = async (path: string) => (await tree()).find((node) => node.path === path) as Node;
const edit = async (path: string, change: object) => {
  const { id, name, version } = await find(path);
  const { status } = await send(`PUT /categories/${id}`, { name, version, ...change });
  expect(status).toBe(200);
};
const runImport = async (content: string | Buffer, name = "categories.csv") => {
  const { id } = await upload(shop, "/categories/upload", { token, name, content });
  return confirm(shop, id, token);
};
const undo = async ({ id }: { id: string }) => {
  expect((await send(`POST /imports/${id}/undo`)).status).toBe(202);
  await app.jobs.drain();
  return ask(`GET /imports/${id}`);
};
const failures = ({ undo }: { undo: { failures: { name: string; message: string }[] } }) =>
  undo.failures.map(({ name, message }) => [name, message]);
/** Where the URL of a category list leads: its path, or the problem. */
const listed = async (path: string) => {
  const { body } = await send(`GET /product?category=${path}`);
  return body.category?.path ?? body.code;
};
const [type] = await ask("GET /product-types");
const product = (name: string, ...category_ids: number[]) =>
  ask("POST /product", { name, product_type_id: type.id, category_ids, variations: [{ price_amount: 100 }] });

test("A5 C8 an undo deletes the categories an import created and sets the others back, to the last field", async () => {
  await runImport("id,parent_id,name\n1,,Home\n2,1,Lamps\n3,1,Rugs\n4,,Garden\n5,4,Tools\n6,5,Rakes\n7,,Plain\n");
  await product("Rake", (await find("garden/tools/rakes")).id);
  await product("Plain thing", (await find("plain")).id);
  const before = await shape();
  const job = await runImport(
    "id,parent_id,name,description,is_active\n9,,New,,\n10,9,Newer,,\n1,,House,For it,\n3,9,Rugs,,\n2,1,Lamps,,false\n" +
      "6,4,Rakes,,\n5,6,Tools,,\n",
  );
  expect(job).toMatchObject({ totals: { create: 2, update: 5 }, undo: { total: 7, undone: 0, left: 0, failures: [] } });
  expect(Date.parse(job.undo.until)).toBeGreaterThan(Date.now() + 23 * 3_600_000);
  expect((await find("garden/rakes")).product_count).toBe(1);
  const undone = await undo(job);
  expect(undone).toMatchObject({ status: "undone", undo: { until: null, total: 7, undone: 7, left: 0, failures: [] } });
  expect(await shape()).toEqual(before);
  expect([await listed("house/lamps"), await listed("garden/rakes/tools"), await listed("new")]).toEqual([
    "home/lamps",
    "garden/tools",
    "not_found",
  ]);
  expect((await send(`POST /imports/${job.id}/undo`)).body.code).toBe("import_not_undoable");
});

test("A5 C8 what was used or changed since an import stays, and the report says so", async () => {
  await runImport("path,name,description\nbeds,Beds,Old\nsofas,Sofas,Old\nsofas/large,Large,\nposts,Posts,\n");
  const [large, posts] = [await find("sofas/large"), await find("posts")];
  const job = await runImport(
    "path,name,description\nbeds,Beds,New\nsofas,Settees,New\na,Assigned,\nb,Below,\nc,Ruled,\nd,Edited,\n" +
      "e,Unused,\ne/f,Unused too,\ng,Around,\ng/h,Moved,\n",
  );
  expect(job.undo.total).toBe(10);
  await product("Cushion", (await find("a")).id);
  await ask("POST /categories", { name: "Added", parent_id: (await find("b")).id });
  const rules = { match: "all", conditions: [{ field: "price", op: "less_than", value: 200 }] };
  await edit("c", { rules });
  await edit("d", { description: "Better" });
  await send(`POST /categories/${posts.id}/move`, { parent_id: (await find("g/h")).id, position: 0 });
  await edit("sofas", { description: "Better" });
  await send(`DELETE /categories/${(await find("beds")).id}`);
  const undone = await undo(job);
  expect(undone.undo).toMatchObject({ undone: 2, left: 8 });
  expect(failures(undone)).toEqual([
    ["Beds", "The category was deleted."],
    ["Sofas", "Changed since, so not set back: description."],
    ["Assigned", "It has products."],
    ["Below", "It has subcategories."],
    ["Ruled", "Changed since."],
    ["Edited", "Changed since."],
    ["Around", "It has subcategories."],
    ["Moved", "It has subcategories."],
  ]);
  expect(await find("sofas/large")).toMatchObject({ id: large.id });
  expect(await find("a")).toMatchObject({ product_count: 1 });
  const paths = (await tree()).map(({ path }) => path);
  expect(paths).toEqual(expect.arrayContaining(["b/added", "c", "d", "g/h/posts"]));
  expect(paths.filter((path) => path.startsWith("e"))).toEqual([]);
});

test("A5 C8 a moved category goes back unless its parent is gone, is below it or has its address", async () => {
  await runImport("id,parent_id,name\n21,,From\n22,21,Gone\n23,22,Orphan\n24,21,Cycle\n25,24,Turned\n26,21,Taken\n");
  const job = await runImport("id,parent_id,name\n23,,Orphans\n25,,Turned\n26,,Taken\n29,,Other\n");
  await send(`DELETE /categories/${(await find("from/gone")).id}`);
  await send(`POST /categories/${(await find("from/cycle")).id}/move`, {
    parent_id: (await find("turned")).id,
    position: 0,
  });
  await ask("POST /categories", { name: "Taken", parent_id: (await find("from")).id });
  const undone = await undo(job);
  expect(undone.undo).toMatchObject({ undone: 1, left: 3 });
  expect(failures(undone)).toEqual([
    ["Orphan", "Not moved back: The parent category was deleted."],
    ["Turned", expect.stringContaining("Not moved back: A category can't be moved into itself")],
    ["Taken", "Not moved back: This URL handle is already in use."],
  ]);
  expect((await find("orphan")).name).toBe("Orphan");
  expect(await listed("orphans")).toBe("orphan");
});

test("A5 C8 places that depend on each other, positions and redirects come back", async () => {
  await runImport("path,name,position\none,One,0\ntwo,Two,1\nthree,Three,2\nfour,Four,3\nfour/five,Five,0\n");
  await edit("three", { name: "Drei", slug: "drei" });
  const before = await shape();
  const job = await runImport("path,name,position\nfour,Four,0\ntwo,Two,3\ndrei,Drei,1\nthree,Three,9\n");
  expect((await tree()).slice(-4).map(({ path }) => path)).not.toEqual(["one", "two", "drei", "four"]);
  expect(await listed("three")).toBe("three");
  expect(await undo(job)).toMatchObject({ undo: { left: 0 } });
  expect(await shape()).toEqual(before);
  expect(await listed("three")).toBe("drei");
});

test("A5 C8 an import of categories is undone once, for 24 hours, in the audit log too", async () => {
  const old = await runImport("path,name\nexpired,Expired\n");
  const { now } = app;
  app.now = () => new Date(Date.now() + 25 * 3_600_000);
  expect((await ask(`GET /imports/${old.id}`)).undo.until).toBeNull();
  expect((await send(`POST /imports/${old.id}/undo`)).body.code).toBe("import_not_undoable");
  app.now = now;
  const job = await runImport("path,name\nlogged,Logged\n");
  const [entry] = await ask(`GET /audit?entity=import&entity_id=${job.id}`);
  expect(entry).toMatchObject({ action: "POST /imports/:id/confirm", undo: "possible" });
  expect((await send(`POST /audit/${entry.id}/undo`)).status).toBe(200);
  expect((await send(`POST /imports/${job.id}/undo`)).body.code).toBe("import_not_undoable");
  await app.jobs.drain();
  expect(await ask(`GET /imports/${job.id}`)).toMatchObject({ status: "undone", undo: { undone: 1 } });
  expect(await find("logged")).toBeUndefined();
});

test("A5 C8 an undo and edits at the same time: each category is deleted or edited, never both", async () => {
  const names = Array.from({ length: 12 }, (_, at) => `race-${at}`);
  const job = await runImport(`path,name\n${names.map((name) => `${name},${name}`).join("\n")}\n`);
  const nodes = (await tree()).filter(({ path }) => names.includes(path));
  expect(nodes).toHaveLength(12);
  await send(`POST /imports/${job.id}/undo`);
  const [answers] = await Promise.all([
    Promise.all(nodes.map(({ id, name }, at) => send(`PUT /categories/${id}`, { name, version: 1, position: at }))),
    app.jobs.drain(),
  ]);
  const edited = answers.filter(({ status }) => status === 200).length;
  const { undo: outcome } = await ask(`GET /imports/${job.id}`);
  expect(outcome).toMatchObject({ left: edited, undone: 12 - edited });
  const left = (await tree()).filter(({ path }) => names.includes(path));
  expect(left).toHaveLength(edited);
});

const real = realFile("bestbuy-categories.json");
test.skipIf(!real)("A5 C8 an import of thousands of real categories is undone within seconds", async () => {
  const before = await shape();
  const job = await runImport(real as Buffer, "bestbuy-categories.json");
  const begun = Date.now();
  const { undo: outcome } = await undo(job);
  expect(Date.now() - begun).toBeLessThan(10_000);
  expect(outcome).toMatchObject({ undone: outcome.total, left: 0 });
  expect(outcome.total).toBeGreaterThan(4500);
  expect(await shape()).toEqual(before);
});
