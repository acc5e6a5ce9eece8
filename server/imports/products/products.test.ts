import { sql } from "kysely";
import { expect, test } from "vitest";
import { listImageSources } from "#server/images/images.ts";
import { findJob } from "#server/imports/imports.sql.ts";
import { resumeImports } from "#server/imports/imports.ts";
import { confirm, fixture, openImportShop, realFile, upload } from "#server/imports/testing.ts";
import { runProducts } from "./run-products.ts";

/** An administrator's imports in a shop without products. */
async function emptyShop() {
  const shop = await openImportShop();
  const { token } = await shop.person("admin");
  const send = (content: Buffer | string, name = "products.csv") =>
    upload(shop, "/product/admin/upload", { token, name, content });
  const run = (id: string) => confirm(shop, id, token);
  const listed = async (name: string) =>
    (await shop.ask(`GET /product/admin?name=${encodeURIComponent(name)}`, { token })).body.data;
  const product = async (slug: string) => {
    const [row] = (await shop.ask("GET /product/admin?per_page=100", { token })).body.data.filter(
      (one: { slug: string }) => one.slug === slug,
    );
    return (await shop.ask(`GET /product/${row?.id}`, { token })).body.data;
  };
  const versions = async () => {
    const rows = (await shop.ask("GET /product/admin?per_page=100&sort=name", { token })).body.data;
    return rows.map(({ id, updated_at }: { id: number; updated_at: string }) => [id, updated_at]);
  };
  return { shop, token, send, run, listed, product, versions };
}

interface Remark {
  row: number;
  column: string;
  code: string;
}

/** An importer in a shop with the products of the sample file. */
async function filledShop() {
  const importer = await emptyShop();
  const { id } = await importer.send(fixture("products.csv"));
  await importer.run(id);
  return importer;
}

// Tests only add to this shop; what they change is in a shop of their own.
const { shop, token, send, run, listed, product, versions } = await filledShop();

test("A5 a Shopify export is previewed, confirmed, and comes out as products with all they are made of", async () => {
  const { send, run, listed, product } = await emptyShop();
  const job = await send(fixture("products.csv"));
  expect(job).toMatchObject({
    status: "preview",
    format: "Shopify product CSV, UTF-8, separated by commas",
    totals: { rows: 7, create: 3, update: 0, skip: 0, error: 0 },
    errors: [],
    errors_url: null,
  });
  expect(job.columns.ignored).toContain("Variant Tax Code");
  expect(job.notes).toMatchObject([{ row: 4, column: "Variant Inventory Qty", code: "quantity_negative" }]);
  expect(await listed("apron")).toEqual([]);

  expect(await run(job.id)).toMatchObject({ status: "done", progress: 1, totals: { create: 3, update: 0, error: 0 } });
  const apron = await product("linen-apron");
  expect(apron).toMatchObject({
    name: "Linen apron",
    brand: "Weaver & Sons",
    status: "active",
    description_html: "<p>Washed linen, <strong>two pockets</strong>.</p>",
    seo: { title: "Linen apron", description: "An apron for years." },
  });
  expect(apron.variations).toMatchObject([
    { sku: "AP-SAND-S", price_amount: 3990, compare_at_amount: 4990, cost_amount: 1200, weight_g: 320, on_hand: 8 },
    { sku: "AP-SAND-M", price_amount: 3990, compare_at_amount: null, on_hand: 0, allow_backorder: false },
    { sku: "AP-MOSS-M", price_amount: 4200, compare_at_amount: null, on_hand: 0, allow_backorder: true },
  ]);
  expect(apron.variations.map(({ title }: { title: string }) => title)).toEqual(["Sand / S", "Sand / M", "Moss / M"]);
  expect(apron.tag_ids).toHaveLength(2);
  expect(apron.category_ids).toHaveLength(1);
  expect(await product("oak-board")).toMatchObject({ status: "draft", brand: 'Holz "& Co"' });
});

test("A5 gift cards and goods that need no delivery get a type that is not delivered", async () => {
  const voucher = await product("gift-voucher");
  const types = (await shop.ask("GET /product-types")).body.data;
  expect(types.find(({ id }: { id: number }) => id === voucher.product_type_id)).toMatchObject({
    name: "Gift card",
    is_shippable: false,
  });
});

test("A5 the same file twice changes nothing", async () => {
  const before = await versions();
  const again = await send(fixture("products.csv"));
  expect(again.totals).toEqual({ rows: 7, create: 0, update: 0, skip: 3, error: 0 });
  expect(await run(again.id)).toMatchObject({ status: "done", totals: { create: 0, update: 0, skip: 3 } });
  expect(await versions()).toEqual(before);
});

test("A5 a changed price is an update of that product alone", async () => {
  const { send, run, product } = await filledShop();
  const apron = await product("linen-apron");
  const job = await send(fixture("products.csv").toString().replace(",42,0,", ",44,0,"));
  expect(job.totals).toMatchObject({ create: 0, update: 1, skip: 2, error: 0 });
  await run(job.id);
  const after = await product("linen-apron");
  expect(after.version).toBeGreaterThan(apron.version);
  expect(
    after.variations.map(({ id, price_amount }: { id: number; price_amount: number }) => [id, price_amount]),
  ).toEqual(apron.variations.map(({ id }: { id: number }, at: number) => [id, [3990, 3990, 4400][at]]));
});

test("C5 a product with the SKU of another is imported as a separate product, and the conflict is named", async () => {
  const { send, run, product } = await filledShop();
  const apron = await product("linen-apron");
  const sofa = "Handle,Title,Variant SKU,Variant Price\nblue-sofa,Blue sofa,AP-SAND-S,999\n";
  const job = await send(sofa);
  expect(job.totals).toMatchObject({ create: 1, update: 0, error: 0 });
  const message = 'The SKU AP-SAND-S is used by "Linen apron". This variation was imported without it.';
  expect(job.notes).toMatchObject([{ row: 2, code: "sku_taken", message }]);
  await run(job.id);
  expect(await product("linen-apron")).toEqual(apron);
  expect(await product("blue-sofa")).toMatchObject({ name: "Blue sofa", variations: [{ sku: null }] });
  expect((await send(sofa)).totals).toMatchObject({ create: 0, update: 0, skip: 1 });
});

test("C5 every bad row is named with row, column and reason, and the good ones are still imported", async () => {
  const job = await send(fixture("products-with-bad-rows.csv"), "with bad rows.csv");
  const seen = job.errors.map(({ row, column, code }: Remark) => [row, column, code]);
  expect(seen).toEqual([
    [4, "Title", "title_missing"],
    [5, "Title", "orphan_row"],
    [6, "Variant Price", "price_not_a_number"],
    [7, "Variant Price", "price_negative"],
    [13, "Option1 Value", "duplicate_variation"],
    [14, "Option4 Name", "too_many_options"],
    [15, "Variant Price", "price_not_a_number"],
  ]);
  expect(job.notes.map(({ row, column, code }: Remark) => [row, column, code])).toEqual([
    [8, "Variant Price", "price_missing"],
    [9, "Variant Compare At Price", "compare_at_ignored"],
    [10, "Variant Inventory Qty", "value_ignored"],
    [11, "Variant SKU", "sku_repeated"],
    [17, "Image Src", "image_ignored"],
    [3, "Handle", "handle_missing"],
    [5, "Option1 Name", "option_unnamed"],
    [16, "Variant Price", "price_read"],
  ]);
  expect(job.totals).toEqual({ rows: 16, create: 9, update: 0, skip: 0, error: 7 });
  expect(job.columns.ignored).toEqual(["Shelf"]);
  expect(await run(job.id)).toMatchObject({ status: "done", totals: { create: 9, error: 7 } });
  expect((await product("good-two")).variations).toMatchObject([{ price_amount: 129_900 }]);
  expect(await product("blank")).toMatchObject({ status: "draft", variations: [{ price_amount: 0 }] });
  expect(await listed("Dear")).toEqual([]);

  const file = await shop.ask(`GET ${job.errors_url.replace("/v1", "")}`, { token });
  expect(file.headers["content-disposition"]).toBe('attachment; filename="with-bad-rows-errors.csv"');
  expect(file.headers["content-type"]).toBe("text/csv; charset=utf-8");
  const lines = file.body.split("\n");
  expect(lines[0]).toMatch(/^\ufeffrow,column,reason,Handle,Title,/);
  expect(lines.find((line: string) => line.startsWith("15,"))).toContain("formula,'=HYPERLINK(1),");
  expect(lines.find((line: string) => line.startsWith("15,"))).toContain(",'+x,");
});

test("C5 a product without options keeps its variation when it gets some", async () => {
  const { send, run, product } = await filledShop();
  const before = await product("oak-board");
  const job = await send(
    "Handle,Title,Option1 Name,Option1 Value,Variant Price\noak-board,Oak board,Size,Small,24\noak-board,,,Large,34\n",
  );
  expect(job.totals).toMatchObject({ update: 1, error: 0 });
  await run(job.id);
  const after = await product("oak-board");
  expect(after.variations).toMatchObject([{ id: before.variations[0].id, price_amount: 2400 }, { price_amount: 3400 }]);
});

test.each([
  [
    "semicolons, CRLF and a byte order mark",
    "\ufeffHandle;Title;Variant Price\r\n{};Käse;12,50\r\n",
    "UTF-8, separated by semicolons",
  ],
  ["tabs", "Handle\tTitle\tVariant Price\n{}\tKäse\t12.50\n", "UTF-8, separated by tabs"],
  ["Latin-1", Buffer.from("Handle,Title,Variant Price\n{},K\xe4se,12.50\n", "latin1"), "Latin-1, separated by commas"],
  [
    "UTF-16",
    Buffer.from("\ufeffHandle\tTitle\tVariant Price\n{}\tKäse\t12.50\n", "utf16le"),
    "UTF-16, separated by tabs",
  ],
  [
    "UTF-16 without a byte order mark",
    Buffer.from("Handle\tTitle\tVariant Price\n{}\tKäse\t12.50\n", "utf16le"),
    "UTF-16, separated by tabs",
  ],
])("C5 a file with %s is understood, and says so", async (kind, content, format) => {
  const slug = `cheese-${kind.toLowerCase().replace(/\W+/g, "-")}`;
  const encoded =
    typeof content === "string"
      ? content.replace("{}", slug)
      : kind.startsWith("UTF-16")
        ? Buffer.from(content.toString("utf16le").replace("{}", slug), "utf16le")
        : Buffer.from(content.toString("latin1").replace("{}", slug), "latin1");
  const job = await send(encoded);
  expect(job).toMatchObject({ format: `Shopify product CSV, ${format}`, totals: { create: 1, error: 0 } });
  await run(job.id);
  expect(await product(slug)).toMatchObject({ name: "Käse", variations: [{ price_amount: 1250 }] });
});

test("C5 a file that lacks columns waits for a column mapping and names them", async () => {
  const job = await send("Handle,Colour\na,red\n");
  expect(job).toMatchObject({ status: "mapping", message: "No column was recognized as the title and price." });
  const refused = await shop.ask(`POST /imports/${job.id}/confirm`, { token });
  expect([refused.status, refused.body.code]).toEqual([409, "import_not_ready"]);
});

test("A5 images by address wait to be fetched, each once, and those of a variation know its option", async () => {
  const apron = await product("linen-apron");
  const sources = (await listImageSources(shop.app.db, [apron.id])).map(({ source_url }) => source_url);
  expect(sources.sort()).toEqual([
    "https://pictures.example/apron-back.jpg",
    "https://pictures.example/apron-moss.jpg",
    "https://pictures.example/apron-sand.jpg",
  ]);
});

test("A5 an interrupted run continues where it stopped and creates nothing twice", async () => {
  const { shop, token, send } = await emptyShop();
  const rows = Array.from({ length: 130 }, (_, at) => `cut-${at},Cut ${at},CUT-${at},${at + 1}`);
  const job = await send(`Handle,Title,Variant SKU,Variant Price\n${rows.join("\n")}\n`);
  expect(job.totals).toMatchObject({ rows: 130, create: 130 });
  await shop.ask(`POST /imports/${job.id}/confirm`, { token });
  const folder = `${shop.app.config.dataDir}/imports`;
  const started = await findJob(shop.app.db, job.id);
  if (!started) throw new Error("no job");
  let reads = 0;
  const dying = {
    ...shop.app,
    get db() {
      // The process is killed during its second batch.
      if (reads++ > 110) throw new Error("the process was killed");
      return shop.app.db;
    },
  };
  const file = `${folder}/${started.file_key}`;
  await expect(runProducts(dying, started, file, { milliseconds: 600_000 })).rejects.toThrow("killed");
  const half = await findJob(shop.app.db, job.id);
  expect(half?.status).toBe("running");
  expect(half?.done_row).toBeGreaterThan(101);
  expect(half?.done_row).toBeLessThan(131);
  await sql`delete from graphile_worker._private_jobs`.execute(shop.app.db);
  await sql`update import_jobs set updated_at = now() - interval '1 hour' where id = ${job.id}::uuid`.execute(
    shop.app.db,
  );
  await resumeImports(shop.app);
  await shop.app.jobs.drain();
  const done = (await shop.ask(`GET /imports/${job.id}`, { token })).body.data;
  expect(done).toMatchObject({ status: "done", totals: { create: 130, update: 0, skip: 0, error: 0 } });
  // A worker that was only slow finds the import finished and adds nothing.
  await runProducts(shop.app, half as NonNullable<typeof half>, `${folder}/${started.file_key}`);
  expect((await shop.ask(`GET /imports/${job.id}`, { token })).body.data).toEqual(done);
  expect((await shop.ask("GET /product/admin?name=Cut&per_page=1", { token })).body.meta.total).toBe(130);
});

test("A5 a later slice of a run knows which product an earlier row was of", async () => {
  const { shop, token, send, run, product } = await emptyShop();
  const mug = "Handle,Title,Option1 Name,Option1 Value,Variant SKU,Variant Price\nmug,Mug,Size,S,M-S,5\nmug,,,L,M-L,6";
  await run((await send(mug)).id);
  const fill = Array.from({ length: 120 }, (_, n) => `filler-${n},Filler ${n},F-${n},1`);
  const file = ["Handle,Title,Variant SKU,Variant Price", ",Red mug,M-S,7", ...fill, ",Blue mug,M-L,8"].join("\n");
  const job = await send(file);
  await shop.ask(`POST /imports/${job.id}/confirm`, { token });
  await sql`delete from graphile_worker._private_jobs`.execute(shop.app.db);
  await sql`update import_jobs set status = 'running' where id = ${job.id}::uuid`.execute(shop.app.db);
  const slice = async () => {
    const found = await findJob(shop.app.db, job.id);
    if (!found) throw new Error("no job");
    return runProducts(shop.app, found, `${shop.app.config.dataDir}/imports/${found.file_key}`, { milliseconds: 0 });
  };
  const ends = [await slice()];
  while (ends.at(-1) === "more") ends.push(await slice());
  expect(ends.length).toBeGreaterThan(1);
  expect((await product("mug")).name).toBe("Red mug");
  const { notes } = (await shop.ask(`GET /imports/${job.id}`, { token })).body.data;
  expect(notes.map(({ code }: Remark) => code)).toContain("product_repeated");
});

const realExports = [
  { name: "shopify-apparel.csv", rows: 22, products: 20 },
  { name: "shopify-home-and-garden.csv", rows: 21, products: 20 },
];
for (const { name, rows, products } of realExports) {
  const content = realFile(name);
  test.skipIf(!content)(`A5 the real file ${name} goes in whole, and again without a change`, async () => {
    const job = await send(content as Buffer, name);
    expect(job.totals).toEqual({ rows, create: products, update: 0, skip: 0, error: 0 });
    expect(await run(job.id)).toMatchObject({ status: "done", totals: { create: products, error: 0 } });
    const before = await versions();
    const again = await send(content as Buffer, name);
    expect(again.totals).toEqual({ rows, create: 0, update: 0, skip: products, error: 0 });
    await run(again.id);
    expect(await versions()).toEqual(before);
  });
}

test("A5 options and tags are written as in the row where they are first, as the preview says", async () => {
  const { shop, token, send, run } = await emptyShop();
  const rows = ["n,N,Farbe,Rot,Neu,10", "m,M,Farbe,Blau,Neu,10", "p,P,FARBE,ROT,NEU,10"];
  const content = `Handle,Title,Option1 Name,Option1 Value,Tags,Variant Price\n${rows.join("\n")}\n`;
  await run((await send(content)).id);
  const [group] = (await shop.ask("GET /product/option-group", { token })).body.data;
  expect([group.name, group.values.map(({ label }: { label: string }) => label)]).toEqual(["Farbe", ["Rot", "Blau"]]);
  expect((await shop.ask("GET /tags", { token })).body.data).toMatchObject([{ name: "Neu" }]);
});
