import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stringify } from "csv-stringify/sync";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { confirm, openImportShop, upload } from "#server/imports/testing.ts";
import { runs } from "#server/testing/properties.ts";
import { openProductFile } from "./product-batches.ts";

// Exports as Shopify writes them, of stores with unusual data that Shopify allows.

type Cells = Record<string, string>;
const long = (length: number, start: string) => start.padEnd(length, "long text ");
/** Texts of at most `longest` characters: what Shopify allows. */
const text = (longest: number, ...odd: string[]) =>
  fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom("Linen", "Blue", "S", "Größe 42", "Ægir & Søn", ...odd) },
    fc.constantFrom(
      'TV 40" LED',
      "=SUM(A1)",
      "木の椅子",
      "🎉",
      "<b>Bold</b>",
      "a, b; c",
      "two\nlines",
      "O'Neill",
      "N/A",
    ),
    fc.integer({ min: 1, max: 9 }).map((n) => long(longest, `${n} `)),
  );
const orEmpty = <T extends string>(arbitrary: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 2, arbitrary }, { weight: 1, arbitrary: fc.constant("") });
const code = orEmpty(
  fc.oneof(
    fc.constantFrom("A-1", "A-2", "'00123", "0", "N/A", long(255, "SKU")),
    fc.integer({ min: 1, max: 60 }).map(String),
  ),
);
const price = fc.constantFrom("0.00", "0", "9.5", "12.00", "39.90", "1299.00", "129900.00");

const handle = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: 1, max: 999 }).map((n) => `product-${n}`) },
  fc.constantFrom(
    "new",
    "admin",
    "a_b",
    "a-b",
    "a__b",
    "_",
    "12345",
    "1e2",
    "стул",
    "é",
    "e",
    "🎉",
    "copy-of-x",
    "x-1",
  ),
  fc.integer({ min: 1, max: 99 }).map((n) => `${long(240, "long-").replaceAll(" ", "-")}-${n}`),
);

const variant = fc.record({
  "Variant SKU": code,
  "Variant Grams": fc.constantFrom("", "0", "0.0", "453.59237", "1200"),
  "Variant Inventory Tracker": fc.constantFrom("", "shopify", "amazon_marketplace_web"),
  "Variant Inventory Qty": fc.constantFrom("", "0", "7", "-3", "99999999"),
  "Variant Inventory Policy": fc.constantFrom("deny", "continue", ""),
  "Variant Price": price,
  "Variant Compare At Price": orEmpty(price),
  "Variant Requires Shipping": fc.constantFrom("true", "false", "TRUE", ""),
  "Variant Barcode": code,
  "Cost per item": orEmpty(price),
  "Variant Image": orEmpty(fc.integer({ min: 1, max: 5 }).map((n) => `https://cdn.example/v${n}.jpg?v=${n}`)),
});
const head = fc.record({
  Title: text(255),
  "Body (HTML)": fc.oneof(
    { weight: 50, arbitrary: text(1000, "<p>Soft.</p>") },
    { weight: 1, arbitrary: fc.constant(`<p>${long(120_000, "Soft ")}</p>`) },
  ),
  Vendor: orEmpty(text(255)),
  "Product Category": orEmpty(
    fc.constantFrom("Home", "Home > Kitchen", long(200, "Deep "), "A > B > C > D > E > F > G > H > I"),
  ),
  Type: orEmpty(text(255)),
  Tags: orEmpty(
    fc.oneof(
      fc.constantFrom("a, b", "A, a", long(255, "tag")),
      fc.constant(Array.from({ length: 120 }, (_, n) => `tag ${n}`).join(", ")),
    ),
  ),
  Published: fc.constantFrom("true", "false", "TRUE", ""),
  Status: fc.constantFrom("active", "draft", "archived", "unlisted", ""),
  "Gift Card": fc.constantFrom("true", "false", ""),
  "SEO Title": orEmpty(text(400)),
  "SEO Description": orEmpty(text(1500)),
});
const labels = fc.uniqueArray(text(255, "s", "M", "L", `${long(70, "Long ")}1`, `${long(70, "Long ")}2`), {
  minLength: 1,
  maxLength: 2,
  selector: (label) => label.toLowerCase(),
});
const options = fc.uniqueArray(fc.record({ name: text(255, "Size", "Colour", "Title"), labels }), {
  maxLength: 3,
  selector: ({ name }) => name.toLowerCase(),
});
const images = fc.array(
  fc.record({
    "Image Src": fc.integer({ min: 1, max: 9 }).map((n) => `https://cdn.example/${n} a.jpg`),
    "Image Position": fc.constantFrom("", "1", "2"),
    "Image Alt Text": orEmpty(text(512)),
  }),
  { maxLength: 4 },
);

/** The rows of a product: a row for each variant, and one for each image that is left. */
const product = fc
  .record({ handle, head, options, images, variants: fc.array(variant, { minLength: 8, maxLength: 8 }) })
  .map(({ handle: name, head: texts, options: groups, images, variants }): Cells[] => {
    const names = Object.fromEntries(groups.map((group, at) => [`Option${at + 1} Name`, group.name]));
    const combinations = groups.reduce<string[][]>(
      (some, group) => some.flatMap((one) => group.labels.map((label) => [...one, label])),
      [[]],
    );
    const rows = combinations.map(
      (values, at): Cells => ({
        Handle: name,
        ...(at === 0 ? { ...texts, ...names } : {}),
        ...(groups.length === 0 ? { "Option1 Name": "Title", "Option1 Value": "Default Title" } : {}),
        ...Object.fromEntries(values.map((value, slot) => [`Option${slot + 1} Value`, value])),
        ...variants[at],
        ...images[at],
      }),
    );
    return [...rows, ...images.slice(rows.length).map((image) => ({ Handle: name, ...image }))];
  });
const store = (size: { minLength: number; maxLength: number }) =>
  fc.uniqueArray(product, { ...size, selector: ([first]) => first?.Handle?.toLowerCase() });

const columns = (
  "Handle,Title,Body (HTML),Vendor,Product Category,Type,Tags,Published,Option1 Name,Option1 Value," +
  "Option2 Name,Option2 Value,Option3 Name,Option3 Value,Variant SKU,Variant Grams," +
  "Variant Inventory Tracker,Variant Inventory Qty,Variant Inventory Policy,Variant Price," +
  "Variant Compare At Price,Variant Requires Shipping,Variant Barcode,Image Src,Image Position," +
  "Image Alt Text,Gift Card,SEO Title,SEO Description,Colour (product.metafields.shopify.color)," +
  "Variant Image,Cost per item,Status"
).split(",");
const toCsv = (products: Cells[][]) => stringify(products.flat(), { header: true, columns, bom: true });

const shop = await openImportShop();
const { token } = await shop.person("admin");
const folder = mkdtempSync(join(tmpdir(), "kiosk-exports-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("C5 of 1,000 products of ordinary but odd Shopify exports none is left out", async () => {
  const file = join(folder, "export.csv");
  let count = 0;
  await fc.assert(
    fc.asyncProperty(store({ minLength: 30, maxLength: 60 }), async (products) => {
      writeFileSync(file, toCsv(products));
      const { batches } = await openProductFile(shop.app, file);
      const plans = [];
      for await (const batch of batches) plans.push(...batch.map(({ plan }) => plan));
      expect(plans.filter(({ kind }) => kind !== "create")).toEqual([]);
      expect(plans).toHaveLength(products.length);
      const slugs = plans.map((plan) => plan.kind === "create" && plan.draft.slug);
      expect(new Set(slugs).size).toBe(slugs.length);
      count += products.length;
    }),
    { numRuns: runs(25, 300) },
  );
  expect(count).toBeGreaterThan(1000);
});

test("C5 an odd export is imported whole, and again without a change", async () => {
  const [products = []] = fc.sample(store({ minLength: 250, maxLength: 250 }), { seed: 15, numRuns: 1 });
  const send = () => upload(shop, "/product/admin/upload", { token, name: "export.csv", content: toCsv(products) });
  const job = await send();
  const done = await confirm(shop, job.id, token);
  expect(done).toMatchObject({ status: "done", errors: [], totals: { create: products.length, error: 0 } });
  const again = await send();
  expect(again.totals).toMatchObject({ create: 0, update: 0, skip: products.length, error: 0 });
}, 120_000);
