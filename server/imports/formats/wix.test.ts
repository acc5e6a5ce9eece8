import { expect, test } from "vitest";
import { readProducts } from "#server/imports/testing.ts";

const head =
  "handleId,fieldType,name,description,productImageUrl,collection,sku,price,surcharge,visible,discountMode,discountValue," +
  "inventory,weight,cost,brand,productOptionName1,productOptionDescription1";

/** Reads rows with these cells, which are quoted; the first is the product. */
async function readRows(...rows: Record<string, string>[]) {
  const cells = rows.map((row, at) => {
    const values: Record<string, string> = { handleId: "P1", fieldType: at === 0 ? "Product" : "Variant", ...row };
    return head.split(",").map((heading) => `"${values[heading] ?? ""}"`);
  });
  return readProducts(`${head}\n${cells.map((row) => row.join(",")).join("\n")}\n`);
}
const kettle = { name: "Kettle", price: "20", visible: "true" };

test("A5 Wix's product has its texts, categories, images, weight and cost", async () => {
  const { products, notes } = await readRows({
    ...kettle,
    description: "Good",
    brand: "Boil",
    collection: "Kitchen;Sale > Now",
    productImageUrl: "a.jpg;https://w.example/b.jpg",
    sku: "K",
    weight: "1.5",
    cost: "7",
  });
  expect(notes).toEqual([]);
  expect(products).toMatchObject([
    {
      handle: "p1",
      name: "Kettle",
      description_html: "<p>Good</p>",
      brand: "Boil",
      status: "active",
      categories: [["Kitchen"], ["Sale > Now"]],
      images: [{ source_url: "https://static.wixstatic.com/media/a.jpg" }, { source_url: "https://w.example/b.jpg" }],
      variations: [{ sku: "K", price_amount: 2000, compare_at_amount: null, weight_g: 1500, cost_amount: 700 }],
    },
  ]);
});

test.each([
  ["PERCENT", "10", { price_amount: 1800, compare_at_amount: 2000 }],
  ["AMOUNT", "5", { price_amount: 1500, compare_at_amount: 2000 }],
  ["PERCENT", "0", { price_amount: 2000, compare_at_amount: null }],
  ["", "", { price_amount: 2000, compare_at_amount: null }],
])("A5 a discount of %s %s is a compare-at price", async (discountMode, discountValue, prices) => {
  expect((await readRows({ ...kettle, discountMode, discountValue })).products[0]?.variations).toMatchObject([prices]);
});

test.each([
  ["InStock", undefined, undefined],
  ["OutOfStock", true, 0],
  ["5", true, 5],
  ["", undefined, undefined],
])("A5 an inventory of %j says whether stock is counted", async (inventory, track_stock, on_hand) => {
  const [variation] = (await readRows({ ...kettle, inventory })).products[0]?.variations ?? [];
  expect([variation?.track_stock, variation?.on_hand]).toEqual([track_stock, on_hand]);
});

test("A5 variations have their surcharge, the product's discount, and its inventory where they name none", async () => {
  const { products } = await readRows(
    {
      ...kettle,
      inventory: "9",
      discountMode: "PERCENT",
      discountValue: "50",
      productOptionName1: "Color",
      productOptionDescription1: "#ff0000:Red;#00ff00:Green",
    },
    { sku: "K-R", surcharge: "0", inventory: "OutOfStock", productOptionDescription1: "#ff0000:Red" },
    { sku: "K-G", surcharge: "4,5", productOptionDescription1: "#00ff00:Green" },
  );
  expect(products).toMatchObject([
    {
      name: "Kettle",
      optionNames: ["Color"],
      variations: [
        { options: ["Red"], sku: "K-R", price_amount: 1000, compare_at_amount: 2000, on_hand: 0 },
        { options: ["Green"], sku: "K-G", price_amount: 1225, compare_at_amount: 2450, on_hand: 9 },
      ],
    },
  ]);
});

test("A5 a product that isn't visible is a draft, and a price that is none is an error", async () => {
  expect((await readRows({ ...kettle, visible: "false" })).products[0]?.status).toBe("draft");
  expect((await readRows({ ...kettle, visible: "" })).products[0]?.status).toBe("active");
  expect((await readRows({ ...kettle, price: "ask" })).lost).toMatchObject([
    { row: 2, column: "price", code: "price_not_a_number" },
  ]);
});
