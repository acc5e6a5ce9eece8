import sharp from "sharp";
import { expect, test } from "vitest";
import { confirm, openImportShop, upload, zip } from "#server/imports/testing.ts";

const shop = await openImportShop();
const { token } = await shop.person("admin");
const send = (content: Buffer | string, name = "table.csv") =>
  upload(shop, "/product/admin/upload", { token, name, content });
const ask = (call: string, body?: object) => shop.ask(call, { token, ...(body ? { body } : {}) });
const product = async (slug: string) => {
  const rows = (await ask("GET /product/admin?per_page=100")).body.data;
  const id = rows.find((one: { slug: string }) => one.slug === slug)?.id;
  return id && (await ask(`GET /product/${id}`)).body.data;
};

test("A5 any table goes in by a column mapping, which is suggested, chosen and remembered", async () => {
  const table = "Artikelnummer;Bezeichnung;Farbe;VK brutto;Lager;Notiz\nT-1;Teekanne;Blau;39,90;4;x\n";
  const job = await send(table);
  expect(job).toMatchObject({
    status: "mapping",
    message: "Check the columns.",
    mapping: { sku: "Artikelnummer", title: "Bezeichnung", option2: "Farbe", quantity: "Lager", price: "VK brutto" },
  });
  const answer = await ask(`POST /imports/${job.id}/preview`, { mapping: { ...job.mapping, price: "VK brutto" } });
  expect(answer).toMatchObject({
    status: 202,
    body: {
      data: {
        status: "preview",
        format: "Table, UTF-8, separated by semicolons",
        totals: { create: 1, error: 0 },
        columns: { ignored: ["Notiz"] },
      },
    },
  });
  await confirm(shop, job.id, token);
  expect(await product("teekanne")).toMatchObject({
    name: "Teekanne",
    variations: [{ sku: "T-1", title: "Blau", price_amount: 3990, on_hand: 4 }],
  });
  const next = await send("Bezeichnung;Artikelnummer;Farbe;Notiz;VK brutto;Lager\nTasse;T-2;Rot;;9;1\n");
  expect(next).toMatchObject({ status: "preview", totals: { create: 1 }, mapping: { price: "VK brutto" } });
});

test("A5 a table without a file name is read like others", async () => {
  const part = '--x\r\ncontent-disposition: form-data; name="file"\r\ncontent-type: application/octet-stream\r\n\r\n';
  const body = Buffer.from(`${part}Handle,Title,Variant Price\nunnamed,Unnamed,5\n\r\n--x--\r\n`);
  const headers = { "content-type": "multipart/form-data; boundary=x" };
  expect(await shop.ask("POST /product/admin/upload", { token, headers, body })).toMatchObject({ status: 202 });
});

test("A5 a mapping without what it needs, or with columns the file lacks, says so", async () => {
  const { id } = await send("what,where\na,b\n");
  const again = async (mapping: object) => (await ask(`POST /imports/${id}/preview`, { mapping })).body.data;
  expect(await again({ title: "what" })).toMatchObject({
    status: "mapping",
    message: expect.stringContaining("Select the columns"),
  });
  expect((await again({ title: "name" })).message).toBe('The file is missing the column "name".');
  expect((await ask(`POST /imports/${id}/preview`, { mapping: { colour: "what" } })).status).toBe(400);
  expect(await again({ sku: "what", price: "where" })).toMatchObject({ status: "preview", totals: { error: 1 } });
});

test("C5 the first rows are shown as read, and another encoding reads them again", async () => {
  const content = Buffer.concat([
    Buffer.from("Handle,Title,Variant Price\ncerny,"),
    Buffer.from([0xc8, 0x65, 0x72, 0x6e, 0xfd]),
    Buffer.from(",5\n"),
  ]);
  const { id } = await send(content);
  const sample = await ask(`GET /imports/${id}/sample`);
  expect(sample.body.data).toMatchObject({
    encoding: "windows-1252",
    header: ["Handle", "Title", "Variant Price"],
    rows: [{ row: 2, cells: ["cerny", "Èerný", "5"] }],
  });
  const other = await ask(`GET /imports/${id}/sample?encoding=windows-1250`);
  expect(other.body.data.rows[0].cells[1]).toBe("Černý");
  const again = await ask(`POST /imports/${id}/preview`, { encoding: "windows-1250" });
  expect(again.body.data).toMatchObject({
    status: "preview",
    encoding: "windows-1250",
    format: "Shopify product CSV, Windows-1250, separated by commas",
  });
  await confirm(shop, id, token);
  expect(await product("cerny")).toMatchObject({ name: "Černý" });
});

test("C5 Shift JIS is read when chosen", async () => {
  const content = Buffer.concat([
    Buffer.from("Handle,Title,Variant Price\nisu,"),
    Buffer.from([0x88, 0xd6, 0x8e, 0x71]),
    Buffer.from(",5\n"),
  ]);
  const { id } = await send(content);
  const sample = await ask(`GET /imports/${id}/sample?encoding=shift_jis`);
  expect(sample.body.data.rows[0].cells[1]).toBe("椅子");
  expect((await ask(`GET /imports/${id}/sample?encoding=klingon`)).status).toBe(400);
});

test("A5 the preview counts products: left out, and changed by field", async () => {
  const header = "Handle,Title,Vendor,Variant SKU,Variant Price";
  const { id } = await send(`${header}\none,One,A,ONE,1\ntwo,Two,A,TWO,2\nsame,Same,A,SAME,3\n`);
  await confirm(shop, id, token);
  const job = await send(
    `${header}\none,One!,B,ONE,1\ntwo,Two,B,TWO,2\nsame,Same,A,SAME,3\nbad,Bad,A,BAD,dear\nnew,New,A,NEW,4\n`,
  );
  expect(job.totals).toMatchObject({ create: 1, update: 2, skip: 1 });
  expect(job.summary).toMatchObject({ left_out: 1, shortened: 0, renamed: 1, fields: { name: 1, brand: 2 } });
});

test("A5 a product that is refused while the import runs counts as left out", async () => {
  await confirm(shop, (await send("Handle,Title,Variant Price\nleft-b,Left B,2\n")).id, token);
  const job = await send("Handle,Title,Variant Price\nleft-a,Left A,1\nleft-b,Left B,3\nleft-c,Left C,dear\n");
  expect([job.totals, job.summary.left_out]).toMatchObject([{ create: 1, update: 1, error: 1 }, 1]);
  // Meanwhile the product gets sizes, and the file doesn't say which one has its price.
  const sized = "Handle,Title,Option1 Name,Option1 Value,Variant Price\nleft-b,Left B,Size,S,2\nleft-b,,,M,2\n";
  await confirm(shop, (await send(sized)).id, token);
  expect(await confirm(shop, job.id, token)).toMatchObject({
    status: "done",
    totals: { create: 1, update: 0, error: 2 },
    summary: { left_out: 2 },
  });
});

test("A5 only a file that names images says which products have none", async () => {
  const without = async (content: string) =>
    (await confirm(shop, (await send(content)).id, token)).images.without.count;
  expect(await without("Handle,Title,Variant Price\nbare-a,Bare A,1\n")).toBe(0);
  expect(await without("Handle,Title,Variant Price,Image Src\nbare-b,Bare B,1,\n")).toBe(1);
});

test("A5 a handle keeps its underscores; one that changes is named, and its old address leads to the product", async () => {
  const job = await send("Handle,Title,Variant PRICE\nsofa_blue,Sofa,1\nsofa-blue,Sofa,1\nsofa--Red,Red sofa,1\n");
  expect(job).toMatchObject({ totals: { create: 3, error: 0 }, summary: { renamed: 1 } });
  const message = 'The handle "sofa--red" became "sofa-red".';
  expect(job.notes).toMatchObject([{ row: 4, column: "Handle", code: "handle_renamed", message }]);
  await confirm(shop, job.id, token);
  expect((await ask("GET /product/details/sofa_blue")).body.data).toMatchObject({
    slug: "sofa_blue",
    redirect_to: null,
  });
  expect((await ask("GET /product/details/sofa--red")).body.data).toMatchObject({ redirect_to: "sofa-red" });
  await confirm(shop, (await send("Handle,Title,Variant Price\nsofa--Red,Red sofa,1\n")).id, token);
  expect((await ask("GET /product/admin?name=Red%20sofa")).body.meta.total).toBe(1);
});

test("A5 a preview is discarded, and then neither confirmed nor read again", async () => {
  const job = await send("Handle,Title,Variant Price\ngone,Gone,1\n");
  expect((await ask(`POST /imports/${job.id}/cancel`)).body.data).toMatchObject({ status: "cancelled" });
  expect((await ask(`POST /imports/${job.id}/confirm`)).body.code).toBe("import_not_ready");
  expect((await ask(`POST /imports/${job.id}/preview`, {})).body.code).toBe("import_not_ready");
  expect((await ask(`POST /imports/${job.id}/cancel`)).body.code).toBe("import_finished");
  expect((await ask("POST /imports/0199a3b0-0000-7000-8000-000000000000/cancel")).status).toBe(404);
});

test("A5 a running import that is cancelled stops, and what it has imported stays", async () => {
  const rows = Array.from({ length: 150 }, (_, at) => `stop-${at},Stop ${at},${at + 1}`);
  const job = await send(`Handle,Title,Variant Price\n${rows.join("\n")}\n`);
  await ask(`POST /imports/${job.id}/confirm`);
  const running = shop.app.jobs.drain();
  for (;;) {
    const { progress } = (await ask(`GET /imports/${job.id}`)).body.data;
    if (progress > 0.05) break;
  }
  const cancelled = (await ask(`POST /imports/${job.id}/cancel`)).body.data;
  await running;
  expect(cancelled.status).toBe("cancelled");
  expect(cancelled.totals.create).toBeGreaterThan(5);
  const { total } = (await ask("GET /product/admin?name=Stop&per_page=1")).body.meta;
  expect(total).toBe(cancelled.totals.create);
  expect(total).toBeLessThan(150);
  expect((await ask(`GET /imports/${job.id}`)).body.data.status).toBe("cancelled");
});

test("A5 a file with thousands of errors is previewed with each of them once, however often", async () => {
  const rows = Array.from({ length: 2500 }, (_, at) => `cup-${at},Cup ${at},${at % 2 ? "9.00" : "nine"}\n`);
  const job = await send(`Handle,Title,Variant Price\n${rows.join("")}`);
  const errors = async () =>
    String((await ask(`GET /imports/${job.id}/errors`)).body)
      .trim()
      .split("\n").length - 1;
  expect(job).toMatchObject({ status: "preview", totals: { rows: 2500, create: 1250, error: 1250 } });
  expect(await errors()).toBe(1250);
  await ask(`POST /imports/${job.id}/preview`, { encoding: "utf-8" });
  expect((await ask(`GET /imports/${job.id}`)).body.data).toMatchObject({ totals: { error: 1250 } });
  expect(await errors()).toBe(1250);
});

test("A5 the preview shows the first image of a product, of the ZIP file or fetched by the server", async () => {
  const picture = await sharp({ create: { width: 300, height: 200, channels: 3, background: "#aabbcc" } })
    .png()
    .toBuffer();
  const rows = [
    "Handle,Title,Variant Price,Image Src",
    "pictured,Pictured,5,cup.png",
    "inside,Inside,5,http://127.0.0.1:1/cup.png",
    "plain,Plain,5,",
  ];
  const archive = zip([
    { name: "products.csv", content: rows.join("\n") },
    { name: "cup.png", content: picture },
  ]);
  const job = await send(archive, "products.zip");
  expect(job.summary.products).toMatchObject([
    { name: "Pictured", image: expect.stringContaining("cup.png") },
    { name: "Inside", image: "http://127.0.0.1:1/cup.png" },
    { name: "Plain", image: null },
  ]);
  const image = (row: number, more: object = {}) =>
    shop.app.http.inject({
      url: `/v1/imports/${job.id}/products/${row}/image`,
      headers: { authorization: `Bearer ${token}` },
      ...more,
    });
  const first = await image(2);
  expect([first.statusCode, first.headers["content-type"]]).toEqual([200, "image/webp"]);
  expect(await sharp(first.rawPayload).metadata()).toMatchObject({ format: "webp", width: 160, height: 160 });
  // Neither an address inside the network, nor none, nor another row; and for nobody else.
  for (const row of [3, 4, 9]) expect((await image(row)).statusCode).toBe(404);
  expect((await image(2, { headers: {} })).statusCode).toBe(401);
});
