import { parse } from "csv-parse/sync";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { confirm, fixture, openImportShop, upload } from "#server/imports/testing.ts";

const shop = await openImportShop();
const { ask } = shop;
const { token } = await shop.person("admin");
const exportProducts = async (query = "") => (await ask(`GET /product/admin/export${query}`, { token })).body as string;
const importFile = (name: string, content: Buffer | string) =>
  upload(shop, "/product/admin/upload", { token, name, content });

test("A5 A7 exported products come back without a change, whatever their texts and images", async () => {
  const first = await importFile("products.csv", fixture("products.csv"));
  const { totals } = await confirm(shop, first.id, token);
  expect(totals.create).toBe(3);
  await sql`
    update products set name = '=SUM(A1) "quoted", with comma', brand = '-dash'
    where id = (select min(id) from products)`.execute(shop.app.db);
  await sql`
    update products set status = 'archived', seo = '{"title": "+Title"}'
    where id = (select max(id) from products)`.execute(shop.app.db);
  // One without categories, and one with an image that was uploaded.
  await sql`delete from product_categories where product_id = (select max(id) from products)`.execute(shop.app.db);
  await sql`
    insert into image_files (sha256, mime, bytes, width, height, dominant)
    values (repeat('ab', 32), 'image/webp', 1, 1, 1, '#ffffff')`.execute(shop.app.db);
  await sql`
    insert into images (sha256, alt, product_id, position)
    select repeat('ab', 32), 'Uploaded', min(id), 99 from products`.execute(shop.app.db);

  const file = await exportProducts();
  expect(file).toContain(`/images/${"ab".repeat(10)}/1280.webp`);
  const again = await importFile("export.csv", file);
  expect(again).toMatchObject({ status: "preview", totals: { create: 0, update: 0, error: 0, skip: totals.create } });
  expect(again.notes).toEqual([]);
});

test("A7 products are exported as filtered; other callers are refused", async () => {
  const other = await openImportShop();
  const admin = await other.person("admin");
  const { id } = await upload(other, "/product/admin/upload", {
    token: admin.token,
    name: "products.csv",
    content: fixture("products.csv"),
  });
  await confirm(other, id, admin.token);
  await sql`update products set status = 'archived' where id = (select max(id) from products)`.execute(other.app.db);
  const slugs = async (query: string) => {
    const { body } = await other.ask(`GET /product/admin/export${query}`, { token: admin.token });
    const rows: { Handle: string }[] = parse(body, { bom: true, columns: true });
    return new Set(rows.map(({ Handle }) => Handle));
  };
  expect((await slugs("")).size).toBe(3);
  expect((await slugs("?status=archived")).size).toBe(1);
  const customer = await other.person();
  expect((await other.ask("GET /product/admin/export", { token: customer.token })).status).toBe(403);
});

test("the low-stock level is exported and imported; an empty cell is the default, and the import can be undone", async () => {
  const { body: types } = await ask("GET /product-types", { token });
  const name = "Half-moon lamp";
  const variations = [{ price_amount: 1000, low_stock_level: 8 }];
  const body = { name, product_type_id: types.data[0].id, variations };
  const { id, slug } = (await ask("POST /product", { token, body })).body.data;
  const levelOf = async () => (await ask(`GET /product/${id}`, { token })).body.data.variations[0].low_stock_level;
  const same = await importFile("export.csv", await exportProducts(`?id=${id}`));
  expect(same).toMatchObject({ totals: { update: 0, skip: 1, error: 0 } });
  const lines = (level: string) =>
    `Handle,Title,Variant Price,Variant Low Stock Level\n${slug},${name},10.00,${level}\n`;
  const job = await importFile("levels.csv", lines(""));
  await confirm(shop, job.id, token);
  expect(await levelOf()).toBe(null);
  await ask(`POST /imports/${job.id}/undo`, { token });
  await shop.app.jobs.drain();
  expect(await levelOf()).toBe(8);
  const wrong = await importFile("levels.csv", lines("-3"));
  expect(wrong).toMatchObject({ totals: { skip: 1 }, notes: [{ code: "value_ignored" }] });
});

test("Unit price: its measure is exported and imported; an empty cell changes nothing, and the import can be undone", async () => {
  const { body: types } = await ask("GET /product-types", { token });
  const name = "Linseed oil";
  const measure = { amount: 250, unit: "ml", base: "100ml" };
  const body = { name, product_type_id: types.data[0].id, variations: [{ price_amount: 1000, measure }] };
  const { id, slug } = (await ask("POST /product", { token, body })).body.data;
  const now = async () => (await ask(`GET /product/${id}`, { token })).body.data.variations[0].measure;
  const [row] = parse(await exportProducts(`?id=${id}`), { bom: true, columns: true }) as Record<string, string>[];
  expect(row).toMatchObject({
    "Unit Price Total Measure": "250",
    "Unit Price Total Measure Unit": "ml",
    "Unit Price Base Measure": "100",
    "Unit Price Base Measure Unit": "ml",
  });
  const same = await importFile("export.csv", await exportProducts(`?id=${id}`));
  expect(same).toMatchObject({ totals: { update: 0, skip: 1, error: 0 }, notes: [] });
  const heading =
    "Handle,Title,Variant Price,Unit Price Total Measure,Unit Price Total Measure Unit," +
    "Unit Price Base Measure,Unit Price Base Measure Unit";
  const line = (cells: string) => importFile("measures.csv", `${heading}\n${slug},${name},10.00,${cells}\n`);
  expect(await line(",,,")).toMatchObject({ totals: { skip: 1 }, notes: [] });
  const job = await line("6,items,1,items");
  await confirm(shop, job.id, token);
  expect(await now()).toEqual({ amount: 6, unit: "piece", base: null });
  await ask(`POST /imports/${job.id}/undo`, { token });
  await shop.app.jobs.drain();
  expect(await now()).toEqual(measure);
  for (const nothing of ["0,,1,items", '"0,00",l,,', "0.0 ml,,,"])
    expect(await line(nothing)).toMatchObject({ totals: { skip: 1 }, notes: [] });
  expect(await line('"0,75",l,,')).toMatchObject({ totals: { update: 1 }, notes: [] });
  expect(await line('"0,0001",l,,')).toMatchObject({ totals: { skip: 1 }, notes: [{ code: "value_ignored" }] });
  expect(await line("6,stones,,")).toMatchObject({ totals: { skip: 1 }, notes: [{ code: "value_ignored" }] });
  expect(await line("250,ml,75,cl")).toMatchObject({ totals: { update: 1 }, notes: [{ code: "value_ignored" }] });
});

test("Product safety: it is exported and imported; an empty cell changes nothing, and the import can be undone", async () => {
  const { body: types } = await ask("GET /product-types", { token });
  const contact = { name: "Nord AS", address: "Gate 1\nOslo", contact: "https://nord.example", country: "NO" };
  const safety = { manufacturer: contact, responsible_person: null, warnings: "Hot, when on." };
  const name = "Oil heater";
  const body = { name, product_type_id: types.data[0].id, variations: [{ price_amount: 1000 }], safety };
  const { id, slug } = (await ask("POST /product", { token, body })).body.data;
  const now = async () => (await ask(`GET /product/${id}`, { token })).body.data.safety;
  const same = await importFile("export.csv", await exportProducts(`?id=${id}`));
  expect(same).toMatchObject({ totals: { update: 0, skip: 1, error: 0 }, notes: [] });
  const heading = "Handle,Title,Variant Price,Manufacturer Name,Responsible Person Name,Responsible Person Country";
  const line = (cells: string) => importFile("makers.csv", `${heading}\n${slug},${name},10.00,${cells}\n`);
  expect(await line(",,")).toMatchObject({ totals: { skip: 1 }, notes: [] });
  const job = await line(",Import GmbH,de");
  await confirm(shop, job.id, token);
  const responsible_person = { name: "Import GmbH", address: "", contact: "", country: "DE" };
  expect(await now()).toEqual({ ...safety, responsible_person });
  await ask(`POST /imports/${job.id}/undo`, { token });
  await shop.app.jobs.drain();
  expect(await now()).toEqual(safety);
  expect(await line(",Import GmbH,Oz")).toMatchObject({ totals: { update: 1 }, notes: [{ code: "value_ignored" }] });
});

test("Country of origin: it is exported and imported; an empty cell changes nothing, and the import can be undone", async () => {
  const { body: types } = await ask("GET /product-types", { token });
  const name = "Argan oil";
  const body = {
    name,
    product_type_id: types.data[0].id,
    variations: [{ price_amount: 1000 }],
    country_of_origin: "MA",
  };
  const { id, slug } = (await ask("POST /product", { token, body })).body.data;
  const now = async () => (await ask(`GET /product/${id}`, { token })).body.data.country_of_origin;
  const same = await importFile("export.csv", await exportProducts(`?id=${id}`));
  expect(same).toMatchObject({ totals: { update: 0, skip: 1, error: 0 }, notes: [] });
  const line = (cell: string) =>
    importFile("origins.csv", `Handle,Title,Variant Price,Country of Origin\n${slug},${name},10.00,${cell}\n`);
  expect(await line("")).toMatchObject({ totals: { skip: 1 }, notes: [] });
  expect(await line("Oz")).toMatchObject({ totals: { skip: 1 }, notes: [{ code: "value_ignored" }] });
  const job = await line("fr");
  await confirm(shop, job.id, token);
  expect(await now()).toBe("FR");
  await ask(`POST /imports/${job.id}/undo`, { token });
  await shop.app.jobs.drain();
  expect(await now()).toBe("MA");
});

test("Energy label: it is exported and imported; empty cells change nothing, and a class off its scale is left out", async () => {
  const { body: types } = await ask("GET /product-types", { token });
  const name = "Washing machine";
  const label_url = "https://eprel.example/label.png";
  const energy_label = { class: "C", best: "A", worst: "G", label_url, sheet_url: null, eprel_number: "123" };
  const body = { name, product_type_id: types.data[0].id, variations: [{ price_amount: 1000 }], energy_label };
  const { id, slug } = (await ask("POST /product", { token, body })).body.data;
  const now = async () => (await ask(`GET /product/${id}`, { token })).body.data.energy_label;
  const same = await importFile("export.csv", await exportProducts(`?id=${id}`));
  expect(same).toMatchObject({ totals: { update: 0, skip: 1, error: 0 }, notes: [] });
  const heading = "Handle,Title,Variant Price,Energy Efficiency Class,Product Information Sheet URL";
  const line = (cells: string) => importFile("labels.csv", `${heading}\n${slug},${name},10.00,${cells}\n`);
  expect(await line(",")).toMatchObject({ totals: { skip: 1 }, notes: [] });
  for (const cells of ["Z,", ",https://eprel.example/sheet.pdf", "B,sheet.pdf"])
    expect(await line(cells)).toMatchObject({ notes: [{ code: "value_ignored" }] });
  const scale =
    "Handle,Title,Variant Price,Energy Efficiency Class,Max Energy Efficiency Class,Min Energy Efficiency Class";
  expect(await importFile("scale.csv", `${scale}\n${slug},${name},10.00,A+,A,G\n`)).toMatchObject({
    totals: { skip: 1 },
    notes: [{ code: "value_ignored" }],
  });
  const job = await line("B,https://eprel.example/sheet.pdf");
  await confirm(shop, job.id, token);
  expect(await now()).toEqual({ ...energy_label, class: "B", sheet_url: "https://eprel.example/sheet.pdf" });
  await ask(`POST /imports/${job.id}/undo`, { token });
  await shop.app.jobs.drain();
  expect(await now()).toEqual(energy_label);
});

test("A7 the categories of a product are exported in the order that they have in it", async () => {
  const { body: types } = await ask("GET /product-types", { token });
  const made = [];
  for (const name of ["Zebra", "Apple", "Mango"])
    made.push((await ask("POST /categories", { token, body: { name } })).body.data.id as number);
  const category_ids = [made[2], made[0], made[1]];
  const body = { name: "Sorted", product_type_id: types.data[0].id, category_ids, variations: [{ price_amount: 100 }] };
  const { id } = (await ask("POST /product", { token, body })).body.data;
  const [row] = parse(await exportProducts(`?id=${id}`), { bom: true, columns: true }) as Record<string, string>[];
  expect(Object.values(row ?? {})).toContain("Mango\nZebra\nApple");
});
