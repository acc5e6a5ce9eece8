import { expect, test } from "vitest";
import { fixture, readProducts } from "#server/imports/testing.ts";

const head =
  "Type,SKU,Name,Published,In stock?,Stock,Date sale price starts,Date sale price ends,Sale price,Regular price,Categories,Tags," +
  "Images,Description,Short description,Attribute 1 name,Attribute 1 value(s)";

/** Reads a product with these cells, which are quoted. */
async function readProduct(cells: Record<string, string>) {
  const values: Record<string, string> = {
    Type: "simple",
    SKU: "C",
    Name: "Cap",
    Published: "1",
    "Regular price": "5",
    ...cells,
  };
  const row = head.split(",").map((heading) => `"${(values[heading] ?? "").replaceAll('"', '""')}"`);
  const { products, notes } = await readProducts(`${head}\n${row.join(",")}\n`);
  return { product: products[0], notes: notes.map(({ column, code, message }) => ({ column, code, message })) };
}

const sale = (starts: string, ends: string, cells: Record<string, string> = {}) =>
  readProduct({
    "Sale price": "8",
    "Regular price": "10",
    "Date sale price starts": starts,
    "Date sale price ends": ends,
    ...cells,
  });
const reduced = { price_amount: 800, compare_at_amount: 1000 };
const full = { price_amount: 1000, compare_at_amount: null };

test.each([
  ["", "", reduced, undefined],
  ["2026-11-26", "", reduced, undefined],
  ["2026-11-27", "2026-11-27", reduced, "sale_ends"],
  ["", "27.11.2026", reduced, "sale_ends"],
  ["", "26.11.2026", full, undefined],
  ["", "2026-11-26 23:59:59", full, undefined],
  ["", "2026-11-27 12:00:00", reduced, "sale_ends"],
  ["", "2026-11-27 11:59:59", full, undefined],
  ["", "2026-11-27T23:59:59", reduced, "sale_ends"],
  ["", "2026-11-28", reduced, "sale_ends"],
  ["2026-11-27 12:00:00", "", reduced, undefined],
  ["2026-11-28", "", full, "sale_later"],
  ["28.11.2026", "2026-12-24", full, "sale_later"],
])("A5 a sale from %j to %j is on while its days in the shop are", async (starts, ends, prices, code) => {
  const { product, notes } = await sale(starts, ends);
  expect(product?.variations).toMatchObject([prices]);
  expect(notes).toMatchObject(code ? [{ code, column: "Sale price" }] : []);
});

test.each(["11/26/2026", "26/11/2026 00:00", "2026-13-40", "soon", "30.30.2026"])(
  "A5 a sale with a date that can't be read, %j, is left out with a note",
  async (date) => {
    for (const { product, notes } of [await sale(date, ""), await sale("", date)]) {
      expect(product?.variations).toMatchObject([full]);
      expect(notes).toMatchObject([{ code: "value_ignored", message: expect.stringContaining(`"${date}"`) }]);
    }
  },
);

test("A5 a sale price above the regular price is left out with a note, and an equal one is no reduction", async () => {
  const { product, notes } = await sale("", "", { "Sale price": "1.200,00", "Regular price": "150,00" });
  expect(product?.variations).toMatchObject([{ price_amount: 15_000, compare_at_amount: null }]);
  expect(notes).toMatchObject([{ code: "value_ignored", column: "Sale price" }]);
  const { product: other } = await sale("", "", { "Sale price": "10" });
  expect(other?.variations).toMatchObject([full]);
});

test("A5 a sale price is read and compared as the other prices of the file are written", async () => {
  const { products, lost } = await readProducts(
    [
      "Type,SKU,Name,Published,In stock?,Sale price,Regular price",
      "simple,L,Lamp,1,1,39.900,49.900",
      "simple,D,Desk,1,1,899.000,1299.000",
      "simple,C,Chair,1,1,,19.900",
    ].join("\n"),
  );
  expect(lost).toEqual([]);
  expect(products.map((product) => product?.variations[0])).toMatchObject([
    { price_amount: 3990, compare_at_amount: 4990 },
    { price_amount: 89_900, compare_at_amount: 129_900 },
    { price_amount: 1990, compare_at_amount: null },
  ]);
});

test("A5 notes on prices and descriptions name the column that they came from", async () => {
  const { notes } = await sale("", "", { "Sale price": "1.299,00", "Regular price": "free", "Short description": "x" });
  expect(notes).toMatchObject([
    { column: "Sale price", code: "price_read" },
    { column: "Regular price", code: "value_ignored" },
  ]);
  const { notes: others } = await readProduct({
    "Regular price": "1.299,00",
    "Short description": "x".repeat(600_000),
  });
  expect(others).toMatchObject([
    { column: "Regular price", code: "price_read" },
    { column: "Short description", code: "shortened" },
  ]);
});

test("A5 categories in a list are paths of their own, without those above another; one in quotes is a path", async () => {
  const categories = async (text: string) => (await readProduct({ Categories: text })).product?.categories;
  expect(await categories("Sale, Men > Tees, Men, New")).toEqual([["Sale"], ["Men", "Tees"], ["New"]]);
  expect(await categories('"Body Care > Perfume", Paper\\, patterns')).toEqual([
    ["Body Care", "Perfume"],
    ["Paper, patterns"],
  ]);
});

test("A5 a tag may have a comma, which is written with a backslash", async () => {
  expect((await readProduct({ Tags: "t\\, one, two" })).product?.tags).toEqual(["t, one", "two"]);
});

test("A5 images with commas in their addresses stay whole; a list of file names is split", async () => {
  const images = async (text: string) =>
    (await readProduct({ Images: text })).product?.images.map(({ source_url }) => source_url);
  expect(await images("https://h.example/801_klar,2.jpg, https://h.example/b.jpg,https://h.example/c\\,d.jpg")).toEqual(
    ["https://h.example/801_klar,2.jpg", "https://h.example/b.jpg", "https://h.example/c,d.jpg"],
  );
  const { notes } = await readProduct({ Images: "a.jpg, b.jpg" });
  expect(notes.map(({ code }) => code)).toEqual(["image_ignored", "image_ignored"]);
});

test("A5 attributes of a product without variations are noted, as no option is made of them", async () => {
  const { product, notes } = await readProduct({ "Attribute 1 name": "Material", "Attribute 1 value(s)": "Cotton" });
  expect(product?.optionNames).toEqual([]);
  expect(notes).toMatchObject([{ code: "attributes_ignored", message: expect.stringContaining("Material") }]);
});

test.each([
  ["<table><tr><td>1</td></tr></table>", "<table><tr><td>1</td></tr></table>"],
  ["<span>Soft</span> cap", "<p><span>Soft</span> cap</p>"],
  ["Tom &amp; Jerry &#8211; cap", "<p>Tom &amp; Jerry &#8211; cap</p>"],
  ["Tom & Jerry <3", "<p>Tom &amp; Jerry &lt;3</p>"],
  ["One\n\nTwo\nlines", "<p>One</p><p>Two<br>lines</p>"],
])("A5 the description %j is read as HTML or as a text", async (text, html) => {
  expect((await readProduct({ Description: text })).product?.description_html).toBe(html);
});

test("A5 a description without long text is the short one", async () => {
  expect((await readProduct({ "Short description": "Warm" })).product?.description_html).toBe("<p>Warm</p>");
});

test("A5 the export of a shop comes out with its variations, stock, weights and handles", async () => {
  const { products, notes } = await readProducts(fixture("woocommerce.csv").toString());
  expect(products).toMatchObject([
    {
      slug: "clay-mug",
      handle: "",
      status: "draft",
      type: undefined,
      variations: [
        { sku: "MUG", barcode: "4006381333931", options: [], price_amount: 1200, track_stock: true, on_hand: 0 },
      ],
    },
    {
      slug: "cotton-tee",
      status: "active",
      optionNames: ["Size"],
      tags: ["cotton", "summer"],
      categories: [["Clothing", "Tees"]],
      variations: [
        { sku: "TEE-S", options: ["S"], price_amount: 1500, track_stock: true, on_hand: 4, weight_g: 200 },
        { sku: "TEE-M", options: ["M"], price_amount: 1990, track_stock: false, allow_backorder: true, weight_g: 250 },
      ],
    },
    { slug: "knitting-pattern", type: { name: "Not delivered", ships: false } },
    { slug: "clay-mug-mug-2", variations: [{ sku: "MUG-2", allow_backorder: false, on_hand: 7 }] },
  ]);
  expect(products[1]?.variations[1]?.on_hand).toBeUndefined();
  expect(products[0]?.variations[0]?.allow_backorder).toBe(true);
  expect(notes).toMatchObject([{ row: 2, column: "Attribute 2 name", code: "attributes_ignored" }]);
});

const shirts = (parent: string, ...variations: string[]) => {
  const attributes = [1, 2, 3, 4].map((n) => `Attribute ${n} name,Attribute ${n} value(s)`).join(",");
  const header = `ID,Type,SKU,Name,Published,In stock?,Stock,Regular price,Brand,Parent,${attributes}`;
  return readProducts(`${header}\n${[parent, ...variations].join("\n")}\n`);
};

test("A5 three attributes of variations are options, a fourth is noted; one without a value is sold in any", async () => {
  const { products, notes } = await shirts(
    '1,variable,,Shirt,1,1,,,Acme,,A,"a, b",B,b,C,c,D,"d, e"',
    "2,variation,S-1,,1,1,1,5,,id:1,A,a,B,b,C,c,D,d",
    "3,variation,S-2,,1,1,2,5,,id:1,A,b,B,,C,c,D,e",
  );
  expect(products).toMatchObject([
    {
      brand: "Acme",
      optionNames: ["A", "B", "C"],
      variations: [
        { options: ["a", "b", "c"], on_hand: 1 },
        { options: ["b", "Any", "c"], on_hand: 2 },
      ],
    },
  ]);
  expect(notes).toMatchObject([
    { row: 2, column: "Attribute 4 name", code: "attributes_ignored", message: expect.stringContaining(": D.") },
  ]);
});

test("A5 a variation that is not published is not for sale", async () => {
  const { products } = await shirts(
    '1,variable,SO,Socks,1,1,,,,,Size,"S, M",,,,,,',
    "2,variation,SO-S,,1,1,1,5,,SO,Size,S,,,,,,",
    "3,variation,SO-M,,0,1,1,5,,SO,Size,M,,,,,,",
  );
  expect(products).toMatchObject([{ status: "active", variations: [{ is_active: true }, { is_active: false }] }]);
});

test("A5 that a variation of a draft is not published says nothing of it, unless it is switched off itself", async () => {
  const { products } = await shirts(
    '1,variable,SO,Socks,-1,1,,,,,Size,"S, M",,,,,,',
    "2,variation,SO-S,,-1,1,1,5,,SO,Size,S,,,,,,",
    "3,variation,SO-M,,0,1,1,5,,SO,Size,M,,,,,,",
  );
  expect(products).toMatchObject([{ status: "draft", variations: [{ is_active: undefined }, { is_active: false }] }]);
});

test("A5 a product that is hidden in the catalog is a draft", async () => {
  const header = "Type,Name,Published,Visibility in catalog,Regular price,Weight (g)";
  const { products, notes } = await readProducts(
    `${header}\nsimple,Cap,1,hidden,5,"1,500"\nsimple,Hat,1,visible,5,20\n`,
  );
  expect(products.map((product) => product?.status)).toEqual(["draft", "active"]);
  expect(notes).toMatchObject([
    { row: 2, column: "Weight (g)", code: "weight_read" },
    { row: 2, column: "Visibility in catalog", code: "status_unlisted" },
  ]);
  expect(products[0]?.variations).toMatchObject([{ weight_g: 1500, is_active: undefined }]);
});

test("A5 stock that variations have together is noted; that of one that is used up is counted", async () => {
  const { products, notes } = await shirts(
    '1,variable,SO,Socks,1,1,9,,,,Size,"S, M",,,,,,',
    "2,variation,SO-S,,1,1,parent,5,,SO,Size,S,,,,,,",
    "3,variation,SO-M,,1,0,parent,5,,SO,Size,M,,,,,,",
    "4,simple,CAP,Cap,1,0,,5,,,,,,,,,,",
    "5,simple,HAT,Hat,1,1,,5,,,,,,,,,,",
  );
  const stock = products.map((product) =>
    product?.variations.map(({ track_stock, on_hand, allow_backorder }) => [track_stock, on_hand, allow_backorder]),
  );
  expect(stock).toEqual([
    [
      [undefined, undefined, undefined],
      [true, 0, undefined],
    ],
    [[true, 0, undefined]],
    [[false, undefined, undefined]],
  ]);
  expect(notes.map(({ row, code }) => [row, code])).toEqual([
    [3, "quantity_shared"],
    [4, "quantity_shared"],
  ]);
});

test("A5 products of one name get their SKU in the address, or their ID where they have none", async () => {
  const cap = (id: number, sku: string) => `${id},simple,${sku},Cap,1,1,1,5,,,,,,,,,,`;
  const { products } = await shirts(cap(1, "A-1"), cap(2, "A-2"), cap(3, ""));
  expect(products.map((product) => product?.slug)).toEqual(["cap", "cap-a-2", "cap-3"]);
});
