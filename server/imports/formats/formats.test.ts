import { expect, test } from "vitest";
import { listImageSources } from "#server/images/images.ts";
import { confirm, fixture, openImportShop, upload } from "#server/imports/testing.ts";

const shop = await openImportShop();
const { token } = await shop.person("admin");
const send = (content: Buffer | string, name = "products.csv") =>
  upload(shop, "/product/admin/upload", { token, name, content });
const run = (id: string) => confirm(shop, id, token);
const product = async (slug: string) => {
  const rows = (await shop.ask("GET /product/admin?per_page=100", { token })).body.data;
  const id = rows.find((one: { slug: string }) => one.slug === slug)?.id;
  return (await shop.ask(`GET /product/${id}`, { token })).body.data;
};
const images = async ({ id }: { id: number }) =>
  (await listImageSources(shop.app.db, [id])).map(({ source_url }) => source_url.split("/").at(-1)).sort();
const sendAgain = async (file: string) => (await send(fixture(file), file)).totals;

test("A5 WooCommerce's export comes out as products with variations, wherever their rows stand", async () => {
  const job = await send(fixture("woocommerce.csv"));
  expect(job).toMatchObject({
    status: "preview",
    format: "WooCommerce product CSV, UTF-8, separated by commas",
    totals: { rows: 6, create: 4, error: 0 },
    mapping: null,
  });
  expect(job.columns.ignored).toContain("Tax status");
  expect(await run(job.id)).toMatchObject({ status: "done", totals: { create: 4, error: 0 } });
  const tee = await product("cotton-tee");
  expect(tee).toMatchObject({
    name: "Cotton tee",
    status: "active",
    description_html: "<p>Knitted in <em>Porto</em>.</p>",
    variations: [
      { sku: "TEE-S", title: "S", price_amount: 1500, compare_at_amount: 1990, on_hand: 4, weight_g: 200 },
      { sku: "TEE-M", title: "M", price_amount: 1990, compare_at_amount: null, track_stock: false },
    ],
  });
  expect(tee.tag_ids).toHaveLength(2);
  expect(await images(tee)).toEqual(["tee-back.jpg", "tee-s.jpg", "tee.jpg"]);
  // Its sale has ended, it is a draft, and another product has its name.
  expect(await product("clay-mug")).toMatchObject({
    status: "draft",
    variations: [{ price_amount: 1200, compare_at_amount: null, track_stock: true, on_hand: 0, allow_backorder: true }],
  });
  expect((await product("clay-mug-mug-2")).variations).toMatchObject([{ sku: "MUG-2", on_hand: 7 }]);
  const types = (await shop.ask("GET /product-types")).body.data;
  const pattern = await product("knitting-pattern");
  expect(types.find(({ id }: { id: number }) => id === pattern.product_type_id)).toMatchObject({ is_shippable: false });
  expect(await sendAgain("woocommerce.csv")).toMatchObject({ create: 0, update: 0, skip: 4, error: 0 });
});

test("A5 a later file with another product of a name adds it; the first keeps its price, SKU and text", async () => {
  const head = "ID,Type,SKU,Name,Published,In stock?,Regular price,Description,Categories,Parent";
  const jug = (sku: string, price: number) => `${price},simple,${sku},Clay jug,1,1,${price},Of ${sku},,`;
  const woo = (...rows: string[]) => send(`${head}\n${rows.join("\n")}\n`);
  await run((await woo(jug("JUG", 12))).id);
  const second = await woo(jug("JUG-2", 14));
  expect(second).toMatchObject({ totals: { create: 1, update: 0, error: 0 }, notes: [] });
  await run(second.id);
  expect([await product("clay-jug"), await product("clay-jug-jug-2")]).toMatchObject([
    { description_html: "<p>Of JUG</p>", variations: [{ sku: "JUG", price_amount: 1200 }] },
    { description_html: "<p>Of JUG-2</p>", variations: [{ sku: "JUG-2", price_amount: 1400 }] },
  ]);
  expect((await woo(jug("JUG-2", 14))).totals).toMatchObject({ create: 0, update: 0, skip: 1 });
  expect((await woo(jug("JUG-2", 14), jug("JUG", 12))).totals).toMatchObject({ create: 0, update: 0, skip: 2 });
  const dearer = await woo(jug("JUG-2", 15), jug("JUG", 12));
  expect(dearer.totals).toMatchObject({ create: 0, update: 1, skip: 1 });
  await run(dearer.id);
  expect((await product("clay-jug")).variations).toMatchObject([{ sku: "JUG", price_amount: 1200 }]);
});

test("A5 WooCommerce's low stock amount of a product is that of its variations, and an empty one changes nothing", async () => {
  const head = "ID,Type,SKU,Name,Published,In stock?,Stock,Low stock amount,Regular price,Parent";
  const attribute = "Attribute 1 name,Attribute 1 value(s)";
  const woo = (ofProduct: string, ofFirst: string, price = 12) =>
    send(
      [
        `${head},${attribute}`,
        `90,variable,PAN,Iron pan,1,1,,${ofProduct},,,Size,"S, L"`,
        `91,variation,PAN-S,Iron pan,1,1,4,${ofFirst},${price},PAN,Size,S`,
        `92,variation,PAN-L,Iron pan,1,1,4,,${price},PAN,Size,L`,
      ].join("\n"),
    );
  const levels = async () =>
    (await product("iron-pan")).variations.map((one: { low_stock_level: number | null }) => one.low_stock_level);
  await run((await woo("4", "2")).id);
  expect(await levels()).toEqual([3, 5]);
  expect((await woo("", "")).totals).toMatchObject({ update: 0, skip: 1 });
  await run((await woo("", "", 13)).id);
  expect(await levels()).toEqual([3, 5]);
});

test("A5 listings of Etsy with one title keep to themselves when rows move, with SKUs or without", async () => {
  const head = "TITLE,DESCRIPTION,PRICE,CURRENCY_CODE,QUANTITY,IMAGE1,SKU";
  const { currency } = (await shop.ask("GET /settings", { token })).body.data.localization;
  const bowl = (price: number, sku = "") => `Ash bowl,At ${price},${price},${currency},1,,${sku}`;
  const etsy = (...rows: string[]) => send(`${head}\n${rows.join("\n")}\n`);
  await run((await etsy(bowl(20, "B-1"), bowl(30, "B-2"))).id);
  expect((await etsy(bowl(30, "B-2"))).totals).toMatchObject({ create: 0, update: 0, skip: 1 });
  expect((await etsy(bowl(30, "B-2"), bowl(20, "B-1"))).totals).toMatchObject({ create: 0, update: 0, skip: 2 });
  const tray = (price: number) => bowl(price).replace("Ash bowl", "Ash tray");
  await run((await etsy(tray(20), tray(30))).id);
  const moved = await etsy(bowl(20, "B-1"), tray(20), tray(30));
  expect(moved.totals).toMatchObject({ create: 0, update: 0, skip: 3 });
});

test("A5 a mapped table with options adds another product of a title, and finds both again", async () => {
  const table = async (...skus: string[]) => {
    const job = await send(`Name,Size,SKU,Price\n${skus.map((sku, at) => `Rain hat,${at},${sku},9`).join("\n")}\n`);
    return job.status === "preview"
      ? job
      : (await shop.ask(`POST /imports/${job.id}/preview`, { token, body: { mapping: job.mapping } })).body.data;
  };
  await run((await table("HA-0", "HA-1")).id);
  const other = await table("HB-0", "HB-1");
  expect(other.totals).toMatchObject({ create: 1, update: 0, error: 0 });
  await run(other.id);
  expect((await product("rain-hat")).variations).toMatchObject([{ sku: "HA-0" }, { sku: "HA-1" }]);
  for (const codes of [
    ["HA-0", "HA-1"],
    ["HB-0", "HB-1"],
  ])
    expect((await table(...codes)).totals).toMatchObject({ create: 0, update: 0, skip: 1 });
});

test("A5 stock that WooCommerce counts for all variations together leaves that of each as it is", async () => {
  const shopify = "Handle,Title,Option1 Name,Option1 Value,Variant SKU,Variant Price,Variant Inventory Tracker";
  const seed = await send(
    `${shopify},Variant Inventory Qty\ncap,Cap,Size,S,CAP-S,9,shopify,5\ncap,,,M,CAP-M,9,shopify,6\n`,
  );
  await run(seed.id);
  const head = "ID,Type,SKU,Name,Stock,In stock?,Regular price,Parent,Attribute 1 name,Attribute 1 value(s)";
  const rows = ['1,variable,CAP,Cap,9,1,,,Size,"S, M"', "2,variation,CAP-S,Cap - S,parent,1,9,CAP,Size,S"];
  const job = await send(`${head}\n${rows.join("\n")}\n3,variation,CAP-M,Cap - M,parent,1,9,CAP,Size,M\n`);
  expect(job).toMatchObject({
    totals: { create: 0, error: 0, skip: 1 },
    note_groups: expect.arrayContaining([expect.objectContaining({ code: "quantity_shared", count: 2 })]),
  });
});

test("A5 a column of addresses names a product by the last part of each", async () => {
  const rows = ["https://old.example/p/brass-bell.html?x=1;Brass bell;7", "https://old.example/?p=7;Oak tray;8"];
  const job = await send(`URL;Name;Preis\n${rows.join("\n")}\n`);
  expect(job).toMatchObject({ status: "mapping", mapping: { handle: "URL", title: "Name", price: "Preis" } });
  const body = { mapping: job.mapping };
  expect((await shop.ask(`POST /imports/${job.id}/preview`, { token, body })).body.data.status).toBe("preview");
  await run(job.id);
  expect([await product("brass-bell"), await product("oak-tray")]).toMatchObject([
    { name: "Brass bell" },
    { name: "Oak tray" },
  ]);
});

test("A5 Etsy's listings come out with a variation for each combination, and the shared quantity is noted", async () => {
  const job = await send(fixture("etsy.csv"));
  expect(job).toMatchObject({
    format: "Etsy listings CSV, UTF-8, separated by commas",
    totals: { rows: 2, create: 2, error: 0 },
    notes: [{ row: 3, column: "QUANTITY", code: "quantity_shared" }],
  });
  await run(job.id);
  const candle = await product("beeswax-candle");
  expect(candle).toMatchObject({
    description_html: "<p>Hand dipped.</p><p>Burns 8 hours.</p>",
    variations: [{ sku: "CANDLE", price_amount: 950, on_hand: 12 }],
  });
  expect(await images(candle)).toEqual(["candle-2.jpg", "candle.jpg"]);
  const scarf = await product("wool-scarf");
  expect(scarf.variations.map(({ title, sku }: { title: string; sku: string }) => [title, sku])).toEqual([
    ["Red / Short", "S-RS"],
    ["Red / Long", "S-RL"],
    ["Blue / Short", "S-BS"],
    ["Blue / Long", "S-BL"],
  ]);
  expect(await sendAgain("etsy.csv")).toMatchObject({ create: 0, update: 0, skip: 2, error: 0 });
});

test("A5 Google's product feed as a table joins the items of a group into a product", async () => {
  const job = await send(fixture("google-feed.tsv"), "feed.tsv");
  expect(job).toMatchObject({
    format: "Google product feed, UTF-8, separated by tabs",
    totals: { create: 2, error: 0 },
  });
  await run(job.id);
  const boots = await product("rain-boots");
  expect(boots).toMatchObject({
    name: "Rain boots",
    brand: "Puddle",
    variations: [
      { sku: "B-RED-S", title: "Red", price_amount: 4900, compare_at_amount: 5900, weight_g: 1200 },
      { sku: "B-BLUE-S", title: "Blue", price_amount: 5900, track_stock: true, on_hand: 0 },
    ],
  });
  expect(await product("umbrella")).toMatchObject({ variations: [{ track_stock: false, price_amount: 2500 }] });
  expect(await sendAgain("google-feed.tsv")).toMatchObject({ create: 0, update: 0, skip: 2, error: 0 });
});

test("A5 Google's product feed as XML is read, with its entities and repeated elements", async () => {
  const job = await send(fixture("google-feed.xml"), "feed.xml");
  expect(job).toMatchObject({ format: "Google product feed, XML", totals: { rows: 1, create: 1, error: 0 } });
  await run(job.id);
  const set = await product("oil-set");
  expect(set).toMatchObject({ name: "Oil & vinegar set", description_html: "<p>Glass &amp; cork.</p>" });
  expect(await images(set)).toEqual(["oil-2.jpg", "oil-3.jpg", "oil.jpg"]);
});

test.each([
  [
    "Magento's product export",
    "sku,store_view_code,attribute_set_code,product_type,name,price\na,,Default,simple,A,1\n",
  ],
  ["PrestaShop's product export", "Product ID;Active (0/1);Name *;Price tax included\n1;1;A;2\n"],
  ["BigCommerce's product export", "Item Type,Product ID,Product Name,Product Code/SKU,Price\nProduct,1,A,a,1\n"],
  ["Amazon's listing file", "TemplateType=fptcustom,Version=2021\nitem_sku,item_name\na,A\n"],
])("A5 %s is named, and its columns are suggested", async (name, content) => {
  const job = await send(content);
  expect(job.status).toBe("mapping");
  expect(job.message).toContain(`This is ${name}.`);
});

test("C5 Shopify's translated headings are read, and errors name them", async () => {
  const header = "URL-Handle;Titel;Name der Option 1;Wert der Option 1;SKU;Preis;Inventarmenge;Status";
  const job = await send(`${header}\nhocker;Hocker;Farbe;Eiche;H-E;12,50;3;Active\nhocker;;;Esche;H-A;teuer;1;\n`);
  expect(job).toMatchObject({
    format: "Shopify product CSV, UTF-8, separated by semicolons",
    columns: { ignored: [] },
    totals: { rows: 2, error: 1 },
    errors: [{ row: 3, column: "Preis", code: "price_not_a_number" }],
  });
});

test("C5 rows of a product may stand apart, a line with sep= is skipped", async () => {
  const rows = ["chair;;;S;10", "table;Table;;;20", "chair;Chair;Size;M;11"];
  const job = await send(`sep=;\nHandle;Title;Option1 Name;Option1 Value;Variant Price\n${rows.join("\n")}\n`);
  expect(job).toMatchObject({ totals: { rows: 3, create: 2, error: 0 } });
  await run(job.id);
  expect((await product("chair")).variations.map(({ title }: { title: string }) => title).sort()).toEqual(["M", "S"]);
});

test("C5 an XML feed of elements that aren't closed is refused at once", async () => {
  const many = "<a><b c".repeat(100_000);
  for (const item of ["<item>".repeat(200_000), "<item ".repeat(200_000), `<item>${many}</item>`])
    expect(await send(`<rss>${item}</rss>`, "feed.xml")).toMatchObject({ status: "failed" });
  const text = "<![CDATA[".repeat(100_000);
  expect(await send(`<rss><item><a>${text}</a></item></rss>`, "feed.xml")).toMatchObject({ status: "mapping" });
});

test("C5 an XML feed declares no entities of its own, and characters that can't be stored are left out", async () => {
  const doctype = '<!DOCTYPE rss [<!ENTITY secret SYSTEM "file:///etc/passwd"><!ENTITY a "aaaa">]>';
  const item =
    "<item><g:id>X1</g:id><g:title>Cup &secret;&a;&#0;&#xD800;</g:title><g:link>https://old.example/cup</g:link>" +
    "<g:availability>in_stock</g:availability><g:image_link>https://old.example/cup.jpg</g:image_link>" +
    "<g:price>9.00 EUR</g:price></item>";
  const feed = `<?xml version="1.0"?>${doctype}<rss xmlns:g="http://base.google.com/ns/1.0"><channel>${item}</channel></rss>`;
  const job = await send(feed, "feed.xml");
  expect(job).toMatchObject({ status: "preview", totals: { create: 1, error: 0 } });
  expect(await run(job.id)).toMatchObject({ status: "done" });
  const { data } = (await shop.ask("GET /product/admin?name=secret", { token })).body;
  expect(data.map(({ name }: { name: string }) => name)).toEqual(["Cup &secret;&a;"]);
});
